import { afterEach, describe, expect, it } from 'vitest';
import { listen, type WireAnswer, type WireServer } from '@/testing/faults/wire';
import { askGranted } from './identity-provider';

describe('the identity provider', () => {
  let server: WireServer;
  afterEach(() => server.close());

  /** Asks a provider with these answers for roles; its new access token is "new". */
  async function ask(
    userinfo: WireAnswer,
    { refreshed, refreshToken }: { refreshed?: WireAnswer; refreshToken?: string } = {},
  ) {
    let failures = 0;
    server = await listen(({ path, headers }) => {
      if (path.endsWith('openid-configuration'))
        return {
          body: {
            issuer: server.url,
            userinfo_endpoint: `${server.url}/me`,
            token_endpoint: `${server.url}/t`,
          },
        };
      if (path === '/t') return refreshed ?? { status: 500 };
      const isAccepted = headers.authorization === (refreshed === undefined ? 'Bearer token' : 'Bearer new');
      return isAccepted ? userinfo : { status: 401 };
    });
    const client = { issuer: server.url, clientId: 'shop', clientSecret: 'secret' };
    const staff = { ...client, scope: 'openid', rolesClaim: 'roles', catalogsClaim: 'catalogs' };
    const tokens = { accessToken: 'token', refreshToken };
    const answer = await askGranted(staff, 'x', tokens, () => (failures += 1));
    return { ...answer, failures };
  }

  it('returns the roles', async () => {
    const answer = await ask({ body: { sub: 'x', roles: ['staff', 'desk'] } });
    expect(answer).toMatchObject({ granted: { roles: ['staff', 'desk'], catalogs: null }, failures: 0 });
  });

  it('without roles in its answer gives none', async () => {
    expect(await ask({ body: { sub: 'x' } })).toMatchObject({ granted: { roles: [] }, failures: 0 });
  });

  it.each([401, 403])('refuses an access token with %i', async (status) => {
    expect(await ask({ status })).toMatchObject({ granted: 'refused', failures: 0 });
  });

  const json = { 'content-type': 'application/json' };

  it('gives a new access token, and keeps or replaces the refresh token', async () => {
    const granted = { access_token: 'new', token_type: 'Bearer' };
    const first = { refreshToken: 'first' };
    const me = { body: { sub: 'x', roles: ['staff'] } };
    expect(await ask(me, { refreshed: { body: granted, headers: json }, ...first })).toMatchObject({
      granted: { roles: ['staff'] },
      tokens: { accessToken: 'new', refreshToken: 'first' },
    });
    await server.close();
    const both = { ...granted, refresh_token: 'second' };
    // A refresh token that was replaced is kept although the roles could not be read.
    expect(await ask({ status: 500 }, { refreshed: { body: both, headers: json }, ...first })).toMatchObject({
      granted: null,
      failures: 1,
      tokens: { accessToken: 'new', refreshToken: 'second' },
    });
  });

  it.each([
    ['invalid_grant', 'refused'],
    ['invalid_client', null],
  ])('that answers a refresh token with %s gives %s', async (error, granted) => {
    const refreshed = { status: 400, body: { error }, headers: json };
    expect(await ask({ body: {} }, { refreshed, refreshToken: 'first' })).toMatchObject({ granted });
  });

  it.each([
    { status: 500 },
    'cut' as const,
    { text: 'hello' },
    { body: { sub: 'another person', roles: ['staff'] } },
  ])('that fails (%o) gives no answer', async (reply) => {
    expect(await ask(reply)).toMatchObject({ granted: null, failures: 1 });
  });
});
