import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyResult } from 'jose';
import { loadSecrets, type DemoSecrets } from '../secrets';
import { temporaryFolder } from '../testing';
import { withIdentityProvider } from './identity-listener';
import { createIdentityProvider } from './identity-provider';
import { peopleOf } from './people';
import { signInPages } from './sign-in-pages';
import { loadSigningKeys } from './signing-keys';

export const serviceUrl = 'https://service.test';
export const storefrontUrl = 'http://shop.test';

export interface Discovery {
  issuer: string;
  jwks_uri: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
}

export interface TestIdentity {
  readonly demoUrl: string;
  readonly dataDir: string;
  readonly secrets: DemoSecrets;
  discover(): Promise<Discovery>;
  askToken(id: string, secret: string, form: Record<string, string>): Promise<Response>;
  verify(token: string, audience: string): Promise<JWTVerifyResult>;
  close(): Promise<void>;
}

/** The identity provider on a free port with a data folder of its own. */
export async function startIdentity(): Promise<TestIdentity> {
  const folder = await temporaryFolder();
  const secrets = await loadSecrets(folder.path);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const demoUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people = peopleOf(folder.path);
  const signingKeys = await loadSigningKeys(folder.path);
  const provider = createIdentityProvider({
    demoUrl,
    storefrontUrl,
    serviceUrl,
    secrets,
    signingKeys,
    people,
  });
  const pages = new Hono().route('/sign-in', signInPages(provider, people));
  const fallback = getRequestListener(pages.fetch, { overrideGlobalObjects: false });
  const listener = withIdentityProvider(provider, demoUrl, fallback);
  server.on('request', (request, response) => void listener(request, response));

  const discover = async () => {
    const response = await fetch(`${demoUrl}/oidc/.well-known/openid-configuration`);
    return (await response.json()) as Discovery;
  };
  return {
    demoUrl,
    dataDir: folder.path,
    secrets,
    discover,
    askToken: (id, secret, form) =>
      fetch(`${demoUrl}/oidc/token`, {
        method: 'POST',
        headers: { authorization: basic(id, secret) },
        body: new URLSearchParams(form),
      }),
    verify: async (token, audience) => {
      const { jwks_uri, issuer } = await discover();
      return await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), { issuer, audience });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await folder.remove();
    },
  };
}

function basic(id: string, secret: string): string {
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
