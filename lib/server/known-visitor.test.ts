import { beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '@/lib/shop/tokens';
import { pageOf, pagesForEach, type Shop } from '@/testing/server/pages';
import { form } from '@/testing/server/test-server';

const id = (number: number) => `abcdef00-0000-4000-8000-${String(number).padStart(12, '0')}`;
const offer = `/en/catalogs/${id(1)}/offers/${id(2)}`;
const test = pagesForEach();
let shop: Shop;
beforeEach(async () => {
  shop = await test.open(pageOf('Next'));
});

const send = (path: string, headers: Record<string, string> = {}) =>
  shop.call(path, {
    method: 'POST',
    headers: { ...form, accept: 'text/html', ...headers },
    body: 'quantity=2',
  });

describe('the form of an offer, sent without scripts by a browser that the shop does not know', () => {
  it('is sent again with a cookie, which then is the same for each time', async () => {
    const first = await send(`${offer}?session=${id(3)}`);
    expect(first).toMatchObject({ status: 307, headers: { 'cache-control': 'no-store' } });
    expect(first.headers.location).toBe(`${offer}?session=${id(3)}&cookie=1`);
    const [cookie = ''] = (first.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]);
    expect(cookie).toMatch(/^__Host-visitor=[\w-]{43}$/);
    expect(shop.asked).toEqual([]);
    expect((await send(first.headers.location ?? '', { cookie })).status).toBe(200);
    // A second click on the same page.
    expect((await send(offer, { cookie })).status).toBe(200);
    expect(shop.asked).toHaveLength(2);
  });

  it('is accepted from a browser that keeps no cookies', async () => {
    const first = await send(offer);
    expect((await send(first.headers.location ?? '')).status).toBe(200);
  });
});

it.each([
  ['of a script', offer, { 'next-action': 'a' }],
  ['of a browser that holds tickets', offer, { cookie: `__Host-guest=${newToken()}` }],
  ['about something else', '/en/orders/find', {}],
])('a form %s is sent once', async (_, path, headers) => {
  expect((await send(path, headers)).status).toBe(200);
});
