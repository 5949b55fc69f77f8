import { decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import { withoutSlash } from '../../network/without-slash';
import type { TokenSourceOptions } from '../../client/token';

const claimsSchema = z.object({
  iss: z.unknown().optional(),
  aud: z.unknown().optional(),
  organization: z.string().min(1).max(255).nullable().catch(null),
  /** Null: it does not tell its scopes. */
  scope: z
    .union([z.string().transform((scope) => scope.split(' ')), z.array(z.string())])
    .nullable()
    .catch(null),
});

export type TokenClaims = z.output<typeof claimsSchema> & { type: string };

/** What an access token says of itself. Nothing is verified. Null: it is none that clients can read, as is its issuer's right. */
export function readClaims(token: string): TokenClaims | null {
  try {
    const { typ = 'missing' } = decodeProtectedHeader(token);
    return { ...claimsSchema.parse(decodeJwt(token)), type: typ.toLowerCase().replace(/^application\//, '') };
  } catch (error) {
    if (!(error instanceof errors.JWTInvalid || error instanceof TypeError)) throw error;
    return null;
  }
}

type Token = Pick<TokenSourceOptions, 'issuer' | 'audience' | 'scope'>;

/** The scopes that were asked for, and are not in the token. */
export const missingScopes = ({ scope }: Pick<Token, 'scope'>, given: readonly string[]): string[] =>
  scope.split(' ').filter((one) => one !== '' && !given.includes(one));

const shown = (claim: unknown) => (claim === undefined ? 'missing' : JSON.stringify(claim));

/**
 * What the service may refuse a token for (docs/api-details.md), as far as the settings of the shop tell. Each sentence goes on
 * after a colon.
 */
export function reasonsToRefuse(claims: TokenClaims | null, token: Token): string[] {
  if (claims === null)
    return ['it is no JWT (RFC 9068): let the issuer give this client signed access tokens'];
  const { organization, aud, iss, type, scope } = claims;
  const missing = scope === null ? [] : missingScopes(token, scope);
  return [
    ...(organization === null
      ? ['it has no claim organization with a text: let the issuer add it to the tokens of this client']
      : []),
    ...([aud].flat().includes(token.audience)
      ? []
      : [
          `its audience (aud) is ${shown(aud)} and not ${token.audience}: let the issuer add that, or correct TOKEN_AUDIENCE`,
        ]),
    ...(withoutSlash(String(iss)) === withoutSlash(token.issuer)
      ? []
      : [`its issuer (iss) is ${shown(iss)} and not ${token.issuer}: correct TOKEN_ISSUER`]),
    ...(type === 'at+jwt'
      ? []
      : [
          `its type (typ) is ${type} and not at+jwt: set TOKEN_PLAIN_JWT=true for the service, unless it has that`,
        ]),
    ...(missing.length > 0 ? [`it lacks the scopes ${missing.join(', ')} of TOKEN_SCOPE`] : []),
  ];
}
