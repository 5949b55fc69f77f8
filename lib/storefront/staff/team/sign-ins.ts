import { z } from 'zod';
import { readAccounts } from '../../../shop/data/staff-account-store';
import { endSignInsBy, type ListedSignIn, readSignIns } from '../../../shop/data/sign-in-list';
import { forStaff, type Staff, type StaffAnswer } from '../../common/account/for-staff';
import { currentSignIn } from '../../common/account/sign-in';
import { may } from '../../common/account/staff-access';

/**
 * Where one is signed in; `others`: also everybody else, for who may see them, or else null. `people`: who has access, if the shop
 * has its own sign-in, for who may change it. One statement, and one for `people`.
 */
export function readTeam() {
  return forStaff('account:own', async ({ member, config, checkoutContext: { database } }) => {
    const seesOthers = may(member, 'team:manage');
    const signIns = await readSignIns(database, seesOthers ? undefined : member.id);
    const current = await currentSignIn();
    const isOwn = ({ staff }: ListedSignIn) => staff === member.id;
    return {
      own: signIns.filter(isOwn).map((one) => ({ ...one, isThis: one.id === current })),
      people: seesOthers && config.staff.provider === null ? await readAccounts(database) : null,
      others: seesOthers ? signIns.filter((one) => !isOwn(one)) : null,
    };
  });
}

export type TeamPage = StaffAnswer<typeof readTeam>;

/** `id`: the hash by which a sign-in is known in the list. */
export const signInForm = z.object({ id: z.string().regex(/^[\w-]{43}$/) });

type Ended = Promise<{ done: string }>;

const done = (count: number) => ({ done: String(count) });

/** Ends one of one's own sign-ins. */
export const endOwn = async (
  { member, checkoutContext: { database } }: Staff<'account:own'>,
  { id }: z.output<typeof signInForm>,
): Ended => done(await endSignInsBy(database, member.id, { id, whose: member.id }));

/** Ends all of one's own sign-ins but this one. */
export async function endOwnOthers({ member, checkoutContext: { database } }: Staff<'account:own'>): Ended {
  const butId = (await currentSignIn()) ?? '';
  return done(await endSignInsBy(database, member.id, { whose: member.id, butId }));
}

/** Ends a sign-in of somebody else. */
export const endOfOther = async (
  { member, checkoutContext: { database } }: Staff<'team:manage'>,
  { id }: z.output<typeof signInForm>,
): Ended => done(await endSignInsBy(database, member.id, { id, notOf: member.id }));
