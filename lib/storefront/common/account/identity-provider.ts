import {
  authorizationCodeGrant,
  buildEndSessionUrl,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
} from 'openid-client';
import { z } from 'zod';
import { toPlainText } from '../../../contract/plain-text';
import { grantedInClaims, type StaffClaims } from '../../../runtime/staff-roles';
import type { Granted } from '../../../shop/rules/staff-catalogs';
import { discoverIssuer, type IssuerClient, refusalStatus } from '../../../client/issuer';

const timeoutSeconds = 5;

const profileSchema = z.object({
  sub: z.string(),
  name: z.string().transform(toPlainText).optional(),
  /** When the person has typed their password, in seconds. */
  auth_time: z.number().optional(),
});

/** For how long a person counts as one who has just signed in. */
export const freshSeconds = 10 * 60;

/** Our client at the staff's identity provider, and in which claims it says what a person may do. */
export interface StaffIssuer extends IssuerClient, StaffClaims {
  readonly scope: string;
}

export const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** By which the provider knows whose sign-in ends; refreshed tokens come without one. */
  idToken: z.string().optional(),
});
export type Tokens = z.output<typeof tokensSchema>;

/** The random values that the identity provider's answer to a sign-in has to match. */
export const expectedSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type Expected = z.output<typeof expectedSchema>;

/**
 * The URL at which staff sign in, and what its answer has to match. `isFresh`: they have to sign in there again, although
 * they are signed in (OpenID Connect Core §3.1.2.1). Rejects if the provider can't be asked.
 */
export async function signInAddress(
  staff: StaffIssuer,
  redirectUri: string,
  isFresh: boolean,
): Promise<{ url: URL; expected: Expected }> {
  const expected = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(await discoverIssuer(staff, timeoutSeconds), {
    redirect_uri: redirectUri,
    scope: staff.scope,
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await calculatePKCECodeChallenge(expected.verifier),
    code_challenge_method: 'S256',
    ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
  });
  return { url, expected };
}

/** The person and the tokens to which the provider's answer, the called URL, leads. Rejects if it is not valid. */
export async function exchangeCode(
  staff: StaffIssuer,
  answer: URL,
  { state, nonce, verifier, isFresh }: Expected & { isFresh: boolean },
): Promise<{ profile: z.output<typeof profileSchema> & Granted; tokens: Tokens }> {
  const provider = await discoverIssuer(staff, timeoutSeconds);
  enableNonRepudiationChecks(provider);
  const granted = await authorizationCodeGrant(provider, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    // A provider that has not asked again, or does not say when it did, is not believed.
    ...(isFresh ? { maxAge: freshSeconds } : {}),
  });
  const claims = granted.claims();
  return {
    profile: { ...profileSchema.parse(claims), ...grantedInClaims(claims, staff) },
    tokens: {
      accessToken: granted.access_token,
      refreshToken: granted.refresh_token,
      idToken: granted.id_token,
    },
  };
}

/**
 * The roles and catalogues that the provider gives a person now. `refused`: it accepts neither token any more. Null: it can't be
 * asked; `onFailure` is told why. A refresh token may have been replaced in either case.
 */
export async function askGranted(
  staff: StaffIssuer,
  sub: string,
  tokens: Tokens,
  onFailure: (error: unknown) => void,
): Promise<{ granted: Granted | 'refused' | null; tokens: Tokens }> {
  let current = tokens;
  try {
    const provider = await discoverIssuer(staff, timeoutSeconds);
    const person = { sub, claims: staff };
    let granted = await readGranted(provider, person, current.accessToken);
    if (granted === 'refused' && current.refreshToken !== undefined) {
      const refreshed = await refresh(provider, current.refreshToken);
      if (refreshed === 'refused') return { granted: 'refused', tokens };
      current = { ...current, ...refreshed };
      granted = await readGranted(provider, person, current.accessToken);
    }
    return { granted, tokens: current };
  } catch (error) {
    onFailure(error);
    return { granted: null, tokens: current };
  }
}

/** Roles and catalogues from the userinfo endpoint (OpenID Connect Core §5.3). */
async function readGranted(
  provider: Configuration,
  { sub, claims }: { sub: string; claims: StaffClaims },
  accessToken: string,
): Promise<Granted | 'refused'> {
  try {
    return grantedInClaims(await fetchUserInfo(provider, accessToken, sub), claims);
  } catch (error) {
    const status = refusalStatus(error);
    if (status === 401 || status === 403) return 'refused';
    throw error;
  }
}

/** New tokens (RFC 6749 §6). The provider may keep the refresh token or replace it. */
async function refresh(provider: Configuration, refreshToken: string): Promise<Tokens | 'refused'> {
  try {
    const granted = await refreshTokenGrant(provider, refreshToken);
    return { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? refreshToken };
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'refused';
    throw error;
  }
}

/**
 * Revokes the tokens of a sign-in (RFC 7009), and resolves to the provider's address where the person is signed out there
 * too (OpenID Connect RP-Initiated Logout §2); null if it has none, or can't be asked: `onFailure` is told why.
 */
export async function endTokens(
  staff: StaffIssuer,
  { accessToken, refreshToken, idToken }: Tokens,
  returnTo: string,
  onFailure: (error: unknown) => void,
): Promise<URL | null> {
  try {
    const provider = await discoverIssuer(staff, timeoutSeconds);
    const { revocation_endpoint: revocation, end_session_endpoint: end } = provider.serverMetadata();
    // A provider that revokes a refresh token ends its access tokens, too (RFC 7009 §2.1).
    if (revocation !== undefined)
      await tokenRevocation(provider, refreshToken ?? accessToken).catch(onFailure);
    if (end === undefined) return null;
    return buildEndSessionUrl(provider, {
      post_logout_redirect_uri: returnTo,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    });
  } catch (error) {
    onFailure(error);
    return null;
  }
}
