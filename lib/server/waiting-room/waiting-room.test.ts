import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashToken, newToken } from '@/lib/shop/tokens';
import { changeRoom } from '@/lib/shop/flows/waiting-room/manage-rooms';
import { renderLimit } from '@/lib/page-cache/render-limit';
import { languages } from '@/lib/locale/languages';
import { ids, openRoom, processOn, roomLater, saveSoldOut, secret } from '@/testing/shop/waiting-rooms';
import { shopTables } from '@/testing/shop/tables';
import { testDatabase } from '@/testing/database/embedded';
import { pageOf, pagesForEach, type Shop } from '@/testing/server/pages';
import { form, type Page } from '@/testing/server/test-server';

const test = pagesForEach();
const offer = `/en/catalogs/${ids.catalog}/offers/${ids.offer}`;
const page = `${offer}/waiting-room`;
const html = { accept: 'text/html' };
const json = { accept: 'application/json' };
const visitor = `__Host-visitor=${newToken()}`;

let database: Awaited<ReturnType<typeof testDatabase>>;
let rooms: ReturnType<typeof processOn>;
let shop: Shop;

beforeEach(async () => {
  database = await testDatabase(shopTables);
  rooms = processOn(database);
  shop = await test.open(pageOf('Next'), {}, renderLimit(), rooms);
});
afterEach(() => database.close());

const later = (seconds = 1) => roomLater(database, rooms, { seconds });
/** Sends an offer's form. */
const hold = (headers: Record<string, string> = {}, body = 'quantity=2', path = offer) =>
  shop.call(path, { method: 'POST', headers: { ...form, ...html, ...headers }, body });
const look = (cookie: string, headers: Record<string, string> = html, path = page) =>
  shop.call(path, { headers: { ...headers, ...(cookie !== '' && { cookie }) } });
/** What a program is told. */
const told = async (cookie: string) =>
  z.record(z.string(), z.unknown()).parse(JSON.parse((await look(cookie, json)).body));
const cookieOf = (answer: Awaited<ReturnType<typeof hold>>) =>
  (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; ');
const isNext = (answer: { body: string }) => answer.body.includes('Next');

/** A visitor who came first, and whose turn it is. */
async function admitted(): Promise<string> {
  const cookie = cookieOf(await hold());
  await later();
  return cookie;
}

describe('a visitor who sends the form of an offer', () => {
  it('is not stopped without a room, nor in a room for something else', async () => {
    expect(isNext(await hold({ cookie: visitor }))).toBe(true);
    await openRoom(database, { scope: { kind: 'catalog', catalogId: ids.otherCatalog } });
    rooms.forget();
    expect(isNext(await hold({ cookie: visitor }))).toBe(true);
  });

  it.each(['events', 'products'])(
    'is also sent there from the %s, whose form names the offer',
    async (kind) => {
      const send = (body: string) =>
        hold({ cookie: visitor }, body, offer.replace(/offers.*/, `${kind}/${ids.otherCatalog}`));
      expect(isNext(await send(`offerId=${ids.offer}&quantity=2`))).toBe(true);
      await openRoom(database);
      rooms.forget();
      const { status, headers } = await send(`_1_offerId=${ids.offer}&_1_quantity=2`);
      expect([status, headers['location']]).toEqual([303, `${page}?quantity=2`]);
      expect(isNext(await send('offerId=none&quantity=2'))).toBe(true);
    },
  );

  it('gets a place, and is sent to the waiting page with the choice', async () => {
    await openRoom(database);
    const choice = `quantity=2&quantity.${ids.otherOffer}=1&session.${ids.product}=${ids.offer}`;
    const sent = await hold({}, `${choice}&price=18.00&price.${ids.otherOffer}=9.00&language=en&%24A=`);
    expect(sent).toMatchObject({ status: 303, headers: { 'cache-control': 'no-store' } });
    expect(sent.headers.location).toBe(`${page}?${choice}`);
    const attributes = 'Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure';
    expect(sent.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^__Host-place_\\d+=1\\.[\\w-]{43}; ${attributes}$`)),
      expect.stringMatching(new RegExp(`^__Host-visitor=[\\w-]{43}; ${attributes}$`)),
    ]);
    expect(shop.asked).toEqual([]);
  });

  it('keeps the place when the form is sent again', async () => {
    await openRoom(database);
    const cookie = cookieOf(await hold());
    const again = await hold({ cookie });
    expect(again.status).toBe(303);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('is sent there by a script in the way that Next’s client follows', async () => {
    await openRoom(database);
    const boundary = 'x';
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${field('_1_quantity', '3')}${field('_1_catalogId', ids.catalog)}${field('0', '["$K1"]')}--${boundary}--\r\n`;
    const headers = { 'next-action': 'a', 'content-type': `multipart/form-data; boundary=${boundary}` };
    const sent = await hold(headers, body);
    expect(sent.status).toBe(303);
    expect(sent.headers['x-action-redirect']).toBe(`${page}?quantity=3;push`);
    expect(sent.headers.location).toBeUndefined();
    expect(cookieOf(sent)).toMatch(/^__Host-place_\d+=1\./);
  });

  it('passes when it is their turn', async () => {
    await openRoom(database);
    expect(isNext(await hold({ cookie: await admitted() }))).toBe(true);
  });

  it('gets a new place when the time is over', async () => {
    await openRoom(database);
    const cookie = await admitted();
    await later(11 * 60);
    const sent = await hold({ cookie });
    expect(sent.status).toBe(303);
    expect(cookieOf(sent)).toMatch(/=2\./);
  });

  it('gets no place that was forged, or is of another room', async () => {
    await openRoom(database);
    const cookie = await admitted();
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
    const forged = [
      `${name}=1.${'A'.repeat(43)}`,
      `${name}=2.${value.slice(2)}`,
      `${name.replace(/\d+$/, '999')}=${value}`,
      `${name}=`,
      `${name}=${'x'.repeat(5_000)}`,
      `${name}=%00`,
    ];
    for (const one of forged) expect((await hold({ cookie: one })).status).toBe(303);
    const id = (await later()).id;
    await changeRoom(database, id, { kind: 'close' });
    await openRoom(database);
    rooms.forget();
    expect((await hold({ cookie })).status).toBe(303);
    const copied = cookie.replace(`place_${id}=`, `place_${id + 1}=`);
    expect((await hold({ cookie: copied })).status).toBe(303);
  });

  it.each([
    ['application/x-www-form-urlencoded', '%'.repeat(50)],
    ['multipart/form-data; boundary=x', 'nonsense'],
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', `quantity=${'9'.repeat(500)}&session.${'a'.repeat(500)}=b`],
    [
      'application/x-www-form-urlencoded',
      Array.from({ length: 500 }, (_, index) => `session.${index}=a`).join('&'),
    ],
  ])('with a body of type %s that is no choice still gets a place', async (type, body) => {
    await openRoom(database);
    const sent = await hold({ 'content-type': type }, body);
    expect(sent.status).toBe(303);
    expect(String(sent.headers.location).length).toBeLessThan(1_000);
  });

  it('writes identifiers in upper case, and still has to wait', async () => {
    await openRoom(database);
    expect(
      (await hold({}, 'quantity=2', offer.toUpperCase().replace('/EN/CATALOGS', '/en/CATALOGS'))).status,
    ).toBe(303);
  });

  it('is refused like any other form that another page sent', async () => {
    await openRoom(database);
    expect((await hold({ origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});

describe('the waiting page', () => {
  it('says how many are ahead, and looks again after some seconds', async () => {
    await openRoom(database);
    const cookies: string[] = [];
    for (let index = 0; index < 3; index += 1) cookies.push(cookieOf(await hold()));
    const [, , third = ''] = cookies;
    const seen = await look(third);
    expect(seen).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-language': 'en' },
    });
    expect(seen.body).toContain('<title>2 people are ahead of you</title>');
    expect(seen.body).toContain('role="status"');
    expect(seen.body).toMatch(/<meta http-equiv="refresh" content="[345];url=\?">/);
    expect(seen.body).not.toMatch(/<script|autofocus/);
    expect(seen.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await shop.call(page, { method: 'HEAD', headers: { ...html, cookie: third } })).toMatchObject({
      status: 200,
      body: '',
    });
    expect(shop.asked).toEqual([]);
  });

  it.each(languages)('is there in %s', async (language) => {
    await openRoom(database);
    const cookie = cookieOf(await hold());
    const seen = await look(cookie, html, page.replace('/en/', `/${language}/`));
    expect(seen.body).toContain(`<html lang="${language}">`);
  });

  it('leads back to the offer with the choice when it is the visitor’s turn', async () => {
    await openRoom(database);
    const cookie = await admitted();
    const seen = await look(cookie, html, `${page}?quantity=2&session.a=%22%3E%3Cb&other=1`);
    expect(seen.body).toContain('<title>It is your turn</title>');
    expect(seen.body).toContain('You have 10 minutes to choose');
    expect(seen.body).toContain(`href="${offer}?quantity=2&amp;session.a=%22%3E%3Cb"`);
    expect(seen.body).not.toContain('http-equiv="refresh"');
  });

  it('tells a second browser that the place is used, and gives it a new one', async () => {
    await openRoom(database);
    const [cookie = '', visitor = ''] = (await admitted()).split('; ');
    await rooms.use(await later(), 1, hashToken(visitor.split('=')[1] ?? ''));
    for (const own of [visitor, visitor.replace('visitor', 'guest')])
      expect((await look(`${cookie}; ${own}`)).body).toContain('It is your turn');
    for (const second of [cookie, `${cookie}; __Host-guest=${newToken()}; __Host-visitor=${newToken()}`])
      expect((await look(second)).body).toContain('was used in another browser');
    const taken = await shop.call(page, { method: 'POST', headers: { ...form, cookie } });
    expect(taken.headers.location).toBe(page);
    expect(cookieOf(taken)).toMatch(/=2\./);
  });

  it('offers a place to a visitor without one, and gives one that waits no other', async () => {
    await openRoom(database);
    const seen = await look('');
    expect(seen.body).toContain('Please take a place in line');
    expect(seen.headers['set-cookie']).toBeUndefined();
    expect(seen.headers['content-security-policy']).toContain("form-action 'self'");
    const cookie = cookieOf(await shop.call(page, { method: 'POST', headers: form }));
    expect(cookie).toMatch(/=1\./);
    const again = await shop.call(page, { method: 'POST', headers: { ...form, cookie } });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('says when the sale opens, and nothing about a place', async () => {
    await openRoom(database, { opensAt: new Date('2999-03-02T09:00:01Z') });
    const cookie = cookieOf(await hold());
    await later();
    const seen = await look(cookie);
    expect(seen.body).toContain('<title>The sale opens on Saturday 2 March 2999 at 10:00</title>');
    expect(seen.body).toContain('Europe/Paris');
    expect(await told(cookie)).toMatchObject({
      state: 'before_opening',
      ahead: null,
      opensAt: '2999-03-02T09:00:00.000Z',
    });
  });

  it('says that nobody is let in while the room is paused', async () => {
    const id = await openRoom(database);
    const cookie = cookieOf(await hold());
    await changeRoom(database, id ?? 0, { kind: 'pause' });
    await later();
    expect((await look(cookie)).body).toContain('Nobody is let in at the moment');
  });

  it('says that everything is sold out, looks again later, and gives no places', async () => {
    rooms = processOn(database, {}, { offer: 0, otherOffer: 0 });
    const id = await openRoom(database);
    await saveSoldOut(database, id ?? 0, true);
    rooms.forget();
    shop = await test.open(pageOf('Next'), {}, renderLimit(), rooms);
    const sent = await hold();
    expect(sent.status).toBe(303);
    expect(sent.headers['set-cookie']).toBeUndefined();
    const seen = await look('');
    expect(seen.body).toContain('<title>Sold out</title>');
    expect(seen.body).toMatch(/refresh" content="(3\d|4[0-5]);/);
    expect(seen.body).toContain(`href="/en/catalogs/${ids.catalog}"`);
  });

  it('tells programs the same as JSON', async () => {
    await openRoom(database);
    const first = cookieOf(await hold());
    const second = cookieOf(await hold());
    const { lookAgainSeconds, ...rest } = await told(second);
    expect(lookAgainSeconds).toBeTypeOf('number');
    expect(rest).toEqual({
      state: 'waiting',
      ahead: 1,
      estimatedSeconds: 1,
      isPaused: false,
      opensAt: null,
      until: null,
      offer,
    });
    await later();
    const turn = await told(first);
    expect(turn).toMatchObject({ state: 'admitted', lookAgainSeconds: null });
    expect(turn['until']).toMatch(/^\d{4}-.*Z$/);
  });

  it('leads to the offer when nobody has to wait any more, also in a shop without waiting rooms', async () => {
    expect(await look('', html, `${page}?quantity=2`)).toMatchObject({
      status: 303,
      headers: { location: `${offer}?quantity=2` },
    });
    shop = await test.open(pageOf('Next'));
    expect(await look('')).toMatchObject({ status: 303, headers: { location: offer } });
  });
});

it('a form that could not be rendered in time gets a place, if rooms open by themselves', async () => {
  rooms = processOn(database, { mode: 'automatic', holdsPerSecond: 1_000, secret });
  const limit = renderLimit({ atOnce: 1, mostWaiting: 0 });
  const finish: (() => void)[] = [];
  const next: Page = async (request, response) => {
    await new Promise<void>((resolve) => finish.push(resolve));
    await pageOf('Next')(request, response);
  };
  shop = await test.open(next, {}, limit, rooms);
  const busy = shop.call('/en/staff');
  await expect.poll(() => finish.length).toBe(1);
  const sent = await hold({ cookie: visitor });
  expect(sent).toMatchObject({ status: 303, headers: { location: `${page}?quantity=2` } });
  expect(cookieOf(sent)).toMatch(/=1\./);
  finish[0]?.();
  expect((await busy).status).toBe(200);
});

it('a visitor of a network that has taken many places gets none, and reads why', async () => {
  const settings = { WAITING_ROOM_PLACES_PER_NETWORK: '2' };
  shop = await test.open(pageOf('Next'), settings, renderLimit(), rooms);
  await openRoom(database);
  const first = cookieOf(await hold());
  expect(cookieOf(await hold({}, 'quantity=2', page))).toMatch(/=2\./);
  // The header is the visitor's own, because the connection does not come from a trusted proxy.
  for (const path of [offer, page])
    expect(await hold({ 'x-forwarded-for': '203.0.113.9' }, 'quantity=2', path)).toMatchObject({
      status: 303,
    });
  const refused = await hold();
  expect(refused.headers['set-cookie']).toBeUndefined();
  const seen = await shop.call(refused.headers.location ?? '', { headers: html });
  expect(seen.body).toContain('<title>Many places were taken from your network</title>');
  expect(seen.body).toContain('try again in 10 minutes');
  expect(seen.body).toContain('<form method="post">');
  const program = await look('', json);
  expect(JSON.parse(program.body)).toMatchObject({ state: 'limited', lookAgainSeconds: null });
  expect(shop.events[0]).toEqual({ event: 'limit_reached', limit: 'places', network: '127.0.0.0/24' });
  expect(shop.asked).toEqual([]);
  // Those who have a place keep it, and are let in.
  const room = await roomLater(database, rooms);
  expect(room.lastNumber).toBe(2);
  expect((await look(first)).body).toContain('It is your turn');
});
