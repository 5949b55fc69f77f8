import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const catalogs = '/v1/ticketing/catalogs';
const bulk = '/v1/booking/orders/_bulk';

describe('the router', () => {
  const cases: [
    string,
    string,
    string,
    Parameters<TestService['call']>[2],
    number,
    Record<string, string>?,
  ][] = [
    ['no token', 'GET', catalogs, { token: null }, 401, { 'www-authenticate': 'Bearer' }],
    [
      'a malformed token',
      'GET',
      catalogs,
      { token: 'x' },
      401,
      { 'www-authenticate': 'Bearer error="invalid_token"' },
    ],
    ['a token without the scope', 'GET', catalogs, { scopes: ['booking:read'] }, 403],
    ['an unknown path', 'GET', '/v1/nothing', {}, 404],
    ['a malformed identifier', 'GET', `${catalogs}/1`, {}, 404],
    ['an unknown identifier', 'GET', `${catalogs}/00000000-0000-4000-8000-000000000000`, {}, 404],
    ['a method that the path does not know', 'DELETE', catalogs, {}, 405, { allow: 'GET, HEAD' }],
    ['a format that is not served', 'GET', catalogs, { headers: { accept: 'text/html' } }, 406],
    ['page 0', 'GET', `${catalogs}?page=0`, {}, 400],
    ['a negative size', 'GET', `${catalogs}?itemsPerPage=-1`, {}, 400],
    ['malformed JSON', 'POST', bulk, { body: '{' }, 400],
    ['nesting too deep', 'POST', bulk, { body: '['.repeat(100) + ']'.repeat(100) }, 400],
    ['a body that is too large', 'POST', bulk, { body: JSON.stringify('x'.repeat(300_000)) }, 413],
    ['another media type', 'POST', bulk, { body: 'a=b', headers: { 'content-type': 'text/plain' } }, 415],
    ['a body of another shape', 'POST', bulk, { body: [] }, 422],
  ];
  it.each(cases)('answers %s', async (_, method, path, options, status, headers = {}) => {
    const answer = await service.call(method, path, options);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body).toMatchObject({ status });
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
  });

  it('answers the same for an unknown path, a malformed identifier and an unknown one', async () => {
    const bodies = await Promise.all(
      ['/v1/nothing', `${catalogs}/1`, `${catalogs}/00000000-0000-4000-8000-000000000000`].map(
        async (path) => (await service.call('GET', path)).body,
      ),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('answers 200 with an empty page after the last one, and clamps the page size', async () => {
    const answer = await service.call('GET', `${catalogs}?page=1000000000&itemsPerPage=1000000000`);
    expect(answer).toMatchObject({ status: 200, body: { totalItems: 0, member: [] } });
  });
});

describe('an answer', () => {
  it.each([
    ['https://tickets.example', 'max-age=31536000'],
    ['https://localhost:4000', null],
    ['https://127.0.0.1:4000', null],
    ['https://[::1]:4000', null],
  ])('of %s says that browsers stay with TLS: %s', async (url, said) => {
    const other = await startTestService({ url });
    for (const path of [catalogs, '/v1/nothing', '/healthz']) {
      const { headers } = await other.call('GET', `${url}${path}`);
      expect(headers.get('strict-transport-security')).toBe(said);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('link')).toContain(`<${url}/docs.jsonld>`);
    }
    await other.close();
  });

  it.each(['/', '/docs.jsonld', '/openapi.json', '/contexts/TicketingOffer', catalogs])(
    'of %s contains the configured address, whatever Host the request has',
    async (path) => {
      const { headers, body } = await service.call('GET', `https://evil.example${path}`);
      expect(`${JSON.stringify([...headers])}${JSON.stringify(body)}`).not.toContain('evil.example');
    },
  );
});

describe('a token', () => {
  const forged: [string, Record<string, unknown>, Record<string, string>][] = [
    ['of another issuer', { iss: 'https://evil.test' }, {}],
    ['for another audience', { aud: 'https://other.test' }, {}],
    ['that is over', { exp: 1 }, {}],
    ['that is not valid yet', { nbf: 9_999_999_999 }, {}],
    ['that is an ID token', {}, { typ: 'JWT' }],
    ['without an organization', { organization: '' }, {}],
    ['of an organization with half of a surrogate pair', { organization: 'a\ud800' }, {}],
    ['of an organization with a NUL', { organization: 'a\0' }, {}],
    ['of an unknown key', {}, { kid: 'other' }],
  ];
  it.each(forged)('%s is refused', async (_, claims, header) => {
    const token = await service.token(claims, header);
    expect((await service.call('GET', catalogs, { token })).status).toBe(401);
  });

  it.each<[string, { exp?: number; nbf?: number } & Record<string, unknown>, string | undefined, RegExp]>([
    [
      'over',
      { exp: -600 },
      undefined,
      /because it expired 60\d seconds ago by the clock of this machine\. If/,
    ],
    [
      'not valid yet',
      { nbf: 600 },
      undefined,
      /not valid for another (600|599) seconds .* of the issuer is wrong by about/,
    ],
    [
      'of another audience',
      { aud: 'account' },
      undefined,
      /its audience \(aud\) is "account", and not https:\/\/service\.test: .*TOKEN_AUDIENCE/,
    ],
    [
      'of another issuer',
      { iss: 'https://other.test' },
      undefined,
      /"https:\/\/other\.test": TOKEN_ISSUER is/,
    ],
    ['of another type', {}, 'JWT', /type \(typ\) is jwt and not at\+jwt: .*TOKEN_PLAIN_JWT=true/],
    ['without an organization', { organization: undefined }, undefined, /the claim "organization"/],
  ])('that is %s is refused, and the operator is told once why', async (_, claims, typ, sentence) => {
    const own = await startTestService();
    const now = Math.floor(Date.now() / 1000);
    const { exp = 600, nbf = -600, ...others } = claims;
    for (let round = 0; round < 2; round += 1) {
      const times = { exp: now + exp, nbf: now + nbf, round };
      const token = await own.token({ ...others, ...times }, typ === undefined ? {} : { typ });
      const { status, body } = await own.call('GET', catalogs, { token });
      expect([status, JSON.stringify(body)]).toEqual([401, expect.stringContaining('Invalid credentials.')]);
    }
    await own.close();
    expect(own.refusedTokens.join('\n')).toMatch(sentence);
    expect(own.refusedTokens).toHaveLength(1);
  });

  it('signed by another party is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const claims = decodeJwt(await service.token());
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test' })
      .sign(privateKey);
    expect((await service.call('GET', catalogs, { token })).status).toBe(401);
  });

  it('without a signature is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ organization: 'reseller', scope: 'catalog:read' })}.`;
    expect((await service.call('GET', catalogs, { token })).status).toBe(401);
  });
});
