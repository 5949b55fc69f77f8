import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anyOrder } from '@/testing/shop/any-order';
import {
  guestAuditOf,
  guestDraftOf,
  guestNamed,
  guestVersionOf,
  startedGuestList,
  ticketsByName,
  untilBooked,
} from '@/testing/shop/guests';
import { jobsOf } from '@/testing/shop/jobs';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { findGuestList, forgetOldGuests, guestsOfList } from '../../data/guest-store';
import type { OrderFilter } from '../../data/order-list-store';
import { readOrders } from '../../data/order-store';
import { readPayments } from '../../data/payment-store';
import { listOrders } from '../lookup/list-orders';
import { exportOrders } from '../report/export-orders';
import { erasePerson, exportPerson } from '../privacy/person';
import { draftGuestList, retryGuestList, startGuestList } from './write-guest-list';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

it('gives each guest a booking of their own that costs nothing, by e-mail where there is an address', async () => {
  const id = await startedGuestList(shop, [
    guestNamed('Lovelace', { firstname: 'Ada', quantity: 2, email: 'ada@guest.example' }),
    guestNamed('Turing'),
  ]);
  const guests = await untilBooked(shop, id);
  expect(guests).toMatchObject([
    { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@guest.example', quantity: 2, state: 'placed' },
    { firstname: 'Guest', lastname: 'Turing', email: null, quantity: 1, state: 'placed' },
  ]);
  expect(await ticketsByName(shop, id)).toEqual([
    ['Lovelace', 2],
    ['Turing', 1],
  ]);
  for (const { checkoutId } of guests) {
    const checkout = await shop.find(checkoutId ?? '');
    expect(checkout).toMatchObject({ state: 'ordered', channel: 'counter', total: '0.00', language: 'en' });
    expect(await readPayments(shop.context.database, checkout.id)).toEqual([]);
    expect(await readOrders(shop.context.database, checkout.id)).toMatchObject([
      { data: { complimentary: true } },
    ]);
    const given = await readAudit(shop.context.database, { action: 'tickets_given', about: checkout.id });
    expect(given).toMatchObject([{ staff: 'ada', detail: { reason: 'Première' } }]);
  }
  // Each voucher is for one booking.
  expect(shop.ticketing.vouchers.size).toBe(2);
  expect(shop.mailbox.mails.map(({ recipients }) => recipients.join())).toEqual(['ada@guest.example']);
  expect(await guestAuditOf(shop, id)).toMatchObject([
    { action: 'guest_list_started', staff: 'ada', detail: { guests: 2, tickets: 3, reason: 'Première' } },
  ]);
  expect(await jobsOf(shop.context.database, 'guest_list')).toEqual([]);
});

it('is shown as complimentary in the e-mail, the export and the list of orders, without its code', async () => {
  const bought = await shop.paidByWebhook();
  await shop.settle();
  const id = await startedGuestList(shop, [guestNamed('Hopper', { email: 'grace@guest.example' })]);
  const [guest] = await untilBooked(shop, id);
  const { voucher } = await shop.find(guest?.checkoutId ?? '');
  const mail = shop.mailbox.mails.find(({ recipients }) => recipients.includes('grace@guest.example'));
  expect(mail?.mail.text).toContain('Complimentary tickets');
  expect(mail?.mail.text).not.toContain(voucher);
  const of = (state: OrderFilter['state']) =>
    listOrders(shop.context.database, { ...anyOrder, state }, { after: null, language: 'en' });
  const given = (await of('complimentary')).orders.map(({ id: found }) => found);
  expect(given).toContain(guest?.checkoutId);
  expect(given).not.toContain(bought);
  const period = { from: '2000-01-01', to: '2100-01-01', timeZone: 'UTC' };
  const rows: { lastname: string | null; complimentary: boolean }[] = [];
  for await (const row of exportOrders(shop.context.database, period)) rows.push(row);
  const isGiven = (name: string) =>
    rows.filter(({ lastname }) => lastname === name).map((row) => row.complimentary);
  expect([isGiven('Hopper'), isGiven('Martin')]).toEqual([[true], [false]]);
});

it('says who got none where the capacity ends; they can be tried again when there is more', async () => {
  shop.ticketing.stock = 2;
  const names = ['A', 'B', 'C', 'D'];
  const id = await startedGuestList(
    shop,
    names.map((name) => guestNamed(name)),
  );
  const of = async () => (await untilBooked(shop, id)).map(({ state, problem }) => problem ?? state);
  expect(await of()).toEqual(['placed', 'placed', 'sold_out', 'sold_out']);
  expect(await retryGuestList(shop.context, { id, staff: 'ben' })).toBe(2);
  expect(await of()).toEqual(['placed', 'placed', 'sold_out', 'sold_out']);
  shop.ticketing.stock = 5;
  const retried = await Promise.all([1, 2].map(() => retryGuestList(shop.context, { id, staff: 'ben' })));
  expect(retried.toSorted()).toEqual([0, 2]);
  expect(await of()).toEqual(['placed', 'placed', 'placed', 'placed']);
  expect(await ticketsByName(shop, id)).toEqual(names.map((name) => [name, 1]));
  expect(await retryGuestList(shop.context, { id, staff: 'ben' })).toBe(0);
  const actions = (await guestAuditOf(shop, id)).map(({ action }) => action);
  expect(actions).toEqual(['guest_list_started', 'guest_list_retried', 'guest_list_retried']);
});

it('leaves out who wants more than one booking may have, and goes on with the others', async () => {
  shop.ticketing.mostOfOne = 3;
  const id = await startedGuestList(shop, [
    guestNamed('A', { quantity: 4 }),
    guestNamed('B', { quantity: 3 }),
  ]);
  const states = (await untilBooked(shop, id)).map(({ state }) => state);
  expect(states).toEqual(['failed', 'placed']);
});

it('gives nothing that is not free', async () => {
  shop.ticketing.fee = '1.00';
  const id = await startedGuestList(shop, [guestNamed('A')]);
  expect(await untilBooked(shop, id)).toMatchObject([{ state: 'failed', problem: 'not_free' }]);
  expect(shop.ticketing.orders).toEqual([]);
});

it('is as it was shown: a changed list has to be looked at again, and a started one is not changed', async () => {
  const draft = guestDraftOf(shop);
  const start = (version: string) => startGuestList(shop.context, { id: draft.id, version, staff: 'ada' });
  await draftGuestList(shop.context, draft, [guestNamed('A')]);
  const seen = await guestVersionOf(shop, draft.id);
  expect(await draftGuestList(shop.context, { ...draft, staff: 'ben' }, [guestNamed('X')])).toBe('closed');
  await draftGuestList(shop.context, draft, [guestNamed('B'), guestNamed('C')]);
  expect(await start(seen)).toBe('changed');
  expect(await start(await guestVersionOf(shop, draft.id))).toBe('started');
  expect(await start(seen)).toBe('started');
  expect(await draftGuestList(shop.context, draft, [guestNamed('X')])).toBe('closed');
  await untilBooked(shop, draft.id);
  expect(await ticketsByName(shop, draft.id)).toEqual([
    ['B', 1],
    ['C', 1],
  ]);
  expect(await guestAuditOf(shop, draft.id)).toHaveLength(1);
});

it('is told after a while that the service is not there; nobody gets two bookings when it is back', async () => {
  const id = await startedGuestList(shop, [guestNamed('A'), guestNamed('B')]);
  shop.ticketing.unavailable = true;
  expect(await untilBooked(shop, id)).toMatchObject([
    { state: 'failed', problem: 'unavailable' },
    { state: 'failed', problem: 'unavailable' },
  ]);
  shop.ticketing.unavailable = false;
  await retryGuestList(shop.context, { id, staff: 'ada' });
  await untilBooked(shop, id);
  expect(await ticketsByName(shop, id)).toEqual([
    ['A', 1],
    ['B', 1],
  ]);
});

it('keeps a name as long as it waits for a booking: it is exported, erased, and deleted when it is old', async () => {
  const draft = guestDraftOf(shop);
  const guests = ['ada', 'ben'].map((name) => guestNamed(name, { email: `${name}@list.example` }));
  await draftGuestList(shop.context, draft, guests);
  const { database } = shop.context;
  const exported = async () => (await exportPerson(shop.context, 'Ada@List.example')).guestLists;
  expect(await exported()).toMatchObject([{ event: 'Harbour walk', lastname: 'ada', tickets: 1 }]);
  await erasePerson(shop.context, { email: 'Ada@List.example', staff: 'ada' });
  expect(await exported()).toEqual([]);
  const forget = () =>
    database.transaction((transaction) => forgetOldGuests(transaction, { days: 30, limit: 5 }));
  expect(await forget()).toBe(0);
  await database.single.run(
    sql`update storefront.guest_list set created_at = created_at - interval '31 days' where id = ${draft.id}`,
  );
  expect(await forget()).toBe(1);
  expect(await guestsOfList(database, draft.id)).toEqual([]);
  expect(await findGuestList(database, draft.id)).not.toBeNull();
});
