import { afterAll, beforeAll, expect, it } from 'vitest';
import { boughtBy } from '@/testing/shop/named-customer';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { findAtService } from './find-at-service';

let shop: TestShop;
let bought: string;
let ticket: string;
let issued: { reference?: string | null };
beforeAll(async () => {
  shop = await startTestShop();
  shop.ticketing.tickets.support = 'read';
  shop.ticketing.hasFilters = true;
  await boughtBy(shop, 'other');
  bought = await boughtBy(shop, 'ticket');
  const { reference } = await shop.find(bought);
  const order = shop.ticketing.orders.find(({ externalReference }) => externalReference === reference);
  const [path = ''] = order?.items[0]?.tickets ?? [];
  const found = shop.ticketing.tickets.all.get(path);
  if (found === undefined) throw new Error('the service has issued no ticket');
  issued = found;
  issued.reference = ticket = '7KQM-X4MA-9TBC';
});
afterAll(() => shop.close());

const find = async (query: string, isComplete = false) => {
  const { found, serviceUnavailable } = await findAtService(shop.context, query, {
    catalogs: 'all',
    language: 'en',
    isComplete,
  });
  return { ids: found.map(({ id }) => id), reasons: found.map(({ reasons }) => reasons), serviceUnavailable };
};

it('the code of a ticket finds its purchase, with the reason', async () => {
  expect(await find(ticket)).toEqual({
    ids: [bought],
    reasons: [[{ kind: 'ticket' }]],
    serviceUnavailable: false,
  });
});

it.each([
  '7KQM X4MA 9TBC',
  '7kqm x4ma 9tbc',
  '7KQMX4MA9TBC',
  // With one wrong character.
  '7KQM-X4MA-9TBD',
  '7kqmx4na9tbc',
  'OKQM X4MA 9TBC',
])('the code finds it as it was typed: %s', async (typed) => {
  expect(await find(typed)).toMatchObject({ ids: [bought], reasons: [[{ kind: 'ticket' }]] });
});

it('a code that happens to have no digit is found in its groups, and without them in a complete search', async () => {
  issued.reference = 'FHFN-FGHJ-KJFU';
  for (const typed of ['FHFN-FGHJ-KJFU', 'fhfn fghj kjfu', 'FHFN FGHJ KJFX'])
    expect((await find(typed)).ids, typed).toEqual([bought]);
  expect((await find('fhfnfghjkjfu', true)).ids).toEqual([bought]);
  expect((await find('fhfnfghjkjfu')).ids).toEqual([]);
  issued.reference = ticket;
});

it('a code with more mistakes finds nothing', async () => {
  expect(await find('7KQM-X4MA-9TDD', true)).toMatchObject({ ids: [] });
});

it('a code of no ticket finds nothing', async () => {
  expect(await find('T-00000000')).toMatchObject({ ids: [], serviceUnavailable: false });
});

it('names are not sent to the service', async () => {
  const before = shop.ticketing.listCalls.length;
  for (const query of ['Martin', 'Erika Mustermann 2', 'erika.ticket@example.org'])
    expect(await find(query, true)).toMatchObject({ ids: [] });
  expect(shop.ticketing.listCalls.length).toBe(before);
});

it('the service’s own reference finds an order whose response never arrived, only in a complete search', async () => {
  const { reference } = await shop.find(bought);
  const order = shop.ticketing.orders.find(({ externalReference }) => externalReference === reference);
  expect(await find(order?.reference ?? '', true)).toMatchObject({
    ids: [bought],
    reasons: [[{ kind: 'order' }]],
  });
  expect(await find(order?.reference ?? '')).toMatchObject({ ids: [] });
});

it('a service that is unavailable is said, not taken for an empty answer', async () => {
  shop.ticketing.unavailable = true;
  expect(await find(ticket, true)).toMatchObject({ ids: [], serviceUnavailable: true });
});
