import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyResult } from 'jose';
import { loadSecrets, type DemoSecrets } from '@/demo/common/secrets';
import { listenHttp } from '@/testing/listen-http';
import { temporaryFolder } from '@/testing/temporary-folder';
import { withIdentityProvider } from '@/demo/identity/identity-listener';
import { createDemoIdentity, type DemoIdentityOptions } from '@/demo/identity/demo-identity';
import { peopleOf } from '@/demo/identity/people';
import { signInPages } from '@/demo/identity/sign-in-pages';
import { loadSigningKeys } from '@/demo/identity/signing-keys';

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

/** The identity provider on a free port with its own data folder. */
export async function startIdentity(
  options: Pick<DemoIdentityOptions, 'staffTokenSeconds' | 'hasRefreshTokens'> = {},
): Promise<TestIdentity> {
  const folder = await temporaryFolder();
  const secrets = await loadSecrets(folder.path);
  const server = await listenHttp((request, response) => listener(request, response));
  const demoUrl = `http://localhost:${server.port}`;
  const people = peopleOf(folder.path);
  const signingKeys = await loadSigningKeys(folder.path);
  const provider = createDemoIdentity({
    demoUrl,
    storefrontUrl,
    serviceUrl,
    secrets,
    signingKeys,
    people,
    ...options,
  });
  const pages = new Hono().route('/sign-in', signInPages(provider, people));
  const fallback = getRequestListener(pages.fetch, { overrideGlobalObjects: false });
  const listener = withIdentityProvider(provider, demoUrl, fallback);

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
      await server.close();
      await folder.remove();
    },
  };
}

function basic(id: string, secret: string): string {
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
