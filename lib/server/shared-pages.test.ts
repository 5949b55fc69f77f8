import { createHash } from 'node:crypto';
import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageOf, pagesForEach, type Shop } from '@/testing/server/pages';

/** A guest's cookie has a token (lib/shop/tokens.ts). */
const guest = `__Host-guest=${'a'.repeat(43)}`;
const basket = `${guest}; basket=1`;
const test = pagesForEach();
const id = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';

/** The bytes of an answer, which may be compressed. */
function bytesOf({ port }: Shop, path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    send({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      buffer(response).then(resolve, reject);
    })
      .once('error', reject)
      .end();
  });
}

describe('a page that is the same for every visitor', () => {
  it('is rendered once for all, without the cookies and headers of the visitor who came first', async () => {
    const seen: unknown[] = [];
    const { call, asked } = await test.open(async (request, response) => {
      seen.push(request.headers);
      await pageOf('Hello')(request, response);
    });
    const headers = {
      cookie: 'other=1',
      'user-agent': 'a',
      'accept-language': 'de',
      'x-forwarded-for': '8.8.8.8',
    };
    const all = await Promise.all(Array.from({ length: 20 }, () => call('/fr?utm=1', { headers })));
    expect(new Set(all.map(({ status, body }) => `${status} ${body.length}`)).size).toBe(1);
    expect(asked).toEqual(['/fr']);
    expect(Object.keys(seen[0] as object).sort()).toEqual([
      'content-security-policy',
      'host',
      'user-agent',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-next-intl-locale',
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/other=1|"de"|8\.8\.8\.8/);
  });

  it('allows its own scripts by their hashes', async () => {
    const { call } = await test.open(pageOf('Hello'));
    const { body, headers } = await call('/fr');
    const hash = createHash('sha256').update('go("")').digest('base64');
    expect(body).toContain('<script>go("")</script>');
    expect(headers['content-security-policy']).toContain(
      `script-src 'self' 'sha256-${hash}'; style-src 'self';`,
    );
    expect(headers['content-security-policy']).not.toMatch(/nonce|strict-dynamic|unsafe/);
  });

  it('can be kept by caches in front of the shop, and has the headers of every response', async () => {
    const { call } = await test.open(pageOf('Hello'));
    expect((await call('/fr')).headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
      vary: 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, accept-encoding',
      link: '</a.woff2>; rel=preload; as="font"',
      age: '0',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, *;q=0.1', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
    ['br;q=x, gzip;;;, \u00ff, ,,', 'gzip', gunzipSync],
    [`${'a, '.repeat(3_000)}br`, undefined, (bytes: Buffer) => bytes],
    ['*;q=0', undefined, (bytes: Buffer) => bytes],
  ])('is compressed for “%.20s”', async (accepted, encoding, decompress) => {
    const opened = await test.open(pageOf('Hello'));
    const headers = { 'accept-encoding': accepted };
    const answer = await opened.call('/fr', { headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(decompress(await bytesOf(opened, '/fr', headers)).toString()).toContain('Hello many words');
    expect(opened.asked).toHaveLength(1);
  });

  it('is not sent to a client that has it', async () => {
    const { call } = await test.open(pageOf('Hello'));
    const { headers } = await call('/fr');
    const etag = String(headers.etag);
    for (const given of [etag, `W/${etag}`, `"a", ${etag}, "b"`, '*']) {
      const answer = await call('/fr', { headers: { 'if-none-match': given } });
      expect(answer).toMatchObject({ status: 304, body: '' });
      expect(answer.headers.etag).toBe(etag);
    }
    for (const given of ['"a"', etag.slice(1), '', 'W/']) {
      expect((await call('/fr', { headers: { 'if-none-match': given } })).status).toBe(200);
    }
    const compressed = await call('/fr', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(compressed.status).toBe(200);
  });

  it('has the same head and body the second time, when the request takes a shorter way', async () => {
    const { call } = await test.open(pageOf('Hello'));
    const headers = { 'accept-encoding': 'gzip' };
    const [first, second] = [await call('/fr', { headers }), await call('/fr', { headers })];
    expect(second.headers).toEqual({ ...first.headers, date: expect.any(String) as string });
    expect(second).toMatchObject({ status: first.status, body: first.body });
  });

  it.each([
    ['with a malformed host', { host: 'a b' }, 400],
    ['with a body', { 'content-length': '1' }, 400],
    ['with a basket', { cookie: basket }, 200],
  ])('is not sent %s only because others have it', async (_what, headers, status) => {
    const { call, asked } = await test.open(pageOf('Hello'));
    for (let each = 0; each < 2; each += 1) await call('/fr');
    const body = 'content-length' in headers ? { body: 'a' } : {};
    const answer = await call('/fr', { headers, ...body });
    expect(answer.status).toBe(status);
    expect(asked).toHaveLength(status === 200 ? 2 : 1);
  });

  it('answers HEAD like GET without a body, and ignores ranges', async () => {
    const { call } = await test.open(pageOf('Hello'));
    const whole = await call('/fr');
    const head = await call('/fr', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(await call('/fr', { headers: { range: 'bytes=0-9' } })).toMatchObject({
      status: 200,
      body: whole.body,
    });
  });
});

it('a navigation that Next redirects, because its hash is wrong, is kept by no cache in front of the shop', async () => {
  const { call } = await test.open((_request, response) => {
    response.writeHead(307, { location: '/fr?_rsc=right' }).end();
    return Promise.resolve();
  });
  const answer = await call('/fr?_rsc=wrong', { headers: { rsc: '1' } });
  expect(answer).toMatchObject({ status: 307, headers: { 'cache-control': 'no-store' } });
});

it('an address with dots gets its own headers, and never those of others', async () => {
  const { call } = await test.open(pageOf('Hello'));
  const page = `/fr/catalogs/${id}`;
  for (let each = 0; each < 3; each += 1) await call(`/fr/orders/link/../../catalogs/${id}`);
  for (let each = 0; each < 3; each += 1) {
    const { headers } = await call(page);
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  }
});

describe('a visitor', () => {
  it('with a basket gets a page of their own, with a nonce', async () => {
    let rendered = 0;
    const { call, asked } = await test.open((request, response) => {
      rendered += 1;
      return pageOf(`${rendered} for ${request.headers.cookie ?? 'all'}`)(request, response);
    });
    await call('/fr');
    for (let each = 2; each <= 3; each += 1) {
      const own = await call('/fr', { headers: { cookie: `a=1; ${basket}` } });
      expect(own.body).toContain(`${each} for a=1; ${basket}`);
      expect(own.headers['content-security-policy']).toMatch(/'nonce-\w+' 'strict-dynamic'/);
      expect(own.headers['cache-control']).toBeUndefined();
    }
    expect((await call('/fr')).body).toContain('1 for all');
    expect(asked).toHaveLength(3);
  });

  it.each([
    'guest=secret',
    '__Host-guest2=a',
    'x__Host-guest=a',
    '__Host-guest',
    '__Secure-guest=a',
    '__Host-guest=no-token; basket=1',
    'basket=1',
    // Of a visitor who holds nothing any more.
    guest,
    '=',
    ';;;',
  ])('with a cookie that only resembles ours gets the page for all: %s', async (cookie) => {
    const { call, asked } = await test.open(pageOf('Hello'));
    await call('/fr');
    await call('/fr', { headers: { cookie } });
    expect(asked).toHaveLength(1);
  });

  it('can’t choose the nonce or the language of a page by headers', async () => {
    const { call } = await test.open(pageOf('Hello'));
    const headers = {
      'content-security-policy': "script-src 'nonce-evil'",
      'x-next-intl-locale': 'de',
      cookie: basket,
    };
    const own = await call('/fr', { headers });
    expect(own.body).toContain('<html lang="fr">');
    expect(own.body).not.toContain('evil');
  });
});

it('invented addresses are few renderings, and stay within the memory that is allowed', async () => {
  const { call, asked } = await test.open(pageOf('Hello'), { PAGE_CACHE_MB: '1' });
  for (let each = 0; each < 2_000; each += 1) {
    const answer = await call(each % 2 === 0 ? `/fr/invented-${each}` : `/fr?invented=${each}`);
    expect(answer.status).toBe(200);
  }
  expect(new Set(asked)).toEqual(new Set(['/fr/missing', '/fr']));
  expect(asked.length).toBeLessThan(200);
  // Identifiers may exist, so each is a page; the first ones make room for others.
  const invented = (number: number) => `/fr/catalogs/${id.slice(0, -4)}${String(number).padStart(4, '0')}`;
  for (let each = 0; each < 500; each += 1) await call(invented(each));
  const before = asked.length;
  await call(invented(499));
  expect(asked).toHaveLength(before);
  await call(invented(0));
  expect(asked).toHaveLength(before + 1);
});
