import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { FeedCatalogs, WrittenCatalogs } from '@/components/staff/setup/catalog-lists';
import { PageTitle } from '@/components/staff/ui/page-title';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/lib/locale/paths';
import { readSetup } from '@/lib/storefront/staff/setup/setup-reads';
import { NoCatalogs } from '../catalogs/no-catalogs';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function SetupPage() {
  const language = await getLocale();
  const answer = await readSetup(language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffSetup(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} page="setup" />;
  const t = await getTranslations('setup');
  const { written, fromFeeds } = value.value;
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <div className="space-y-10">
        <p className="max-w-text">{t('intro')}</p>
        <p>
          <ButtonLink href={paths.staffSetupNew(language)}>{t('newCatalog')}</ButtonLink>
        </p>
        <WrittenCatalogs catalogs={written} />
        {fromFeeds.length === 0 ? null : <FeedCatalogs catalogs={fromFeeds} />}
      </div>
    </StaffFrame>
  );
}
