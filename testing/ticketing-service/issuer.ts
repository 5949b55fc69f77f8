import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from '@/testing/faults/wire';

/** A token issuer: discovery, one RS256 key, and signed access tokens (RFC 9068) on request. */
export interface Issuer {
  url: string;
  /** `lifetime`: a time span such as `1h`. */
  token(
    claims: { audience: string; organization: string; scopes: readonly string[] },
    lifetime: string,
  ): Promise<string>;
  close(): Promise<void>;
}

/** Starts a token issuer on a free loopback port. */
export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }];
  const server = await listen(({ path }) => ({
    body: path === '/jwks' ? { keys } : { issuer: server.url, jwks_uri: `${server.url}/jwks` },
  }));
  return {
    url: server.url,
    token: ({ audience, organization, scopes }, lifetime) =>
      new SignJWT({ organization, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test' })
        .setIssuer(server.url)
        .setAudience(audience)
        .setExpirationTime(lifetime)
        .sign(privateKey),
    close: () => server.close(),
  };
}
