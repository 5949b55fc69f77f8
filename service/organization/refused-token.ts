import { errors } from 'jose';

/**
 * Why a token of the issuer is refused, for the operator, who can correct it there or in the settings. Null: it was not signed
 * by the issuer, or is of another one. jose checks the signature before the claims, so what they say is the issuer's.
 */
export function whyRefused(
  error: unknown,
  { issuer, audience }: { issuer: string; audience: string },
): string | null {
  if (error instanceof errors.JWTExpired) return expired(error.payload.exp ?? 0, issuer);
  if (!(error instanceof errors.JWTClaimValidationFailed)) return null;
  const { claim, reason, payload } = error;
  if (claim === 'nbf' && reason === 'check_failed') return notYet(payload.nbf ?? 0, issuer);
  if (claim === 'aud')
    return (
      `A token of ${issuer} is refused because its audience (aud) is ${JSON.stringify(payload.aud)}, and not ${audience}: ` +
      'let the issuer add it to the tokens of this client, or set TOKEN_AUDIENCE.'
    );
  if (claim === 'iss')
    return `A token is refused because its issuer (iss) is ${JSON.stringify(payload.iss)}: TOKEN_ISSUER is ${issuer}.`;
  return null;
}

const now = () => Math.floor(Date.now() / 1000);

const expired = (exp: number, issuer: string): string =>
  `A token of ${issuer} is refused because it expired ${now() - exp} seconds ago by the clock of this machine. ` +
  'If it was issued a moment ago, the clock of this machine or of the issuer is wrong.';

const notYet = (nbf: number, issuer: string): string =>
  `A token of ${issuer} is refused because it is not valid for another ${nbf - now()} seconds by the clock of this ` +
  'machine: the clock of this machine or of the issuer is wrong by about as much.';

export const wrongType = (type: string | undefined, issuer: string): string =>
  `A token of ${issuer} is refused because its type (typ) is ${type ?? 'missing'} and not at+jwt: it may be an ID token. ` +
  'If the issuer does not mark access tokens, set TOKEN_PLAIN_JWT=true.';

export const wrongClaims = (issuer: string): string =>
  `A token of ${issuer} is refused because it does not name its organization, or not in the right form: let the issuer add ` +
  'the claim "organization", a text of at most 255 characters, to the tokens of this client.';
