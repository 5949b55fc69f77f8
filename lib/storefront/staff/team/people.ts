import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { typedEmailSchema } from '../../../contract/customer';
import { typedWords } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import { staffRoles } from '../../../runtime/staff-roles';
import {
  changePerson as change,
  type Decided,
  invite,
  inviteAgain,
  remove,
  type TeamProblem,
} from '../../../shop/data/staff-account-store';
import type { Staff } from '../../common/account/for-staff';

type TeamStaff = Staff<'team:manage'>;

export const longestStaffName = 80;

const role = z.enum(staffRoles);
/** `which`: with all catalogues, or only with the ticked ones. */
const decidedForm = z.object({
  name: z.string().max(10_000).default(''),
  role: role.catch('reader'),
  which: z.enum(['all', 'some']).catch('some'),
});
export const inviteForm = decidedForm.extend({ email: z.string().max(10_000).default('') });
/** A ticked catalogue. */
export const tickedCatalog = z.guid().toLowerCase();

/** `catalogs`: none is ticked. `admin`: who may do everything works with all. */
type DecidedProblem = 'name' | 'catalogs' | 'admin';
/** `off`: staff sign in at an identity provider, which gives them access. */
export type InviteProblem = DecidedProblem | 'email' | 'known' | 'off';

function decide(typed: z.output<typeof decidedForm>, ticked: readonly string[]): Decided | DecidedProblem {
  const name = typedWords(typed.name);
  if (name === '' || name.length > longestStaffName) return 'name';
  const catalogs = typed.which === 'all' ? null : ticked;
  if (catalogs?.length === 0) return 'catalogs';
  return catalogs !== null && typed.role === 'admin' ? 'admin' : { name, role: typed.role, catalogs };
}

/** Invites a person by e-mail; resolves to null, or to why nobody was invited. */
export async function invitePerson(
  { member, config, checkoutContext, worker, security }: TeamStaff,
  typed: z.output<typeof inviteForm> & { readonly ticked: readonly string[] },
  language: Language,
): Promise<InviteProblem | null> {
  if (config.staff.provider !== null) return 'off';
  const email = typedEmailSchema.safeParse(typed.email).data;
  if (email === undefined) return 'email';
  const decided = decide(typed, typed.ticked);
  if (typeof decided === 'string') return decided;
  const account = newId();
  const person = { id: account, email, language, ...decided };
  if (!(await invite(checkoutContext.database, member.id, person))) return 'known';
  security({ event: 'staff_invited', staff: member.id, account });
  worker.wake();
  return null;
}

export const personForm = z.object({ id: z.guid() });
export const changeForm = decidedForm.extend(personForm.shape);
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

/** Changes name, role and catalogues of a person; resolves to null, or to why nothing was changed. */
export async function changePerson(
  { member, checkoutContext: { database } }: TeamStaff,
  { id, ticked, ...typed }: z.output<typeof changeForm> & { readonly ticked: readonly string[] },
): Promise<DecidedProblem | TeamProblem | null> {
  const decided = decide(typed, ticked);
  return typeof decided === 'string' ? decided : change(database, member.id, id, decided);
}

/** Takes a person's access away. */
export async function removePerson(
  { member, checkoutContext: { database }, security }: TeamStaff,
  { id }: z.output<typeof removalForm>,
): Led {
  const problem = await remove(database, member.id, id);
  if (problem === null) security({ event: 'staff_removed', staff: member.id, account: id });
  return led(problem, 'removed');
}
