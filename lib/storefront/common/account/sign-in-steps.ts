import { z } from 'zod';
import { type SignInPlace, staffSessions } from '../../../shop/data/staff-session-store';
import { hashToken, newToken } from '../../../shop/tokens';
import { withQuery } from '../../../locale/paths';
import type { Config } from '../../../runtime/config';
import { exchangeCode, signInAddress } from './identity-provider';
import { seal, sessionCookie, signInCookie, stateCookie, storedTokens, unseal } from './sign-in-token';
import { endSession, type StaffAccessContext } from './staff-access';

// The two steps of a sign-in at the identity provider (OpenID Connect Core §3.1), without the framework.

export type SignInContext = StaffAccessContext & { config: Pick<Config, 'storefrontUrl'> };

/** Where the browser goes next, and the cookie that it gets. */
export interface Step {
  location: string;
  cookie?: ReturnType<typeof signInCookie> & { value: string };
}

export const callbackPath = '/api/auth/callback/staff';

/** The identity provider. Throws if staff sign in here: no page of ours then leads to a sign-in there. */
export function providerOf({ staff: { provider } }: SignInContext['config']) {
  if (provider === null)
    throw Object.assign(new Error('there is no identity provider'), { code: 'NO_PROVIDER' });
  return provider;
}

/** To the identity provider, or to our own page. The cookie holds what its answer has to match. `isFresh`: the password is asked for again. */
export async function beginStep(context: SignInContext, back: string, isFresh = false): Promise<Step> {
  const { config } = context;
  if (config.staff.provider === null) return { location: withQuery('/staff/sign-in', { back }) };
  try {
    const { provider } = config.staff;
    const redirectUri = `${config.storefrontUrl}${callbackPath}`;
    const { url, expected } = await signInAddress(provider, redirectUri, isFresh);
    const value = await seal(config.signInSecret, stateCookie, { ...expected, back, isFresh });
    return { location: url.href, cookie: { ...signInCookie(config, stateCookie), value } };
  } catch (error) {
    return failed(context, error);
  }
}

/** What a browser has of the first step (`state`) and of the sign-in before this one, both sealed, and where it is. */
export interface SigningIn {
  readonly state: string | undefined;
  readonly before?: string | undefined;
  readonly place: SignInPlace;
}

/**
 * From the identity provider, with its answer and the cookie of the first step; begins the session. That of the sign-in
 * before it in the same browser ends: its cookie is replaced, so nobody could end it any more.
 */
export async function completeStep(
  context: SignInContext,
  answer: URLSearchParams,
  { state, before: sealedBefore, place }: SigningIn,
): Promise<Step> {
  const { config, security, checkoutContext } = context;
  try {
    const begun = await unseal(config.signInSecret, stateCookie, state);
    if (begun === null) throw Object.assign(new Error('no sign-in has begun'), { code: 'NOT_BEGUN' });
    const { back, ...expected } = begun;
    const called = new URL(`${config.storefrontUrl}${callbackPath}?${answer.toString()}`);
    const { profile, tokens } = await exchangeCode(providerOf(config), called, expected);
    const { sub, name, roles, catalogs, auth_time: authTime } = profile;
    const session = newToken();
    const sealed = await seal(config.signInSecret, storedTokens, tokens);
    await staffSessions.begin(checkoutContext, hashToken(session), {
      granted: { roles, catalogs },
      tokens: sealed,
      member: { id: sub, name: name ?? sub },
      place,
    });
    security({ event: 'sign_in', staff: sub });
    const before = await unseal(config.signInSecret, sessionCookie, sealedBefore);
    // Its tokens are forgotten but not revoked: many providers would revoke those of the new sign-in with them.
    if (before !== null) await endSession(checkoutContext, before);
    const signIn = { sub, name: name ?? sub, session, authTime };
    const value = await seal(config.signInSecret, sessionCookie, signIn);
    return { location: back, cookie: { ...signInCookie(config, sessionCookie), value } };
  } catch (error) {
    return failed(context, error);
  }
}

const errorSchema = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,60}$/) });

/** What openid-client says about an ID token that is not valid at this moment: nothing of it was typed by a person. */
const timesSchema = z.object({
  code: z.literal('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'),
  cause: z.object({
    cause: z.object({
      claim: z.enum(['exp', 'nbf']),
      now: z.int(),
      claims: z.object({ exp: z.number(), nbf: z.number().optional() }),
    }),
  }),
});

/** The provider issues the token for the sign-in, so if its time is wrong one of the clocks is. Null: it is not the time. */
function wrongTime(error: unknown, issuer: string): string | null {
  const times = timesSchema.safeParse(error).data?.cause.cause;
  if (times === undefined) return null;
  const { claim, now, claims } = times;
  const how =
    claim === 'exp'
      ? `expired ${now - claims.exp} seconds ago`
      : `is not valid for another ${(claims.nbf ?? now) - now} seconds`;
  return `by the clock of this machine a token that was just issued ${how}: the clock of this machine, or that of ${issuer}, is wrong`;
}

/**
 * Only the error's code is logged: not an error of ours, because any client can call the URL to which the provider
 * returns, and texts of it would be in the message.
 */
export function failed({ config, log, security }: SignInContext, error: unknown): Step {
  const code = errorSchema.safeParse(error).data?.code ?? 'OTHER';
  const why = wrongTime(error, config.staff.provider?.issuer ?? '');
  log.warn({ code, ...(why === null ? {} : { why }) }, 'a staff sign-in failed');
  security({ event: 'sign_in_failed', code });
  // Without a language: the proxy adds the visitor's.
  return { location: '/staff?error=SignIn' };
}
