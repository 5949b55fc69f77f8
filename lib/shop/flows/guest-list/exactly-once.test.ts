import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { crashingContext } from '@/testing/faults/crash-injection';
import {
  guestAuditOf,
  guestDraftOf,
  guestNamed,
  guestVersionOf,
  startedGuestList,
  ticketsByName,
  untilBooked,
} from '@/testing/shop/guests';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { processGuestList } from './process-guest-list';
import { draftGuestList, startGuestList } from './write-guest-list';

let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase(), 10) });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(() => {
  shop.reset();
  // A service that makes nothing twice for one key.
  shop.ticketing.hasExtensions = true;
  shop.ticketing.stock = 10_000;
});

const two = [guestNamed('A', { email: 'a@guest.example' }), guestNamed('B', { quantity: 2 })];
const each = [
  ['A', 1],
  ['B', 2],
];

/** How often it was noted that tickets were given for these guests. */
async function givenTo(guests: Awaited<ReturnType<typeof untilBooked>>): Promise<number> {
  const found = await Promise.all(
    guests.map(({ checkoutId }) =>
      readAudit(shop.context.database, { action: 'tickets_given', about: checkoutId ?? '' }),
    ),
  );
  return found.flat().length;
}

it('two windows that press at once start it once', async () => {
  const draft = guestDraftOf(shop);
  await draftGuestList(shop.context, draft, two);
  const version = await guestVersionOf(shop, draft.id);
  const press = (staff: string) => startGuestList(shop.context, { id: draft.id, version, staff });
  expect(await Promise.all(['ada', 'ben', 'cy'].map(press))).toEqual(['started', 'started', 'started']);
  await untilBooked(shop, draft.id);
  expect(await ticketsByName(shop, draft.id)).toEqual(each);
  expect(await guestAuditOf(shop, draft.id)).toHaveLength(1);
});

it('several workers at once make one booking for each guest', async () => {
  const id = await startedGuestList(shop, two);
  await Promise.all(Array.from({ length: 3 }, () => processGuestList(shop.context, id, 0)));
  const guests = await untilBooked(shop, id);
  expect(await ticketsByName(shop, id)).toEqual(each);
  expect(await givenTo(guests)).toBe(2);
});

it('a process that is killed at any call leads to one booking', { timeout: 300_000 }, async () => {
  let last = 1;
  for (let at = 1; at <= last; at += 1) {
    for (const when of ['before', 'after'] as const) {
      const id = await startedGuestList(shop, two.slice(0, 1));
      shop.mailbox.mails.length = 0;
      const crashing = crashingContext(shop.context, { at, when });
      await crashing.outcome(processGuestList(crashing.context, id, 0));
      last = Math.max(last, crashing.hasCrashed() ? crashing.calls.length + 1 : 0);
      const guests = await untilBooked(shop, id);
      const made = { at, when, made: await ticketsByName(shop, id), given: await givenTo(guests) };
      expect(made).toEqual({ at, when, made: each.slice(0, 1), given: 1 });
      expect(shop.mailbox.mails.map(({ recipients }) => recipients.join())).toEqual(['a@guest.example']);
    }
  }
  expect(last).toBeGreaterThan(20);
});
