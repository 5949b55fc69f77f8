import { getLocale } from 'next-intl/server';
import { Team } from '@/components/staff/team/team';
import { paths } from '@/lib/locale/paths';
import { firstText, parseCount } from '@/lib/storefront/common/request/parameters';
import { readTeam } from '@/lib/storefront/staff/team/sign-ins';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';
import { endOtherSignIns, endSignIn, endSignInOfOther } from './actions';

export default async function TeamPage({ searchParams }: PageProps<'/[locale]/staff/team'>) {
  const answer = await readTeam();
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffTeam(await getLocale())} />;
  const ended = parseCount(firstText((await searchParams)['done']), 4);
  return (
    <StaffFrame member={answer.member}>
      <Team page={answer.value} ended={ended} actions={{ endSignIn, endOtherSignIns, endSignInOfOther }} />
    </StaffFrame>
  );
}
