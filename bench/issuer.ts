import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { scopes } from '../service/organization/organization';

/** A token issuer with one RS256 key. It is asked for its keys once, so it may live in the bench's own process. */
export interface Issuer {
  url: string;
  /** An access token with every scope, good for a day. */
  token(organization: string, audience: string): Promise<string>;
  close(): void;
}

/** Starts a token issuer on a free loopback port: discovery and keys, nothing else. */
export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }] });
  const server = createServer((request, response) => {
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(isDiscovery ? JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }) : keys);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token: (organization, audience) =>
      new SignJWT({ organization, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'bench' })
        .setIssuer(url)
        .setAudience(audience)
        .setExpirationTime('24h')
        .sign(privateKey),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
