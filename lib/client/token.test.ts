import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from './service-error';
import { listen, type WireAnswer, type WireServer } from '@/testing/faults/wire';
import { createTokenSource } from './token';

const open: WireServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** An issuer that numbers its tokens; they are valid for ten minutes by the test's clock. */
async function issuer(
  grant: (number: number) => WireAnswer = (number) => ({
    body: { access_token: `t${number}`, token_type: 'Bearer', expires_in: 600 },
  }),
) {
  let count = 0;
  const clock = { milliseconds: 0 };
  const server: WireServer = await listen(({ path, headers }) =>
    path.endsWith('/.well-known/openid-configuration')
      ? {
          body: {
            issuer: `${server.url}/issuer`,
            token_endpoint: `http://${headers.host ?? ''}/issuer/token`,
          },
        }
      : grant(++count),
  );
  open.push(server);
  const getToken = createTokenSource({
    issuer: `${server.url}/issuer`,
    clientId: 'shop:1',
    clientSecret: 'p&ss word',
    audience: 'https://service.test',
    scope: 'catalog:read',
    now: () => clock.milliseconds,
  });
  return { getToken, server, clock };
}

describe('createTokenSource', () => {
  it('requests a token with client credentials, as in RFC 6749 and RFC 8707', async () => {
    const { getToken, server } = await issuer();
    expect(await getToken()).toBe('t1');
    const [discovery, grant] = server.seen;
    expect(discovery?.path).toBe('/issuer/.well-known/openid-configuration');
    expect(grant?.headers.authorization).toBe(
      `Basic ${Buffer.from('shop%3A1:p%26ss%20word').toString('base64')}`,
    );
    expect(Object.fromEntries(new URLSearchParams(grant?.body))).toEqual({
      grant_type: 'client_credentials',
      resource: 'https://service.test',
      scope: 'catalog:read',
    });
  });

  it('keeps a token until shortly before it expires', async () => {
    const { getToken, clock } = await issuer();
    expect(await getToken()).toBe('t1');
    clock.milliseconds = 569_000;
    expect(await getToken()).toBe('t1');
    clock.milliseconds = 571_000;
    expect(await getToken()).toBe('t2');
  });

  it('sends one request for any number of waiting callers', async () => {
    const { getToken, server } = await issuer();
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => getToken())))).toEqual(new Set(['t1']));
    expect(server.seen).toHaveLength(2);
  });

  it('gets another one for a token that was refused', async () => {
    const { getToken } = await issuer();
    const first = await getToken();
    expect(await getToken(first)).toBe('t2');
    expect(await getToken(first)).toBe('t2');
  });

  it('does not cache a failure', async () => {
    const { getToken } = await issuer((number) =>
      number === 1 ? { status: 500, body: {} } : { body: { access_token: 'good', token_type: 'Bearer' } },
    );
    await expect(getToken()).rejects.toThrow(ServiceError);
    expect(await getToken()).toBe('good');
  });

  it('says what is wrong with the issuer', async () => {
    const refused = await issuer(() => ({ status: 401, body: { error: 'invalid_client' } }));
    await expect(refused.getToken()).rejects.toMatchObject({ reason: 'unauthorized', effect: 'none' });
    const odd = await issuer(() => ({ body: { token: 'x' } }));
    await expect(odd.getToken()).rejects.toMatchObject({ reason: 'unparsable' });
    await odd.server.close();
    await expect(odd.getToken()).rejects.toMatchObject({ reason: 'unreachable' });
  });
});
