import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { WaitingPlaces } from '@/components/staff/waiting-list/waiting-places';
import { paths } from '@/lib/locale/paths';
import { longestRemovalReason, readList } from '@/lib/storefront/staff/waiting-list/waiting-lists';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { removeFromList } from './actions';

type Props = PageProps<'/[locale]/staff/waiting-lists/[listId]'>;

export default async function WaitingListPage({ params, searchParams }: Props) {
  const { listId } = await params;
  const parameters = await searchParams;
  const answer = await readList(listId, parameters);
  if (answer.kind !== 'staff') {
    const back = paths.staffWaitingList(await getLocale(), encodeURIComponent(listId));
    return <StaffGate access={answer} back={back} />;
  }
  const { member, value } = answer;
  if (value === null) notFound();
  return (
    <StaffFrame member={member}>
      <WaitingPlaces
        page={value}
        remove={removeFromList}
        most={longestRemovalReason}
        isDone={parameters['done'] !== undefined}
      />
    </StaffFrame>
  );
}
