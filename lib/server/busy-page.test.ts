import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { renderLimit } from '@/lib/page-cache/render-limit';
import { pageOf, pagesForEach } from '@/testing/server/pages';
import { form, type Page, shop } from '@/testing/server/test-server';

const test = pagesForEach();
const html = { accept: 'text/html' };

/** Pages that are not finished until the test says so. */
function held() {
  const waiting: (() => void)[] = [];
  const next: Page = async (request, response) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await pageOf('Hello')(request, response);
  };
  const finish = () => waiting.splice(0).forEach((resolve) => resolve());
  return { next, waiting, finish };
}

const limit = () => renderLimit({ atOnce: 1, mostWaiting: 0 });

describe('a visitor who comes when too many pages are rendered', () => {
  it('sees a page in their language that tries again by itself', async () => {
    const { next, waiting, finish } = held();
    const { call } = await test.open(next, {}, limit());
    const first = call('/fr/staff', { headers: html });
    await expect.poll(() => waiting.length).toBe(1);
    const busy = await call('/fr', { headers: html });
    expect(busy).toMatchObject({
      status: 429,
      headers: { 'cache-control': 'no-store' },
    });
    expect(busy.headers['retry-after']).toMatch(/^[456]$/);
    expect(busy.body).toContain('<html lang="fr">');
    expect(busy.body).toContain('Il y a beaucoup de monde');
    expect(busy.body).toContain(`<meta http-equiv="refresh" content="${busy.headers['retry-after']};url=?">`);
    expect(busy.headers['content-security-policy']).toContain("form-action 'none'");
    expect(await call('/fr', { method: 'HEAD', headers: html })).toMatchObject({ status: 429, body: '' });
    finish();
    expect((await first).status).toBe(200);
  });

  it('loads the same address again, with its query, however that is written', async () => {
    const { next, waiting, finish } = held();
    const { call } = await test.open(next, {}, limit());
    const first = call('/fr/staff');
    await expect.poll(() => waiting.length).toBe(1);
    const { body } = await call('/fr/orders/find?a=1&b=%22%3E"<script>', { headers: html });
    expect(body).toMatch(/content="\d;url=\?a=1&amp;b=%22%3E&quot;&lt;script&gt;">/);
    finish();
    await first;
  });

  it('can send a form again, with what it had', async () => {
    const { next, waiting, finish } = held();
    const { call } = await test.open(next, {}, limit());
    const first = call('/fr/staff');
    await expect.poll(() => waiting.length).toBe(1);
    const body = new URLSearchParams([
      ['quantity', '2'],
      ['name', '"><script>alert(1)</script>'],
      ['quantity', '3'],
      ['$ACTION_ID_1', ''],
    ]).toString();
    const busy = await call('/fr/orders/find', { method: 'POST', headers: { ...form, ...html }, body });
    expect(busy.status).toBe(429);
    expect(busy.body).not.toContain('http-equiv="refresh"');
    expect(busy.body).not.toContain('<script>');
    for (const field of [
      'name="quantity" value="2"',
      'name="quantity" value="3"',
      'name="$ACTION_ID_1" value=""',
    ])
      expect(busy.body).toContain(`<input type="hidden" ${field}>`);
    expect(busy.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    // A form may lead to the payment page, and browsers apply the policy to that.
    expect(busy.headers['content-security-policy']).toMatch(
      /form-action 'self' https:\/\/checkout\.stripe\.com https:\/\/id\.example/,
    );
    finish();
    await first;
  });

  it.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      1,
    ],
    ['multipart/form-data; boundary=x', 'nonsense', 0],
    ['application/json', '{}', 0],
  ])('gets the same page for a form of type %s that contains %j', async (type, body, fields) => {
    const { next, waiting, finish } = held();
    const { call } = await test.open(next, {}, limit());
    const first = call('/fr/staff');
    await expect.poll(() => waiting.length).toBe(1);
    const headers = { origin: shop, 'content-type': type, ...html };
    const busy = await call('/fr/orders/find', { method: 'POST', headers, body });
    expect(busy.status).toBe(429);
    expect(busy.body.split('type="hidden"')).toHaveLength(fields + 1);
    finish();
    await first;
  });

  it.each([{ rsc: '1' }, { 'next-action': 'a', accept: 'text/html' }, { accept: 'application/json' }])(
    'gets a short text when a script asks: %j',
    async (headers) => {
      const { next, waiting, finish } = held();
      const { call } = await test.open(next, {}, limit());
      const first = call('/fr/staff');
      await expect.poll(() => waiting.length).toBe(1);
      const busy = await call('/fr/checkout/1', { headers });
      expect(busy).toMatchObject({ status: 429, body: 'Il y a beaucoup de monde en ce moment' });
      finish();
      await first;
    },
  );

  it('sees the last page if there is one, and the service’s programs are answered', async () => {
    const { next, waiting, finish } = held();
    const { call } = await test.open(next, { PAGE_FRESH_SECONDS: '0' }, limit());
    const before = call('/fr');
    await expect.poll(() => waiting.length).toBe(1);
    finish();
    expect((await before).status).toBe(200);
    const slow = call('/fr/staff');
    await expect.poll(() => waiting.length).toBe(1);
    expect((await call('/fr')).body).toContain('Hello');
    const api = call('/api/held');
    await expect.poll(() => waiting.length).toBe(2);
    finish();
    expect((await slow).status).toBe(200);
    expect((await api).status).toBe(200);
  });
});

it('a form that a script sends waits longer for its turn, because the script could only show an error', async () => {
  const { next, waiting, finish } = held();
  const patience = renderLimit({ atOnce: 1, patienceMilliseconds: 1 });
  const { call } = await test.open(next, {}, patience);
  const first = call('/fr/staff');
  await expect.poll(() => waiting.length).toBe(1);
  const script = call('/fr/orders/find', {
    method: 'POST',
    body: 'a=1',
    headers: { ...form, 'next-action': 'a' },
  });
  const other = await call('/fr/orders/find', { method: 'POST', body: 'a=1', headers: form });
  expect(other.status).toBe(429);
  finish();
  expect((await first).status).toBe(200);
  await expect.poll(() => waiting.length).toBe(1);
  finish();
  expect((await script).status).toBe(200);
});

it('a page that is too old is not sent only because many people are here', async () => {
  const { next, waiting, finish } = held();
  const { call } = await test.open(next, { PAGE_FRESH_SECONDS: '0', PAGE_STALE_SECONDS: '0' }, limit());
  const before = call('/fr');
  await expect.poll(() => waiting.length).toBe(1);
  finish();
  await before;
  const slow = call('/fr/staff');
  await expect.poll(() => waiting.length).toBe(1);
  expect((await call('/fr')).status).toBe(429);
  finish();
  await slow;
});

it('a client that never reads its page does not keep others waiting', async () => {
  const large = 'x'.repeat(40 * 1024 * 1024);
  let isRendered = false;
  const next: Page = async (request, response) => {
    if (!(request.url ?? '').endsWith('/staff')) return pageOf('Hello')(request, response);
    if (!response.write(large)) {
      isRendered = true;
      await once(response, 'drain');
    }
    response.end();
    return undefined;
  };
  const { call, port } = await test.open(next, {}, renderLimit({ atOnce: 1, patienceMilliseconds: 10_000 }));
  const socket = connect({ host: '127.0.0.1', port });
  socket.pause();
  socket.write('GET /fr/staff HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => isRendered).toBe(true);
  expect((await call('/fr/orders')).body).toContain('Hello');
  socket.destroy();
});
