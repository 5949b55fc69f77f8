import { getLocale } from 'next-intl/server';
import { WaitingLists } from '@/components/staff/waiting-list/waiting-lists';
import { paths } from '@/lib/locale/paths';
import { readLists } from '@/lib/storefront/staff/waiting-list/waiting-lists';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function WaitingListsPage({ searchParams }: PageProps<'/[locale]/staff/waiting-lists'>) {
  const language = await getLocale();
  const answer = await readLists(await searchParams, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffWaitingLists(language)} />;
  return (
    <StaffFrame member={answer.member}>
      <WaitingLists page={answer.value} />
    </StaffFrame>
  );
}
