import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Relay, startRelay } from '@/testing/database/relay';
import {
  callEachRoute,
  type RouteCall,
  type RouteRow,
  rowsOf,
} from '@/testing/ticketing-service/every-route';
import {
  startTestService,
  type TestAnswer,
  type TestService,
} from '@/testing/ticketing-service/test-service';
import { problemBody } from './http/problem';

let service: TestService;
let rows: RouteRow[];

beforeAll(async () => {
  service = await startTestService({ bodySeconds: 0.3 });
  rows = rowsOf(service.routes);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** Expects a complete problem document: status, text when given, and the headers of every answer. */
function expectProblem(id: string, answer: TestAnswer, status: number, detail?: string): void {
  expect([id, answer.status, answer.body]).toEqual([id, status, expect.objectContaining({ status })]);
  if (detail !== undefined) expect(answer.body).toEqual(problemBody(status, detail));
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('link')).toContain(
    '/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"',
  );
}

const all = () => true;
const readsDatabase = ({ id, body }: RouteRow) => !body && id !== 'getOrganization';
const withId = ({ path }: RouteRow) => path.includes('00000000');

const deep = '['.repeat(100) + ']'.repeat(100);
const large = JSON.stringify('x'.repeat(51 * 1024 * 1024));

interface Fault {
  of: string;
  which: (row: RouteRow) => boolean;
  make: (row: RouteRow) => RouteCall;
  status: number;
  detail?: string;
  headers?: Record<string, RegExp>;
}

const faults: Fault[] = [
  {
    of: 'no token',
    which: all,
    make: () => ({ token: null }),
    status: 401,
    detail: 'Full authentication is required to access this resource.',
    headers: { 'www-authenticate': /^Bearer$/ },
  },
  {
    of: 'a malformed token',
    which: all,
    make: () => ({ token: 'x.y.z' }),
    status: 401,
    detail: 'Invalid credentials.',
    headers: { 'www-authenticate': /^Bearer error="invalid_token"$/ },
  },
  {
    of: 'a token without the scope',
    which: all,
    make: () => ({ scopes: ['catalog'] }),
    status: 403,
    detail: 'Access Denied.',
    headers: { 'www-authenticate': /^Bearer error="insufficient_scope", scope="[a-z:]+"$/ },
  },
  {
    of: 'another method',
    which: all,
    make: () => ({ method: 'DELETE', body: {} }),
    status: 405,
    detail: 'Method Not Allowed',
    headers: { allow: /^(GET, HEAD(, (PATCH|POST|PUT))?|POST|PATCH)$/ },
  },
  {
    of: 'a format that is not served',
    which: all,
    make: () => ({ headers: { accept: 'text/html, application/ld+json;q=0' } }),
    status: 406,
  },
  {
    of: 'a malformed identifier',
    which: withId,
    make: ({ path }) => ({ path: path.replace('00000000-', "1'--") }),
    status: 404,
    detail: 'Not Found',
  },
  {
    of: 'an identifier that nothing has',
    which: withId,
    make: ({ example }) => (example === undefined ? {} : { body: example }),
    status: 404,
    detail: 'Not Found',
  },
  {
    of: 'page 0',
    which: ({ list }) => list,
    make: ({ path }) => ({ path: `${path}?page=0` }),
    status: 400,
    detail: 'Page should not be less than 1',
  },
  {
    of: 'a page that is not a number',
    which: ({ list }) => list,
    make: ({ path }) => ({ path: `${path}?page=one` }),
    status: 400,
  },
  {
    of: 'a negative size',
    which: ({ list }) => list,
    make: ({ path }) => ({ path: `${path}?itemsPerPage=-1` }),
    status: 400,
    detail: 'Limit should not be less than 0',
  },
  {
    of: 'malformed JSON',
    which: ({ body }) => body,
    make: () => ({ body: '{"a":' }),
    status: 400,
    detail: 'Syntax error at line 1, column 6',
  },
  {
    of: 'JSON that is not UTF-8',
    which: ({ body }) => body,
    make: () => ({ body: new Uint8Array([34, 255, 34]) }),
    status: 400,
    detail: 'Syntax error: the body is not in UTF-8',
  },
  {
    of: 'an empty body',
    which: ({ body }) => body,
    make: () => ({ body: '' }),
    status: 400,
    detail: 'Syntax error at line 1, column 1',
  },
  {
    of: 'nesting too deep',
    which: ({ body }) => body,
    make: () => ({ body: deep }),
    status: 400,
    detail: 'Nesting too deep',
  },
  {
    of: 'a body that is too large',
    which: ({ body }) => body,
    make: () => ({ body: large }),
    status: 413,
    detail: 'Request Entity Too Large',
  },
  {
    of: 'a body of another media type',
    which: ({ body }) => body,
    make: () => ({ body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    status: 415,
  },
  {
    of: 'a body of another shape',
    which: ({ body }) => body,
    make: () => ({ body: [] }),
    status: 422,
  },
  {
    of: 'a NUL and half of a surrogate pair',
    which: ({ body }) => body,
    make: () => ({ body: '{"a":["\\u0000"],"\\ud800":1}' }),
    status: 422,
  },
  {
    of: 'an invalid Idempotency-Key',
    which: ({ repeatable }) => repeatable,
    make: () => ({ body: { items: [] }, headers: { 'idempotency-key': 'a b' } }),
    status: 422,
  },
];

describe('every route', () => {
  it.each(faults)('refuses $of', async ({ which, make, status, detail, headers = {} }) => {
    for (const [id, answer] of await callEachRoute(service, rows.filter(which), make)) {
      expectProblem(id, answer, status, detail);
      for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toMatch(value);
    }
  });

  it('with a list answers 200 and an empty page after the last one, and clamps the page size', async () => {
    const lists = ({ list, path }: RouteRow) => list && !path.includes('00000000');
    const far = '?page=999999999999&itemsPerPage=1000000000';
    for (const [id, answer] of await callEachRoute(service, rows.filter(lists), ({ path }) => ({
      path: `${path}${far}`,
    }))) {
      expect([id, answer.status, answer.body]).toMatchObject([id, 200, { member: [], totalItems: 0 }]);
      expect(JSON.stringify(answer.body)).toContain('itemsPerPage=100&page=1"');
    }
  });

  it('answers 408 when the body does not arrive in time', async () => {
    const slow = rows.filter(({ body }) => body);
    let cancelled = 0;
    const answers = await Promise.all(
      slow.map(async ({ method, path, conditional }) => {
        const authorization = `Bearer ${await service.token()}`;
        const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
        const sent: RequestInit & { duplex: 'half' } = {
          method,
          duplex: 'half',
          headers: { authorization, 'content-type': type, ...(conditional ? { 'if-match': '*' } : {}) },
          body: new ReadableStream({
            start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
            cancel: () => {
              cancelled += 1;
            },
          }),
        };
        return service.handle(new Request(`https://service.test${path}`, sent));
      }),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(408);
      expect(await answer.json()).toEqual(problemBody(408, 'Request Timeout'));
    }
    // Otherwise the rest would still be read.
    expect(cancelled).toBe(slow.length);
  });

  it('limits the requests of an organization in a minute', async () => {
    const busy = await startTestService({ requestsPerMinute: 2 });
    for (const [id, answer] of await callEachRoute(busy, rows, ({ id }) => ({ organization: id }))) {
      expect([id, answer.status]).not.toEqual([id, 429]);
      await busy.call('GET', '/v1/ticketing/catalogs', { organization: id });
    }
    for (const [id, answer] of await callEachRoute(busy, rows, ({ id }) => ({ organization: id }))) {
      expectProblem(id, answer, 429, 'Too Many Requests');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await busy.close();
  });

  it('says only that there was an error, for any unexpected error', async () => {
    // It is not closed, because no other test uses its database.
    const broken = await startTestService();
    await broken.database.transaction((transaction) => transaction.run(sql`drop schema ticketing cascade`));
    for (const [id, answer] of await callEachRoute(broken, rows.filter(readsDatabase), () => ({}))) {
      expectProblem(id, answer, 500, 'Internal Server Error');
    }
    expect(broken.unexpectedErrors.length).toBeGreaterThan(0);
  });
});

describe('without its database', () => {
  let server: TestServer;
  let relay: Relay;
  beforeAll(async () => {
    server = await startPostgres();
    relay = await startRelay(await server.createDatabase());
  });
  afterAll(async () => {
    await relay.close();
    await server.stop();
  });

  it('every route answers 503, and works again when the database is back', async () => {
    const cutOff = await startTestService({ databaseUrl: relay.url, connections: 2 });
    await relay.cut();
    for (const [id, answer] of await callEachRoute(cutOff, rows.filter(readsDatabase), () => ({}))) {
      expectProblem(id, answer, 503, 'Service Unavailable');
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    await relay.restore();
    await expect
      .poll(async () => (await cutOff.call('GET', '/v1/ticketing/catalogs')).status, { timeout: 5_000 })
      .toBe(200);
    await cutOff.close();
  });
});
