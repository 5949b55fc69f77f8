import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { EventChangeProgressView } from '@/components/staff/event-change/event-change-progress';
import { paths } from '@/lib/locale/paths';
import { may } from '@/lib/storefront/common/account/staff-access';
import { readChangeProgress } from '@/lib/storefront/staff/event-change/event-change';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { searchForLaterOrders } from '../actions';

export default async function EventChangePage({ params }: PageProps<'/[locale]/staff/events/[changeId]'>) {
  const { changeId } = await params;
  const answer = await readChangeProgress(changeId);
  if (answer.kind !== 'staff') {
    const back = paths.staffEventChange(await getLocale(), encodeURIComponent(changeId));
    return <StaffGate access={answer} back={back} />;
  }
  const { member, value } = answer;
  if (value === null) notFound();
  return (
    <StaffFrame member={member}>
      <EventChangeProgressView
        {...value}
        repeat={may(member, 'orders:override') ? searchForLaterOrders : null}
      />
    </StaffFrame>
  );
}
