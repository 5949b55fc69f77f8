import { getLocale, getTranslations } from 'next-intl/server';
import { NewShift, OpenShift, ShiftLinks } from '@/components/staff/shift/own-shift';
import { ShiftAnswer } from '@/components/staff/shift/shift-answer';
import { ShiftNotice } from '@/components/staff/shift/shift-notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readOwnShift, shiftLimits } from '@/lib/storefront/staff/shift/shift';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { countTill, moveTillCash, openTill } from './actions';

/** The shift of the person who is signed in. */
export default async function OwnShiftPage({ searchParams }: PageProps<'/[locale]/staff/counter/shift'>) {
  const language = await getLocale();
  const { done } = await searchParams;
  const answer = await readOwnShift();
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffOwnShift(language)} />;
  const { member, value } = answer;
  const { shift, moves, formId, tills, last } = value;
  const t = await getTranslations('shift');
  const common = { formId, limits: shiftLimits };
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <ShiftAnswer done={firstText(done)} />
      <ShiftLinks />
      {shift === null ? (
        <NewShift {...common} tills={tills} last={last} open={openTill} />
      ) : shift.countedAt === null ? (
        <OpenShift {...common} shift={shift} moves={moves} move={moveTillCash} count={countTill} />
      ) : (
        <ShiftNotice shift={shift} />
      )}
    </StaffFrame>
  );
}
