'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { InviteState } from '@/components/staff/team/invite-form';
import type { PersonState } from '@/components/staff/team/person-forms';
import { paths } from '@/lib/locale/paths';
import {
  type NotAllowed,
  type Sent,
  staffAction,
  staffFormAction,
} from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';
import {
  changeForm,
  changePerson,
  inviteForm,
  invitePerson,
  invitePersonAgain,
  type InviteProblem,
  longestStaffName,
  personForm,
  removalForm,
  removePerson,
  tickedCatalog,
} from '@/lib/storefront/staff/team/people';
import { endOfOther, endOwn, endOwnOthers, signInForm } from '@/lib/storefront/staff/team/sign-ins';

const teamPage = (_: unknown, { language }: Sent) => paths.staffTeam(language);

export const endSignIn = async (form: FormData) =>
  staffAction('account:own', signInForm, teamPage, endOwn)(form);

export const endOtherSignIns = async (form: FormData) =>
  staffAction('account:own', z.object({}), teamPage, endOwnOthers)(form);

export const endSignInOfOther = async (form: FormData) =>
  staffAction('team:manage', signInForm, teamPage, endOfOther)(form);

const tickedIn = ({ form }: Sent) => readTicked(tickedCatalog, form, 'catalog');

async function notInvited(
  values: z.output<typeof inviteForm>,
  problem: { kind: InviteProblem } | NotAllowed,
  sent: Sent,
): Promise<Omit<InviteState, 'attempt'>> {
  const t = await getTranslations('staff.team.people.invite');
  const { kind } = problem;
  const text = kind === 'not_allowed' ? problem.text : t(`problems.${kind}`, { most: longestStaffName });
  const field = kind === 'email' || kind === 'known' ? 'email' : fieldOf(kind);
  return { values: { ...values, ticked: tickedIn(sent) }, problem: { title: t('failed'), text, field } };
}

export const invite = async (previous: InviteState, form: FormData): Promise<InviteState> =>
  staffFormAction('team:manage', inviteForm, notInvited, async (staff, typed, sent) => {
    const { language } = sent;
    const kind = await invitePerson(staff, { ...typed, ticked: tickedIn(sent) }, language);
    // The time makes another address of each invitation: a router would keep the page of the same one.
    return kind === null ? paths.staffTeam(language, { saved: 'invited', at: String(Date.now()) }) : { kind };
  })(previous, form);

export const inviteAgain = async (form: FormData) =>
  staffAction('team:manage', personForm, teamPage, invitePersonAgain)(form);

async function notChanged(
  values: z.output<typeof changeForm>,
  problem: { kind: NonNullable<Awaited<ReturnType<typeof changePerson>>> } | NotAllowed,
  sent: Sent,
): Promise<Omit<PersonState, 'attempt'>> {
  const t = await getTranslations('staff.team.people');
  const { kind } = problem;
  const isOfPerson = kind === 'last_admin' || kind === 'gone';
  const text =
    kind === 'not_allowed'
      ? problem.text
      : isOfPerson
        ? t(`problems.${kind}`)
        : t(`invite.problems.${kind}`, { most: longestStaffName });
  return {
    values: { ...values, ticked: tickedIn(sent) },
    problem: { title: t('notChanged'), text, field: fieldOf(kind) },
  };
}

/** The field at which a problem is said. */
const fieldOf = (kind: string) =>
  kind === 'name' ? 'name' : kind === 'catalogs' || kind === 'admin' ? 'catalogs' : null;

export const changePersonOfTeam = async (previous: PersonState, form: FormData): Promise<PersonState> =>
  staffFormAction('team:manage', changeForm, notChanged, async (staff, typed, sent) => {
    const kind = await changePerson(staff, { ...typed, ticked: tickedIn(sent) });
    return kind === null
      ? paths.staffTeam(sent.language, { saved: 'changed', at: String(Date.now()) })
      : { kind };
  })(previous, form);

export const remove = async (form: FormData) =>
  staffAction('team:manage', removalForm, teamPage, removePerson)(form);
