import { afterEach, describe, expect, it } from 'vitest';
import { startHttp, type Reply, type WireServer } from '../client/testing';
import { askIssuer, currentRoles } from './roles';

const minute = 60_000;
const signIn = (accessToken: string) => ({ roles: ['staff'], signedInAt: 0, accessToken });
const away = () => Promise.resolve(null);
const says = (roles: string[]) => () => Promise.resolve(roles);

describe('a person who signed in with the role', () => {
  it('has it for minutes without anybody being asked', async () => {
    const nobody = () => Promise.reject(new Error('asked'));
    expect(await currentRoles(signIn('a'), nobody, 4 * minute)).toEqual(['staff']);
  });

  it('keeps it while the provider says so', async () => {
    expect(await currentRoles(signIn('b'), says(['staff']), 6 * minute)).toEqual(['staff']);
    expect(await currentRoles(signIn('b'), away, 20 * minute)).toEqual(['staff']);
  });

  it('has lost it when the provider says so, whatever the cookie says', async () => {
    expect(await currentRoles(signIn('c'), says([]), 6 * minute)).toEqual([]);
    expect(await currentRoles(signIn('c'), away, 7 * minute)).toEqual([]);
  });

  it('has it for 15 minutes and no longer while nobody can be asked', async () => {
    expect(await currentRoles(signIn('d'), away, 14 * minute)).toEqual(['staff']);
    expect(await currentRoles(signIn('d'), away, 15 * minute)).toEqual([]);
  });

  it('without an access token has it for 15 minutes', async () => {
    const bare = { roles: ['staff'], signedInAt: 0 };
    expect(await currentRoles(bare, says(['staff']), 14 * minute)).toEqual(['staff']);
    expect(await currentRoles(bare, says(['staff']), 16 * minute)).toEqual([]);
  });
});

describe('the identity provider', () => {
  let server: WireServer;
  afterEach(() => server.close());

  async function ask(userinfo: Reply): Promise<{ roles: readonly string[] | null; failures: number }> {
    let failures = 0;
    server = await startHttp(({ path, headers }) => {
      if (path.endsWith('openid-configuration')) return { body: { userinfo_endpoint: `${server.url}/me` } };
      return headers.authorization === 'Bearer token' ? userinfo : { status: 401 };
    });
    const roles = await askIssuer(server.url, () => (failures += 1))('token');
    return { roles, failures };
  }

  it('tells the roles', async () => {
    expect(await ask({ body: { sub: 'x', roles: ['staff', 'desk'] } })).toEqual({
      roles: ['staff', 'desk'],
      failures: 0,
    });
  });

  it('that tells none, gives none', async () => {
    expect(await ask({ body: { sub: 'x' } })).toEqual({ roles: [], failures: 0 });
  });

  it('that does not accept the token any more, gives none', async () => {
    expect(await ask({ status: 401 })).toEqual({ roles: [], failures: 0 });
  });

  it.each([{ status: 500 }, { reset: true as const }, { text: 'hello' }])(
    'that fails (%o) tells nothing',
    async (reply) => {
      expect(await ask(reply)).toEqual({ roles: null, failures: 1 });
    },
  );
});
