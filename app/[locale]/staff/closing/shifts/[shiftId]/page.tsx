import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { CountSection, ExplainSection } from '@/components/staff/shift/own-shift';
import { ShiftAnswer } from '@/components/staff/shift/shift-answer';
import { ShiftSheet } from '@/components/staff/shift/shift-sheet';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readShiftPage, shiftLimits } from '@/lib/storefront/staff/shift/shift';
import { countTill, explainTill } from '../../../counter/shift/actions';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';

type Props = PageProps<'/[locale]/staff/closing/shifts/[shiftId]'>;

/** One shift: its closing; or, while it is open, the form that counts it. */
export default async function ShiftPage({ params, searchParams }: Props) {
  const language = await getLocale();
  const { shiftId } = await params;
  const { done } = await searchParams;
  const answer = await readShiftPage(shiftId);
  if (answer.kind !== 'staff')
    return <StaffGate access={answer} back={paths.staffShift(language, shiftId)} />;
  const { member, value } = answer;
  if (value === null) notFound();
  const { shift, moves, isOwn, mayClose } = value;
  return (
    <StaffFrame member={member}>
      <ShiftSheet shift={shift} moves={moves} isOwn={isOwn}>
        <ShiftAnswer done={firstText(done)} />
        {!mayClose || shift.closedAt !== null ? null : shift.countedAt === null ? (
          <CountSection
            shiftId={shift.id}
            count={countTill}
            {...(isOwn ? {} : { person: shift.name ?? shift.staff })}
          />
        ) : (
          <ExplainSection shiftId={shift.id} limits={shiftLimits} explain={explainTill} />
        )}
      </ShiftSheet>
    </StaffFrame>
  );
}
