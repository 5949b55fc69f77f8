import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { typedEmailSchema } from '../../../contract/customer';
import { typedWords } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import { staffRoles } from '../../../runtime/staff-roles';
import {
  changeRole,
  invite,
  inviteAgain,
  remove,
  type TeamProblem,
} from '../../../shop/data/staff-account-store';
import type { Staff } from '../../common/account/for-staff';

type TeamStaff = Staff<'team:manage'>;

export const longestStaffName = 80;

const role = z.enum(staffRoles);
export const inviteForm = z.object({
  email: z.string().max(10_000).default(''),
  name: z.string().max(10_000).default(''),
  role: role.catch('reader'),
});

/** `off`: staff sign in at an identity provider, which gives them access. */
export type InviteProblem = 'email' | 'name' | 'known' | 'off';

/** Invites a person by e-mail; resolves to null, or to why nobody was invited. */
export async function invitePerson(
  { member, config, checkoutContext, worker, security }: TeamStaff,
  typed: z.output<typeof inviteForm>,
  language: Language,
): Promise<InviteProblem | null> {
  if (config.staff.provider !== null) return 'off';
  const email = typedEmailSchema.safeParse(typed.email).data;
  const name = typedWords(typed.name);
  if (email === undefined) return 'email';
  if (name === '' || name.length > longestStaffName) return 'name';
  const account = newId();
  const person = { id: account, email, name, role: typed.role, language };
  if (!(await invite(checkoutContext.database, member.id, person))) return 'known';
  security({ event: 'staff_invited', staff: member.id, account });
  worker.wake();
  return null;
}

export const personForm = z.object({ id: z.guid() });
export const roleForm = personForm.extend({ role });
export const removalForm = personForm.extend({ confirmed: z.literal('yes') });

type Led = Promise<{ saved: string } | { problem: TeamProblem }>;
const led = (problem: TeamProblem | null, saved: string) => (problem === null ? { saved } : { problem });

/** Sends another invitation: for a person whose invitation has ended, or whose passkey is lost. */
export async function invitePersonAgain(
  { member, checkoutContext, worker, security }: TeamStaff,
  { id }: z.output<typeof personForm>,
): Led {
  const isSent = await inviteAgain(checkoutContext.database, member.id, id);
  if (!isSent) return { problem: 'gone' };
  security({ event: 'staff_invited', staff: member.id, account: id });
  worker.wake();
  return { saved: 'invited' };
}

/** Gives a person another role. */
export const changePersonRole = async (
  { member, checkoutContext: { database } }: TeamStaff,
  { id, role: next }: z.output<typeof roleForm>,
): Led => led(await changeRole(database, member.id, { account: id, role: next }), 'role');

/** Takes a person's access away. */
export async function removePerson(
  { member, checkoutContext: { database }, security }: TeamStaff,
  { id }: z.output<typeof removalForm>,
): Led {
  const problem = await remove(database, member.id, id);
  if (problem === null) security({ event: 'staff_removed', staff: member.id, account: id });
  return led(problem, 'removed');
}
