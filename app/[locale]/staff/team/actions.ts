'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { InviteState } from '@/components/staff/team/invite-form';
import { paths } from '@/lib/locale/paths';
import {
  type NotAllowed,
  type Sent,
  staffAction,
  staffFormAction,
} from '@/lib/storefront/common/forms/actions';
import {
  changePersonRole,
  inviteForm,
  invitePerson,
  invitePersonAgain,
  type InviteProblem,
  longestStaffName,
  personForm,
  removalForm,
  removePerson,
  roleForm,
} from '@/lib/storefront/staff/team/people';
import { endOfOther, endOwn, endOwnOthers, signInForm } from '@/lib/storefront/staff/team/sign-ins';

const teamPage = (_: unknown, { language }: Sent) => paths.staffTeam(language);

export const endSignIn = async (form: FormData) =>
  staffAction('account:own', signInForm, teamPage, endOwn)(form);

export const endOtherSignIns = async (form: FormData) =>
  staffAction('account:own', z.object({}), teamPage, endOwnOthers)(form);

export const endSignInOfOther = async (form: FormData) =>
  staffAction('team:manage', signInForm, teamPage, endOfOther)(form);

async function notInvited(
  values: z.output<typeof inviteForm>,
  problem: { kind: InviteProblem } | NotAllowed,
): Promise<Omit<InviteState, 'attempt'>> {
  const t = await getTranslations('staff.team.people.invite');
  const { kind } = problem;
  const text = kind === 'not_allowed' ? problem.text : t(`problems.${kind}`, { most: longestStaffName });
  const field = kind === 'name' ? 'name' : kind === 'email' || kind === 'known' ? 'email' : null;
  return { values, problem: { title: t('failed'), text, field } };
}

export const invite = async (previous: InviteState, form: FormData): Promise<InviteState> =>
  staffFormAction('team:manage', inviteForm, notInvited, async (staff, typed, { language }) => {
    const kind = await invitePerson(staff, typed, language);
    // The time makes another address of each invitation: a router would keep the page of the same one.
    return kind === null ? paths.staffTeam(language, { saved: 'invited', at: String(Date.now()) }) : { kind };
  })(previous, form);

export const inviteAgain = async (form: FormData) =>
  staffAction('team:manage', personForm, teamPage, invitePersonAgain)(form);

export const changeRole = async (form: FormData) =>
  staffAction('team:manage', roleForm, teamPage, changePersonRole)(form);

export const remove = async (form: FormData) =>
  staffAction('team:manage', removalForm, teamPage, removePerson)(form);
