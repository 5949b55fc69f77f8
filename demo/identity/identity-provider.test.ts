import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceUrl, startIdentity, type Discovery, type TestIdentity } from '@/demo/testing/identity';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

describe('discovery', () => {
  it('returns the issuer and addresses of DEMO_URL, also for a request with another host', async () => {
    const other = identity.demoUrl.replace('localhost', '127.0.0.1');
    const response = await fetch(`${other}/oidc/.well-known/openid-configuration`);
    const found = (await response.json()) as Discovery;
    expect(found).toEqual(await identity.discover());
    expect(found.issuer).toBe(`${identity.demoUrl}/oidc`);
    expect(found.token_endpoint).toBe(`${identity.demoUrl}/oidc/token`);
  });

  it('publishes no private key', async () => {
    const { jwks_uri } = await identity.discover();
    const { keys } = (await (await fetch(jwks_uri)).json()) as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('client credentials', () => {
  it.each([
    [
      'demo-storefront',
      'catalog:read booking:read booking:write booking:override booking:counter ticket:redeem',
    ],
    ['demo-reseller', 'catalog:read booking:read booking:write ticket:redeem'],
    ['demo-issuer', 'catalog:read catalog:write catalog:manage catalog:edit voucher:manage'],
  ] as const)('gives %s an RFC 9068 token with all its scopes', async (clientId, scope) => {
    const response = await identity.askToken(clientId, identity.secrets.clients[clientId], {
      grant_type: 'client_credentials',
    });
    const body = (await response.json()) as { access_token: string; expires_in: number; token_type: string };
    expect(response.status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope });
    const { payload, protectedHeader } = await identity.verify(body.access_token, serviceUrl);
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(payload).toMatchObject({ client_id: clientId, sub: clientId, organization: clientId, scope });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    expect(payload.jti).toBeTypeOf('string');
  });

  it('accepts the secret in the body too, and the requested resource', async () => {
    const response = await fetch(`${identity.demoUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'demo-reseller',
        client_secret: identity.secrets.clients['demo-reseller'],
        resource: serviceUrl,
        scope: 'catalog:read',
      }),
    });
    expect(await response.json()).toMatchObject({ scope: 'catalog:read' });
  });

  it('leaves out scopes that the client may not have', async () => {
    const response = await identity.askToken('demo-storefront', identity.secrets.clients['demo-storefront'], {
      grant_type: 'client_credentials',
      scope: 'catalog:read catalog:write',
    });
    expect(await response.json()).toMatchObject({ scope: 'catalog:read' });
  });

  it('refuses a wrong secret, an unknown client, another resource and a client of another kind', async () => {
    const grant = { grant_type: 'client_credentials' };
    const wrong = await identity.askToken('demo-storefront', 'x'.repeat(43), grant);
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    expect((await identity.askToken('nobody', 'x'.repeat(43), grant)).status).toBe(401);
    const elsewhere = await identity.askToken(
      'demo-storefront',
      identity.secrets.clients['demo-storefront'],
      {
        ...grant,
        resource: 'https://elsewhere.test',
      },
    );
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([400, { error: 'invalid_target' }]);
    expect(
      (await identity.askToken('demo-staff', identity.secrets.clients['demo-staff'], grant)).status,
    ).toBe(400);
  });
});
