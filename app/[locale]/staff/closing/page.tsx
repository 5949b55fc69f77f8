import { getLocale } from 'next-intl/server';
import { DailyClosing } from '@/components/staff/closing/daily-closing';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { may } from '@/lib/storefront/common/account/staff-access';
import { longestNote, readClosing } from '@/lib/storefront/staff/closing/closing';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';
import { closeCash, readPayouts } from './actions';

export default async function ClosingPage({ searchParams }: PageProps<'/[locale]/staff/closing'>) {
  const language = await getLocale();
  const parameters = await searchParams;
  const answer = await readClosing(parameters);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffClosing(language)} />;
  const { member, value } = answer;
  const actions = may(member, 'orders:change') ? { close: closeCash, readPayouts } : null;
  return (
    <StaffFrame member={member}>
      <DailyClosing
        {...value}
        longestNote={longestNote}
        actions={actions}
        done={firstText(parameters['done'])}
        problem={firstText(parameters['problem'])}
      />
    </StaffFrame>
  );
}
