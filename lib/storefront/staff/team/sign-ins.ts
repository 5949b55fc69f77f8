import { z } from 'zod';
import { load } from '../../common/request/load';
import type { Language } from '../../../locale/languages';
import { readAccounts } from '../../../shop/data/staff-account-store';
import { endSignInsBy, type ListedSignIn, readSignIns } from '../../../shop/data/sign-in-list';
import { forStaff, type Staff, type StaffAnswer } from '../../common/account/for-staff';
import { currentSignIn } from '../../common/account/sign-in';
import { may } from '../../common/account/staff-access';

/**
 * Where one is signed in; `others`: also everybody else, for who may see them, or else null. `people`: who has access, if the shop
 * has its own sign-in, for who may change it, and with which catalogues they can work. One statement, and one for `people`, for
 * which the service is asked for its catalogues; none while it can't be asked. `hasProvider`: people sign in at an identity provider.
 */
export function readTeam(language: Language) {
  return forStaff('account:own', async ({ member, config, client, checkoutContext: { database } }) => {
    const seesOthers = may(member, 'team:manage');
    const signIns = await readSignIns(database, seesOthers ? undefined : member.id);
    const current = await currentSignIn();
    const hasProvider = config.staff.provider !== null;
    const isOwn = ({ staff }: ListedSignIn) => staff === member.id;
    const hasPeople = seesOthers && !hasProvider;
    const listed = hasPeople ? await load([], () => client.listCatalogs({ language })) : null;
    return {
      catalogs: listed?.kind === 'loaded' ? listed.value.members.map(({ id, name }) => ({ id, name })) : [],
      own: signIns.filter(isOwn).map((one) => ({ ...one, isThis: one.id === current })),
      hasProvider,
      people: hasPeople ? await readAccounts(database) : null,
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
