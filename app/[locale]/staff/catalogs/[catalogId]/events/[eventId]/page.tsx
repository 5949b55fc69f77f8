import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/staff/ui/back-link';
import { ManagedEventSessions } from '@/components/staff/administration/managed-event';
import { byWhom } from '@/components/staff/administration/override-view';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { parseCount, firstText } from '@/lib/storefront/common/request/parameters';
import { readManagedEvent } from '@/lib/storefront/staff/administration/catalogs';
import { StaffFrame } from '../../../../frame';
import { StaffGate } from '../../../../gate';
import { ChangeDone } from '../../../change-done';
import { NoCatalogs } from '../../../no-catalogs';

export default async function ManagedEventPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/catalogs/[catalogId]/events/[eventId]'>) {
  const language = await getLocale();
  const { catalogId, eventId } = await params;
  const { page, done } = await searchParams;
  const answer = await readManagedEvent(catalogId, eventId, Math.max(1, parseCount(page, 5) ?? 1), language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('catalogAdmin');
  const { catalog, event, mayChange } = value.value;
  return (
    <StaffFrame member={member}>
      <BackLink href={paths.staffCatalog(language, catalog.id)} label={t('backTo', { name: catalog.name })} />
      <PageTitle title={event.name} of={catalog.name} className="pb-4" />
      <div className="space-y-10">
        <ChangeDone done={firstText(done)} />
        {mayChange ? null : <Notice title={t('readOnly')} />}
        {event.salesStop === null ? null : <Notice title={t('closed', byWhom(event.salesStop))} />}
        <ManagedEventSessions {...value.value} />
      </div>
    </StaffFrame>
  );
}
