import { setTimeout as pause } from 'node:timers/promises';
import { staffSessions, staffSessionLimits, type StaffSession } from '../../../shop/data/staff-session-store';
import { hashToken } from '../../../shop/tokens';
import type { StaffCatalogs } from '../../../shop/rules/staff-catalogs';
import { type Need, permissionsOf } from '../../../runtime/staff-roles';
import type { Granted } from '../../../shop/rules/staff-catalogs';
import type { AppContext } from '../../../runtime/app-context';
import { askGranted, type StaffIssuer } from './identity-provider';
import { seal, type SignIn, storedTokens, unseal } from './sign-in-token';

export interface StaffMember {
  id: string;
  name: string;
  permissions: readonly Need[];
  catalogs: StaffCatalogs;
}

/** Of the current request: checked on every read and in every action, never only by a layout or the proxy. */
export type StaffAccess =
  | { kind: 'signed_out' }
  /** Signed in without a role of ours. */
  | { kind: 'refused'; name: string }
  | { kind: 'staff'; member: StaffMember };

export const may = ({ permissions }: Pick<StaffMember, 'permissions'>, need: Need): boolean =>
  permissions.includes(need);

export type StaffAccessContext = Pick<AppContext, 'log' | 'security'> & {
  config: Pick<AppContext['config'], 'signInSecret'> & {
    staff: Omit<AppContext['config']['staff'], 'firstAdmin'>;
  };
  checkoutContext: Pick<AppContext['checkoutContext'], 'database'>;
};

/** How long a request waits for the roles that another one asks for. */
const waitMilliseconds = 5_000;

/**
 * What a sign-in may do now. Its session on the server ends after 30 minutes without use, and when the
 * identity provider no longer returns the role or accepts the tokens: the provider is asked every 5 minutes.
 */
export async function readAccess(context: StaffAccessContext, signIn: SignIn | null): Promise<StaffAccess> {
  const granted = signIn === null ? null : await currentlyGranted(context, signIn);
  if (signIn === null || granted === null) return { kind: 'signed_out' };
  const { sub: id, name } = signIn;
  const permissions = permissionsOf(granted, context.config.staff.roleNames);
  const catalogs = granted.catalogs ?? 'all';
  if (permissions.length > 0) return { kind: 'staff', member: { id, name, permissions, catalogs } };
  context.security({ event: 'role_missing', staff: id, needs: 'any role' });
  return { kind: 'refused', name };
}

/** On the server, so a copy of the cookie becomes useless, too. True when the sign-in was valid until now. */
export async function endSession(
  checkoutContext: StaffAccessContext['checkoutContext'],
  { session }: Pick<SignIn, 'session'>,
): Promise<boolean> {
  return (await staffSessions.end(checkoutContext, hashToken(session))) !== null;
}

const nothing: Granted = { roles: [], catalogs: [] };

/**
 * A person's roles and catalogues as the identity provider returns them now, or returned them some minutes ago; none when
 * they are unknown, and null when the session has ended.
 */
async function currentlyGranted(context: StaffAccessContext, signIn: SignIn): Promise<Granted | null> {
  const tokenHash = hashToken(signIn.session);
  const { provider } = context.config.staff;
  for (let waited = 0; ; waited += 100) {
    const session = await staffSessions.touch(context.checkoutContext, tokenHash);
    if (session === null || (session.tokens === '') !== (provider === null)) return null;
    // Here the roles of a person change with those of their sign-ins, at once.
    if (provider === null || session.rolesAge < staffSessionLimits.freshMinutes) return session;
    const claimed = await staffSessions.claimRoles(context.checkoutContext, tokenHash);
    if (claimed !== null) return askAgain(context, signIn, { session: claimed, provider });
    // Another request is asking.
    if (session.rolesAge < staffSessionLimits.usableMinutes) return session;
    if (waited >= waitMilliseconds) return nothing;
    await pause(100);
  }
}

/** Asks the identity provider, and ends the session if the person is not (or no longer) a member of staff. */
async function askAgain(
  { config, log, security, checkoutContext }: StaffAccessContext,
  signIn: SignIn,
  { session, provider }: { session: StaffSession; provider: StaffIssuer },
): Promise<Granted | null> {
  const before = await unseal(config.signInSecret, storedTokens, session.tokens);
  if (before === null) throw new Error('the tokens of a valid session are sealed with the current secret');
  const { granted, tokens } = await askGranted(provider, signIn.sub, before, (error) =>
    log.warn({ err: error }, 'the identity provider could not be asked for roles'),
  );
  if (granted === 'refused') {
    await endSession(checkoutContext, signIn);
    security({ event: 'session_ended', staff: signIn.sub });
    return null;
  }
  await staffSessions.saveRoles(checkoutContext, hashToken(signIn.session), {
    tokens: await seal(config.signInSecret, storedTokens, tokens),
    granted,
  });
  if (granted === null) return session.rolesAge < staffSessionLimits.usableMinutes ? session : nothing;
  if (permissionsOf(granted, config.staff.roleNames).length === 0) {
    await endSession(checkoutContext, signIn);
    security({ event: 'role_removed', staff: signIn.sub });
  }
  return granted;
}
