import { getLocale, getTranslations } from 'next-intl/server';
import { EventChangeList } from '@/components/staff/event-change/event-change-list';
import { TextLink } from '@/components/ui/link';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { readChanges } from '@/lib/storefront/staff/event-change/event-change';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function EventChangesPage() {
  const language = await getLocale();
  const answer = await readChanges();
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffEventChanges(language)} />;
  const { member, value: changes } = answer;
  const t = await getTranslations('eventChange');
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <p className="max-w-text pb-3">{t('about')}</p>
      <p className="max-w-text pb-8">
        {t('where')} <TextLink href={paths.staffCatalogs(language)}>{t('toCatalogs')}</TextLink>
      </p>
      <EventChangeList changes={changes} />
    </StaffFrame>
  );
}
