import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { GuestListPageView } from '@/components/staff/guest-list/guest-list-page';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readGuestListPage } from '@/lib/storefront/staff/guest-list/guest-list';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { makeGuestBookings, retryGuests } from './actions';

type Props = PageProps<'/[locale]/staff/guest-lists/[listId]'>;

export default async function GuestListPage({ params, searchParams }: Props) {
  const language = await getLocale();
  const { listId } = await params;
  const answer = await readGuestListPage(listId, language);
  if (answer.kind !== 'staff') {
    const back = paths.staffGuestList(language, encodeURIComponent(listId));
    return <StaffGate access={answer} back={back} />;
  }
  const { member, value } = answer;
  if (value === null) notFound();
  const problem = firstText((await searchParams)['problem']);
  return (
    <StaffFrame member={member}>
      <GuestListPageView page={value} make={makeGuestBookings} retry={retryGuests} problem={problem} />
    </StaffFrame>
  );
}
