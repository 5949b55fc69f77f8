import { z } from 'zod';
import { getAppContext } from '../../../runtime/app-context';
import { findInvited, join } from '../../../shop/data/staff-account-store';
import { hashLink, isToken } from '../../../shop/tokens';
import { checkJoin, joinOptions } from '../../common/account/passkeys';
import { mayTryPasskey } from '../../common/account/passkey-sign-in';

/** Whom the token of an invitation is for, and its hash; null: it was used, has ended, or there is none. */
async function readInvitation(token: string) {
  const { config, checkoutContext } = await getAppContext();
  if (config.staff.provider !== null || !isToken(token)) return null;
  const invitation = hashLink(token, checkoutContext.linkSecret);
  const person = await findInvited(checkoutContext.database, invitation);
  return person === null ? null : { ...person, invitation };
}

/** Who is invited, and what the browser asks to make a passkey; null: the invitation can't be used. One statement. */
export async function readJoining(token: string) {
  const { config } = await getAppContext();
  const person = await readInvitation(token);
  return person === null ? null : { name: person.name, options: await joinOptions(config, person) };
}

export const joinForm = z.object({
  token: z.string().max(100),
  response: z.string().max(20_000).default(''),
});

/** Gives an invited person access with the passkey that they have made; false: nothing was done. */
export async function joinTeam({ token, response }: z.output<typeof joinForm>): Promise<boolean> {
  const { config, security, log, checkoutContext } = await getAppContext();
  if (!(await mayTryPasskey())) return false;
  const person = await readInvitation(token);
  if (person === null) return false;
  const passkey = await checkJoin(config, response, person.invitation).catch((error: unknown) => {
    log.warn({ name: error instanceof Error ? error.name : 'unknown' }, 'a new passkey was refused');
    return null;
  });
  if (passkey === null || !(await join(checkoutContext.database, person.invitation, passkey))) return false;
  security({ event: 'staff_joined', staff: person.id, account: person.id });
  return true;
}
