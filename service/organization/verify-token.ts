import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Principal, VerifyToken } from '../http/authenticate';
import { organizationNamed } from './organization';
import { whyRefused, wrongClaims, wrongType } from './refused-token';

interface TokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  /** Accepts `typ: JWT` as well as `at+jwt` (RFC 9068 §4), for issuers that do not mark access tokens. */
  plainJwt?: boolean;
  /**
   * Told in a sentence why a token that the issuer signed is refused, at most once a minute: with a wrong clock or setting
   * every token is.
   */
  onRefused?: (sentence: string) => void;
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
  onRefused = () => undefined,
}: TokenRules): VerifyToken {
  const tell = atMostOnceAMinute(onRefused);
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
    if (type !== 'at+jwt' && !(plainJwt && (type === 'jwt' || type === undefined))) {
      tell(wrongType(type, issuer));
      return null;
    }
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) {
      tell(wrongClaims(issuer));
      return null;
    }
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
      const sentence = whyRefused(error, { issuer, audience });
      if (sentence !== null) tell(sentence);
      if (isTokenFault(error)) return null;
      throw error;
    }
  };
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
