import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { noteOfRequest } from '../runtime/request-state';
import { form, type Page, serverForEach } from '@/testing/server/test-server';

const test = serverForEach();

it('an error before a request is checked is answered, too', async () => {
  await test.again(undefined, {
    answerNow: () => {
      throw new Error('broken');
    },
  });
  expect((await test.server.call('/en')).status).toBe(503);
  expect(test.server.errors.splice(0)).toMatchObject([{ message: 'broken' }]);
});

describe('every response', () => {
  const secured = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
  };

  it.each(['/en', '/no.file', '/icon.svg', '/api/availability', '/_next/static/x.js', '/en/%ff'])(
    'to %s has the security headers',
    async (path) => {
      expect((await test.server.call(path)).headers).toMatchObject(secured);
    },
  );

  it.each([
    ['/en/orders/link/secret', 'no-referrer'],
    ['/en/tickets/secret', 'no-referrer'],
    ['/api/tickets/secret/calendar', 'no-referrer'],
    ['/en/orders/1', 'same-origin'],
    ['/fr/checkout/1', 'same-origin'],
    ['/fr/waiting-list/1.secret', 'same-origin'],
    ['/en/staff', 'same-origin'],
    ['/en/catalogs/1', 'strict-origin-when-cross-origin'],
  ])('to %s has the Referrer-Policy %s', async (path, policy) => {
    expect((await test.server.call(path)).headers['referrer-policy']).toBe(policy);
  });

  it.each([
    ['/en/staff', 'camera=(self)'],
    ['/fr/staff/door', 'camera=(self)'],
    ['/en', 'camera=()'],
    ['/en/staffed', 'camera=()'],
  ])('to %s allows the camera or not: %s', async (path, camera) => {
    expect((await test.server.call(path)).headers['permissions-policy']).toContain(camera);
  });

  it.each([
    ['/api/tickets/secret/calendar?language=fr', 'noindex'],
    ['/api/tickets/secret/apple-wallet', 'noindex'],
    ['/api/orders/1/calendar', 'noindex'],
    ['/en/orders/link/secret', 'noindex'],
    ['/en/waiting-list/1.secret', 'noindex'],
    ['/en/catalogs/1', undefined],
  ])('to %s has the X-Robots-Tag %s', async (path, robots) => {
    expect((await test.server.call(path)).headers['x-robots-tag']).toBe(robots);
  });

  it('tells clients to end idle connections before the server does', async () => {
    expect((await test.server.call('/en')).headers['keep-alive']).toBe('timeout=55');
  });

  it('over plain HTTP has no Strict-Transport-Security', async () => {
    await test.again(undefined, { storefrontUrl: 'http://localhost:3000' });
    expect((await test.server.call('/en')).headers['strict-transport-security']).toBeUndefined();
  });

  it('to a malformed request has them, too', async () => {
    const headers = Object.keys(secured).map((name) => new RegExp(`^${name}: `, 'im'));
    for (const [sent, status] of [
      ['hello\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', 400],
      ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
      ['GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n', 200],
    ] as const) {
      const answer = await test.server.raw(sent);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      for (const header of headers) expect(answer).toMatch(header);
    }
  });
});

describe('the health of the process', () => {
  it('is answered without Next, which may be busy', async () => {
    await test.again(() => new Promise<void>(() => undefined));
    expect(await test.server.call('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  });

  it('is answered, like pages, before the pipelined requests of other connections', async () => {
    const pages: string[] = [];
    await test.again(({ url = '' }, response) => {
      pages.push(url);
      response.end('a page');
      return Promise.resolve();
    });
    const ahead = 'GET /en HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(16);
    const others = Array.from({ length: 20 }, () => connect({ host: '127.0.0.1', port: test.server.port }));
    await Promise.all(others.map((socket) => once(socket, 'connect')));
    const own = connect({ host: '127.0.0.1', port: test.server.port });
    await once(own, 'connect');
    for (const socket of others) socket.resume().write(ahead);
    own.write('GET /own HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(own, 'data');
    const before = pages.indexOf('/own');
    for (const socket of [own, ...others]) socket.destroy();
    // Not after everything that the other connections have sent before.
    expect(before).toBeLessThan(20 * 15);
  });
});

describe('an upgrade request', () => {
  // As Next does with its first request.
  const listening: Page = (request, response) => {
    const { server: behind } = request.socket as unknown as { server: Server };
    behind.on('upgrade', () => undefined);
    response.end('a page');
    return Promise.resolve();
  };

  it('is answered as if it had not asked for another protocol', async () => {
    await test.again(listening);
    await test.server.call('/en');
    const asked = 'Host: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n';
    expect(await test.server.raw(`GET /en HTTP/1.1\r\n${asked}`)).toMatch(/^HTTP\/1.1 200 .*a page/s);
    expect(await test.server.raw(`PUT /en HTTP/1.1\r\n${asked}`)).toMatch(/^HTTP\/1.1 405 /);
  });
});

describe('a page that could not be made', () => {
  const failing =
    (status: number, note: Parameters<typeof noteOfRequest>[0] = {}): Page =>
    (_request, response: ServerResponse) => {
      noteOfRequest(note);
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.write('as Next says it');
      response.end();
      return Promise.resolve();
    };
  const html = { accept: 'text/html', 'accept-language': 'fr' };

  it.each([
    [
      'because the database is unreachable',
      failing(500, { hasBegun: true, isDatabaseUnavailable: true }),
      503,
      'courte pause',
    ],
    ['of a form that could not be read', failing(500), 400, 'n’a pas pu être lu'],
    ['of a form that Next refused', failing(400), 400, 'n’a pas pu être lu'],
    ['of a form of another version', failing(409), 409, 'version antérieure'],
  ])('%s says so in the language of the URL', async (_name, answer, status, words) => {
    await test.again(answer);
    const got = await test.server.post('/fr/checkout/1', { ...form, accept: 'text/html' });
    expect(got.status).toBe(status);
    expect(got.body).toContain(words);
    expect(got.body).not.toContain('as Next says it');
    expect(got.headers).toMatchObject({ 'content-language': 'fr', 'cache-control': 'no-store' });
  });

  it('of a call that a script could not have made says so, and not that of another version', async () => {
    const scripted = { ...form, 'next-action': '40'.repeat(21) };
    await test.again(failing(500));
    expect((await test.server.post('/en', scripted)).status).toBe(400);
    await test.again(failing(409));
    expect(await test.server.post('/en', scripted)).toMatchObject({ status: 409, body: 'as Next says it' });
  });

  it('because the database is unreachable asks the visitor to come again, in the language of the browser', async () => {
    await test.again(failing(500, { isDatabaseUnavailable: true }));
    const got = await test.server.call('/', { headers: html });
    expect(got).toMatchObject({ status: 503, headers: { 'retry-after': '10', 'content-language': 'fr' } });
    expect(JSON.parse((await test.server.call('/api/availability')).body)).toMatchObject({ status: 503 });
  });

  it('because of an error in our code stays as it is', async () => {
    await test.again(failing(500, { hasBegun: true }));
    expect(await test.server.post('/en', form)).toMatchObject({ status: 500, body: 'as Next says it' });
  });

  it('because of a rejected promise is a reported failure', async () => {
    await test.again(() => Promise.reject(new Error('no page')));
    expect((await test.server.call('/en')).status).toBe(503);
    expect(test.server.errors.splice(0)).toMatchObject([{ message: 'no page' }]);
  });
});

describe('stopping the server', () => {
  it('is announced at /readyz, while other requests are still answered', async () => {
    test.server.announceStop();
    expect((await test.server.call('/readyz')).status).toBe(503);
    expect((await test.server.call('/en')).status).toBe(200);
  });

  it('lets requests in flight finish, and closes idle connections at once', async () => {
    let inFlight: ServerResponse | undefined;
    await test.again((_request, response) => {
      inFlight = response;
      return Promise.resolve();
    });
    const idle = connect({ host: '127.0.0.1', port: test.server.port });
    await once(idle, 'connect');
    const answer = test.server.call('/en');
    await vi.waitUntil(() => inFlight !== undefined);
    const closed = test.server.close();
    await once(idle, 'close');
    inFlight?.end('whole');
    expect(await answer).toMatchObject({ status: 200, body: 'whole' });
    await closed;
  });
});
