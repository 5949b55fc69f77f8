import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HoldResult } from '../../../shop/flows/basket/basket';
import { changeRoom } from '../../../shop/flows/waiting-room/manage-rooms';
import { readCounts } from '../../../shop/data/progress-store';
import type { WaitingRooms } from '../../../shop/flows/waiting-room/waiting-rooms';
import { shopTables } from '@/testing/shop/tables';
import { ids, openRoom, placeIn, processOn, roomLater, secret } from '@/testing/shop/waiting-rooms';
import { testDatabase } from '@/testing/database/embedded';
import { hashToken, newToken, visitorToken } from '../../../shop/tokens';
import { browserToken } from '../request/browser-token';
import { inTurn } from './in-turn';

let database: Awaited<ReturnType<typeof testDatabase>>;
let rooms: WaitingRooms;
let errors: unknown[];
beforeEach(async () => {
  errors = [];
  database = await testDatabase(shopTables);
  rooms = processOn(database);
});
afterEach(() => database.close());

const held: HoldResult = { kind: 'held', checkoutId: 'c' };
const refused: HoldResult = { kind: 'busy' };
const waits = { kind: 'has_to_wait', catalogId: ids.catalog.toUpperCase(), offerId: ids.offer };

/** A hold by a browser with this token and this place. */
function hold(
  tokenHash: string | null,
  place?: string,
  outcome = held,
  onHold = () => Promise.resolve(),
  offerIds = [ids.offer],
) {
  const browser = {
    readGuest: () => Promise.resolve(tokenHash),
    ensureGuest: () => Promise.resolve(tokenHash ?? 'new'),
    readPlace: () => Promise.resolve(place),
  };
  const onError = (error: unknown) => errors.push(error);
  const offers = offerIds.map((offerId) => ({ catalogId: ids.catalog.toUpperCase(), offerId }));
  const asked = { rooms, offers, browser, onError };
  return inTurn(asked, async () => {
    await onHold();
    return outcome;
  });
}

/** The places of visitors, of whom the first one is admitted. */
async function arrive(): Promise<[string, string]> {
  await openRoom(database);
  const room = await roomLater(database, rooms);
  const places: [string, string] = [await placeIn(rooms, room), await placeIn(rooms, room)];
  const limits = { leastPerMinute: 60, mostPerMinute: 60, mostActive: 100 };
  await changeRoom(database, room.id, { kind: 'limits', limits });
  await roomLater(database, rooms);
  return places;
}

it('holds at once without a room', async () => {
  expect(await hold(null)).toEqual(held);
});

it('holds in turn, whatever address the form was sent to', async () => {
  const [first, second] = await arrive();
  expect(await hold(null)).toEqual(waits);
  expect(await hold(null, 'forged')).toEqual(waits);
  expect(await hold('b', second)).toEqual(waits);
  expect(await hold('a', first)).toEqual(held);
  expect(await readCounts(database)).toMatchObject([{ held: 1, active: 0 }]);
});

it('has to wait for a product’s room also if the form writes identifiers in upper case', async () => {
  await openRoom(database, { scope: { kind: 'product', catalogId: ids.catalog, productId: ids.product } });
  expect(ids.catalog.toUpperCase()).not.toBe(ids.catalog);
  expect(await hold(null)).toEqual(waits);
});

it('has to wait for the room of another offer that the form names, and uses a place once for all its offers', async () => {
  const forms = [[ids.otherOffer, ids.offer], [ids.offer]];
  await openRoom(database, { scope: { kind: 'product', catalogId: ids.catalog, productId: ids.product } });
  for (const offerIds of forms) expect(await hold(null, undefined, held, undefined, offerIds)).toEqual(waits);
  expect(await hold(null, undefined, held, undefined, [ids.otherOffer])).toEqual(held);
});

it('a second browser with the same place is refused, also after a first try without success', async () => {
  const [first] = await arrive();
  expect(await hold('a', first, refused)).toEqual(refused);
  expect(await readCounts(database)).toMatchObject([{ held: 0, active: 1 }]);
  expect(await hold('b', first)).toEqual(waits);
  expect(await hold(null, first)).toEqual(waits);
  expect(await hold('a', first)).toEqual(held);
});

/** A form of a browser with these cookies, and the token that it has afterwards. */
async function send(place: string, cookies: { guest?: string; visitor?: string }) {
  const { guest, visitor } = cookies;
  let token = '';
  const browser = {
    readGuest: () => Promise.resolve(guest === undefined ? null : hashToken(guest)),
    ensureGuest: async () => {
      token = await browserToken({ database, linkSecret: secret }, { guest, visitor });
      return hashToken(token);
    },
    readPlace: () => Promise.resolve(place),
  };
  const onError = (error: unknown) => errors.push(error);
  const offers = [{ catalogId: ids.catalog.toUpperCase(), offerId: ids.offer }];
  const asked = { rooms, offers, browser, onError };
  return { result: await inTurn(asked, () => Promise.resolve(held)), token };
}

it('a browser without a basket that sends the form twice at once uses its place with both', async () => {
  const [first] = await arrive();
  const visitor = visitorToken(undefined, secret);
  const sent = await Promise.all([send(first, { visitor }), send(first, { visitor })]);
  expect(sent).toEqual([
    { result: held, token: visitor },
    { result: held, token: visitor },
  ]);
  // It uses the place again, and a browser with a copy of the place does not.
  expect((await send(first, { guest: visitor, visitor })).result).toEqual(held);
  for (const copy of [{}, { visitor: visitorToken(undefined, secret) }, { guest: newToken() }])
    expect((await send(first, copy)).result).toEqual(waits);
});

it('a browser gets a token of its own for one that the shop did not issue', async () => {
  const planted = newToken();
  for (const cookies of [{ guest: planted }, { visitor: planted }, { guest: planted, visitor: planted }]) {
    const { guest, visitor } = { guest: undefined, visitor: undefined, ...cookies };
    expect(await browserToken({ database, linkSecret: secret }, { guest, visitor })).not.toBe(planted);
  }
});

it('tickets that are held stay held if the connection breaks before the turn is counted', async () => {
  const [first] = await arrive();
  const lost = new Error('the connection broke');
  let isLost = false;
  const opened = database;
  rooms = processOn({
    ...opened,
    single: {
      ...opened.single,
      run: (statement) => (isLost ? Promise.reject(lost) : opened.single.run(statement)),
    },
  });
  const lose = () => {
    isLost = true;
    return Promise.resolve();
  };
  expect(await hold('browser', first, held, lose)).toBe(held);
  expect(errors).toEqual([lost]);
});
