import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { KeysUnavailable } from './issuer-keys';
import { organizationNamed, type Principal } from './organization';

/** Resolves to who calls, or to null for a token that fails any check, or whose key can't be had. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

interface TokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  /** Takes `typ: JWT` beside `at+jwt` (RFC 9068 §4), for issuers that do not mark access tokens. */
  plainJwt?: boolean;
}

const claimsSchema = z.object({
  // No database keeps a NUL, or half of a surrogate pair.
  organization: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0\p{Surrogate}]*$/u),
  exp: z.number(),
  scope: z.union([z.string().transform((scope) => scope.split(' ')), z.array(z.string())]).default([]),
});

const leewaySeconds = 60;

// A token of more than that is verified each time rather than remembered.
const longestRemembered = 4096;

/**
 * Checks access tokens (RFC 9068) of one issuer for one audience. A token that passed is remembered until it expires:
 * checking a signature costs more than most of what is asked for with it.
 */
export function tokenVerifier({ issuer, audience, keys, plainJwt = false }: TokenRules): VerifyToken {
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
      if (isTokenFault(error) || error instanceof KeysUnavailable) return null;
      throw error;
    }
  };
}

/** A token's own fault. jose marks each with a code. */
function isTokenFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('ERR_JWT') ||
    code.startsWith('ERR_JWS') ||
    code.startsWith('ERR_JOSE_ALG') ||
    code.startsWith('ERR_JOSE_NOT') ||
    code === 'ERR_JWKS_NO_MATCHING_KEY' ||
    code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS'
  );
}
