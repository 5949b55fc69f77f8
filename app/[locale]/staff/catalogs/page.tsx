import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { CatalogList } from '@/components/staff/administration/catalog-list';
import { FeedForm } from '@/components/staff/feed/feed-form';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { parseJsonPlace } from '@/lib/storefront/staff/feed/json-fault';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readCatalogs } from '@/lib/storefront/staff/administration/catalogs';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';
import { NoCatalogs } from './no-catalogs';

export default async function CatalogsPage({ searchParams }: PageProps<'/[locale]/staff/catalogs'>) {
  const language = await getLocale();
  const answer = await readCatalogs(language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('catalogAdmin');
  const { catalogs, mayChange } = value.value;
  const parameters = await searchParams;
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <div className="space-y-10">
        {mayChange ? null : <Notice title={t('readOnly')} />}
        <CatalogList catalogs={catalogs} />
        {mayChange ? (
          <FeedForm
            catalogId={null}
            problem={firstText(parameters['problem'])}
            place={parseJsonPlace(parameters)}
          />
        ) : null}
      </div>
    </StaffFrame>
  );
}
