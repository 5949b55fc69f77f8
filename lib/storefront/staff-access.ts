import { endStaffSession, touchStaffSession } from '../checkout/staff-session-store';
import { hashToken } from '../checkout/tokens';
import type { Runtime } from '../runtime/runtime';
import { askIssuer, currentRoles, type AskRoles } from './roles';
import type { SignIn } from './sign-in-token';

export interface StaffMember {
  id: string;
  name: string;
  /** Whether the person may export and erase what is kept of customers. */
  isAdmin: boolean;
}

/** Who looks: asked on every read and in every action, never only by a layout or the proxy. */
export type StaffAccess =
  { kind: 'signed_out' } | { kind: 'refused'; name: string } | { kind: 'staff'; member: StaffMember };

export type StaffAccessContext = Pick<Runtime, 'log' | 'security'> & {
  config: Pick<Runtime['config'], 'staff'>;
  rooms: Pick<Runtime['rooms'], 'database'>;
};

/**
 * What a sign-in may do now. Its session on the server ends after 30 minutes without use, and when the identity
 * provider says that the role is gone: it is asked every 5 minutes.
 */
export async function accessOf(
  context: StaffAccessContext,
  signIn: SignIn | null,
  now: number = Date.now(),
): Promise<StaffAccess> {
  const { database } = context.rooms;
  if (signIn === null || !(await touchStaffSession(database, hashToken(signIn.session))))
    return { kind: 'signed_out' };
  const name = signIn.name ?? signIn.sub;
  const roles = await currentRoles(signIn, askRoles(context, signIn), now);
  if (roles.includes('staff'))
    return { kind: 'staff', member: { id: signIn.sub, name, isAdmin: roles.includes('admin') } };
  context.security({ event: 'role_missing', staff: signIn.sub, role: 'staff' });
  return { kind: 'refused', name };
}

/**
 * Ends a sign-in on the server: the cookie could have been copied, and is worth nothing from then on. Whether it was
 * good until now.
 */
export async function endSession(
  { database }: StaffAccessContext['rooms'],
  { session }: Pick<SignIn, 'session'>,
): Promise<boolean> {
  return database.transaction((transaction) => endStaffSession(transaction, hashToken(session)));
}

/** Asks the identity provider, and ends the session where the answer is that the person is no staff (any more). */
function askRoles({ config, log, security, rooms }: StaffAccessContext, signIn: SignIn): AskRoles {
  const ask = askIssuer(config.staff.issuer, (error) =>
    log.warn({ err: error }, 'the identity provider could not be asked for roles'),
  );
  return async (accessToken) => {
    const roles = await ask(accessToken);
    if (roles !== null && !roles.includes('staff')) {
      await endSession(rooms, signIn);
      security({ event: 'role_removed', staff: signIn.sub });
    }
    return roles;
  };
}
