import { getLocale } from 'next-intl/server';
import { Team, teamProblems, teamResults } from '@/components/staff/team/team';
import { paths } from '@/lib/locale/paths';
import { firstText, isNew, oneOfParameter, parseCount } from '@/lib/storefront/common/request/parameters';
import { readTeam } from '@/lib/storefront/staff/team/sign-ins';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';
import {
  changePersonOfTeam,
  endOtherSignIns,
  endSignIn,
  endSignInOfOther,
  invite,
  inviteAgain,
  remove,
} from './actions';

export default async function TeamPage({ searchParams }: PageProps<'/[locale]/staff/team'>) {
  const language = await getLocale();
  const answer = await readTeam(language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffTeam(language)} />;
  const parameters = await searchParams;
  const told = {
    ended: parseCount(firstText(parameters['done']), 4),
    saved:
      parameters['at'] === undefined || isNew(parameters['at'])
        ? oneOfParameter(teamResults, parameters['saved'])
        : null,
    problem: oneOfParameter(teamProblems, parameters['problem']),
  };
  return (
    <StaffFrame member={answer.member}>
      <Team
        page={answer.value}
        told={told}
        actions={{ endSignIn, endOtherSignIns, endSignInOfOther }}
        people={{ invite, inviteAgain, change: changePersonOfTeam, remove }}
        changed={firstText(parameters['change']) ?? null}
      />
    </StaffFrame>
  );
}
