import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listen } from '@/testing/faults/wire';

/** A token issuer: discovery, one RS256 key, and signed access tokens (RFC 9068) on request. */
export interface Issuer {
  url: string;
  /** `lifetime`: a time span such as `1h`. */
  token(content: TokenContent, lifetime: string): Promise<string>;
  close(): Promise<void>;
}

interface TokenContent {
  audience: string;
  organization: string;
  scopes: readonly string[];
}

/** How an issuer is other than it should be. */
export interface IssuerFaults {
  /** What it calls itself, instead of its address. */
  calledName?: string;
  /** By how much its clock is ahead. */
  secondsAhead?: number;
  /** It refuses clients. */
  refuses?: boolean;
  /** The error by which it refuses codes, instead of `invalid_grant`. */
  refusesCodes?: string;
  /** The scopes that it grants, instead of those that were asked for. */
  grants?: string;
  /** Where it says that it gives tokens. */
  tokenEndpoint?: string;
  /** The type of its tokens (`at+jwt`). */
  type?: string;
  /** Claims of the tokens that clients get, instead of the usual ones. */
  claims?: Readonly<Record<string, unknown>>;
  /** It has no keys. */
  isKeyless?: boolean;
}

/** Starts a token issuer on a free loopback port. It gives tokens to any client (RFC 6749 §4.4). */
export async function startIssuer(faults: IssuerFaults = {}): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }];
  const sign = (claims: JWTPayload, lifetime: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: faults.type ?? 'at+jwt', kid: 'test' })
      .setExpirationTime(lifetime)
      .sign(privateKey);
  const claimsOf = ({ audience, organization, scopes }: TokenContent) => {
    const scope = scopes.join(' ');
    return { organization, scope, iss: server.url, aud: audience };
  };
  const token: Issuer['token'] = (content, lifetime) => sign(claimsOf(content), lifetime);
  const grant = async (form: URLSearchParams) => {
    if (faults.refuses === true) return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('grant_type') === 'authorization_code')
      return { status: 400, body: { error: faults.refusesCodes ?? 'invalid_grant' } };
    const scopes = (faults.grants ?? form.get('scope') ?? '').split(' ');
    const content = { audience: form.get('resource') ?? '', organization: 'reseller', scopes };
    const given = await sign({ ...claimsOf(content), ...faults.claims }, '1h');
    return { body: { access_token: given, token_type: 'Bearer', expires_in: 3600 } };
  };
  const answer = (path: string, form: string) => {
    if (path === '/token') return grant(new URLSearchParams(form));
    if (path === '/jwks') return { body: { keys: faults.isKeyless === true ? [] : keys } };
    const { url } = server;
    const issuer = faults.calledName ?? url;
    const token_endpoint = faults.tokenEndpoint ?? `${url}/token`;
    return { body: { issuer, jwks_uri: `${url}/jwks`, token_endpoint } };
  };
  const server = await listen(async ({ path, body }) => {
    const date = new Date(Date.now() + 1000 * (faults.secondsAhead ?? 0)).toUTCString();
    return { ...(await answer(path, body)), headers: { date } };
  });
  return { url: server.url, token, close: () => server.close() };
}
