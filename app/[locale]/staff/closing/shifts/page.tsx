import { getLocale } from 'next-intl/server';
import { ShiftList } from '@/components/staff/shift/shift-list';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readShiftList } from '@/lib/storefront/staff/shift/shift';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';

/** All shifts, the latest first. */
export default async function ShiftsPage({ searchParams }: PageProps<'/[locale]/staff/closing/shifts'>) {
  const language = await getLocale();
  const { before } = await searchParams;
  const answer = await readShiftList(firstText(before));
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffShifts(language)} />;
  return (
    <StaffFrame member={answer.member}>
      <ShiftList {...answer.value} />
    </StaffFrame>
  );
}
