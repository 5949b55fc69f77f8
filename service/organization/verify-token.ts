import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { KeysUnavailable } from './issuer-keys';
import type { Principal, VerifyToken } from '../http/authenticate';
import { organizationNamed } from './organization';

interface TokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  /** Accepts `typ: JWT` as well as `at+jwt` (RFC 9068 §4), for issuers that do not mark access tokens. */
  plainJwt?: boolean;
  /**
   * Told in a sentence why a token of the issuer is refused that is not valid at this moment, at most once a minute: with
   * a wrong clock every token is.
   */
  onWrongTime?: (sentence: string) => void;
}

const claimsSchema = z.object({
  // No database can store a NUL, or half of a surrogate pair.
  organization: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0\p{Surrogate}]*$/u),
  exp: z.number(),
  scope: z.union([z.string().transform((scope) => scope.split(' ')), z.array(z.string())]).default([]),
});

const leewaySeconds = 60;

// A token longer than this is verified each time instead of cached.
const longestRemembered = 4096;

/**
 * Checks access tokens (RFC 9068) of one issuer for one audience. A valid token is cached until it expires, because
 * checking a signature costs more than most requests.
 */
export function tokenVerifier({
  issuer,
  audience,
  keys,
  plainJwt = false,
  onWrongTime = () => undefined,
}: TokenRules): VerifyToken {
  const tell = atMostOnceAMinute(onWrongTime);
  const known = new LRUCache<string, { principal: Principal; until: number }>({ max: 5_000 });
  const check = async (token: string) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519'],
      clockTolerance: leewaySeconds,
      requiredClaims: ['exp'],
    });
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
    if (type !== 'at+jwt' && !(plainJwt && (type === 'jwt' || type === undefined))) return null;
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) return null;
    const { organization, scope, exp } = claims.data;
    const principal = { organization: organizationNamed(organization), scopes: scope };
    if (token.length <= longestRemembered)
      known.set(token, { principal, until: (exp + leewaySeconds) * 1000 });
    return principal;
  };
  return async (token) => {
    const before = known.get(token);
    if (before !== undefined && before.until > Date.now()) return before.principal;
    try {
      return await check(token);
    } catch (error) {
      const sentence = wrongTime(error, issuer);
      if (sentence !== null) tell(sentence);
      if (isTokenFault(error) || error instanceof KeysUnavailable) return null;
      throw error;
    }
  };
}

/**
 * What a token says about the clocks, if it is refused for its time only; null: it is refused for something else. jose checks
 * the signature before the times, so the times are the issuer's.
 */
function wrongTime(error: unknown, issuer: string): string | null {
  const isOfTime = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
  if (!isOfTime || error.reason !== 'check_failed') return null;
  const now = Math.floor(Date.now() / 1000);
  const { exp, nbf } = error.payload;
  if (error.claim === 'exp' && exp !== undefined)
    return (
      `A token of ${issuer} is refused because it expired ${now - exp} seconds ago by the clock of this machine. ` +
      'If it was issued a moment ago, the clock of this machine or of the issuer is wrong.'
    );
  if (error.claim === 'nbf' && nbf !== undefined)
    return (
      `A token of ${issuer} is refused because it is not valid for another ${nbf - now} seconds by the clock of this ` +
      'machine: the clock of this machine or of the issuer is wrong by about as much.'
    );
  return null;
}

function atMostOnceAMinute(tell: (sentence: string) => void): (sentence: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (sentence) => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    tell(sentence);
  };
}

/** A fault of the token itself. jose marks each with a code. */
function isTokenFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^ERR_(?:JWT|JWS|JOSE_ALG|JOSE_NOT|JWKS_NO_MATCHING_KEY$|JWKS_MULTIPLE_MATCHING_KEYS$)/.test(code);
}
