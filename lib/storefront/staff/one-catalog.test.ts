import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { indexAllPersons } from '@/testing/shop/filled-persons';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { signedIn } from '@/testing/storefront/signed-in';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { nextMillisecond } from '@/testing/next-millisecond';
import { findCheckout } from '../../shop/data/checkout-store';
import { getAppContext } from '../../runtime/app-context';
import { cookieName } from '../../runtime/cookie-name';
import { writeStarted } from '../common/exchange/exchange';
import { type ForStaff, forStaff, forStaffOfBooking } from '../common/account/for-staff';
import { orderViewer } from '../shop/document/documents';
import { searchAudit, auditQuery } from './audit/audit';
import { getStaffCancelPage } from './cancellation/cancellation';
import { readClosing } from './closing/closing';
import { readCounterOffer, readSale } from './counter/counter';
import { readCounter } from './counter/counter-day';
import { keysForm, sellAtOnce } from './counter/sell-at-once';
import { readChanges } from './event-change/event-change';
import { dropStaffExchange, getStaffRebookPage, makeStaffExchange } from './exchange/exchange';
import { searchOrders, suggestOrders } from './lookup/search-orders';
import { getStaffOrder } from './order/order';
import { readOrderList } from './order-list/order-list';
import { readReport } from './report/reports';
import { readOwnShift, readShiftPage } from './shift/shift';
import { getHolderPage } from './ticket/item-tickets';
import { getAnswersPage } from './ticket/ticket-answers';
import { readVisitorList } from './visitors/visitors';
import { readList, readLists, removeByStaff } from './waiting-list/waiting-lists';
import { readWaitingRooms } from './waiting-room/waiting-room';

// What a person who works with one catalogue gets, beside one who works with all. The second booking has a ticket of
// another catalogue, the third one of each.

const boats = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';
const everything = { group: null, page: 1 };
type As = Awaited<ReturnType<typeof signedIn>>;

let shop: TestShop;
let stop: () => Promise<void>;
let own: Ordered;
let other: Ordered;
let mixed: Ordered;
let one: As;
let all: As;
let none: As;
/** Texts that name the bookings of others. */
let secrets: readonly string[];

beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
  const { database } = shop.context;
  const bought = async (email: string, items: number) => {
    const booking = await orderedWithTickets(shop, 2);
    await database.single.run(
      sql`update storefront.checkout set email = ${email} where id = ${booking.id}::uuid`,
    );
    if (items === 0) return booking;
    // As if some of its tickets, or all, were of the other catalogue.
    await database.single.run(
      sql`update storefront.placed_order set catalog_id = ${boats}::uuid where checkout_id = ${booking.id}::uuid`,
    );
    await database.single.run(
      items === 1
        ? sql`update storefront.hold set catalog_id = ${boats}::uuid where checkout_id = ${booking.id}::uuid`
        : sql`insert into storefront.hold (id, checkout_id, catalog_id, reservation_id, reservation, descriptions, held_at, expires_at)
            select gen_random_uuid(), checkout_id, ${boats}::uuid, gen_random_uuid(), reservation, descriptions, held_at, expires_at
            from storefront.hold where checkout_id = ${booking.id}::uuid`,
    );
    return booking;
  };
  own = await bought('own@x.test', 0);
  other = await bought('other@x.test', 1);
  mixed = await bought('mixed@x.test', 2);
  await indexAllPersons(database);
  for (const { id } of [own, other, mixed])
    await database.single.run(
      sql`insert into storefront.task (id, kind, key, checkout_id, reason, since)
        values (gen_random_uuid(), 'email_failed', ${id}, ${id}::uuid, 'bounced', clock_timestamp())`,
    );
  await database.single.run(
    sql`insert into storefront.session_change
        (id, catalog_id, session_id, event_name, timezone, what, from_time, tickets, orders, changed_at)
      select gen_random_uuid(), catalog, gen_random_uuid(), name, 'Europe/Paris', 'cancelled', clock_timestamp(), 2, 1, clock_timestamp()
      from (values (${shop.ticketing.catalogId}::uuid, 'Own walk'), (${boats}::uuid, 'Other boat')) changed (catalog, name)`,
  );
  const references = await Promise.all(
    [other, mixed].map(async ({ id }) => (await findCheckout(database, id))?.reference ?? ''),
  );
  secrets = [other.id, mixed.id, 'other@x.test', 'mixed@x.test', 'Other boat', ...references];
  const { catalogId } = shop.ticketing;
  // The role does not matter for what has no filter, so it is the one that may do most.
  one = await signedIn('one', { roles: ['admin'], catalogs: [catalogId.toLowerCase()] });
  all = await signedIn('all', { roles: ['admin'], catalogs: null });
  none = await signedIn('none', { roles: ['admin'], catalogs: [] });
});
afterAll(() => stop());

const shownIn = (answer: unknown) => {
  const text = JSON.stringify(answer);
  return secrets.filter((secret) => secret !== '' && text.includes(secret));
};

const kindOf = async (as: As, read: () => Promise<ForStaff<unknown>>) => (await as(read)).kind;

describe('the search', () => {
  it.each([
    ['by address', () => 'other@x.test', () => 'own@x.test'],
    ['by identifier', () => other.id, () => own.id],
    ['by the identifier of an order', () => other.orderId, () => own.orderId],
    ['of a booking of both', () => mixed.id, () => own.id],
    ['by a part of an address', () => 'other', () => 'own@x'],
  ])('%s finds what is of the catalogue', async (_, theirs, ours) => {
    const found = async (as: As, text: string) => {
      const answer = await as(() => searchOrders(text, 'en', everything));
      return answer.kind === 'staff' ? answer.value.search.found.map(({ id }) => id) : answer.kind;
    };
    expect(await found(all, ours())).toContain(own.id);
    expect(await found(one, ours())).toEqual([own.id]);
    expect(await found(one, theirs())).toEqual([]);
    expect(await found(none, ours())).toEqual([]);
    const suggested = await one(() => suggestOrders(theirs(), 'en'));
    expect(suggested).toMatchObject({ kind: 'staff', value: { found: [] } });
  });

  it('by what everybody’s booking has finds and counts only those of the catalogue', async () => {
    const { customer } = await shop.find(own.id);
    const name = customer?.lastname ?? '';
    const reference = (await shop.find(other.id)).reference;
    for (const text of [name, reference]) {
      const answer = await one(() => searchOrders(text, 'en', everything));
      expect(answer).toMatchObject({ kind: 'staff' });
      if (answer.kind === 'staff')
        expect(answer.value.search.found.filter(({ id }) => id !== own.id)).toEqual([]);
    }
  });

  it('has the tasks and changed sessions of the catalogue beside it, and counts only these', async () => {
    const answer = await one(() => searchOrders('', 'en', everything));
    expect(shownIn(answer)).toEqual([]);
    expect(answer).toMatchObject({
      value: { attention: [{ group: 'email_failed', count: 1 }], changedSessions: { count: 1 } },
    });
    expect(shownIn(await all(() => searchOrders('', 'en', everything)))).toHaveLength(secrets.length);
  });
});

describe('the list of orders', () => {
  it('has those of the catalogue, and counts only these', async () => {
    const answer = await one(() => readOrderList({}, 'en'));
    expect(answer).toMatchObject({ value: { count: 1, isMore: false, orders: [{ id: own.id }] } });
    expect(shownIn(answer)).toEqual([]);
    expect(await all(() => readOrderList({}, 'en'))).toMatchObject({ value: { count: 3 } });
    expect(await none(() => readOrderList({}, 'en'))).toMatchObject({ value: { count: 0 } });
  });
});

describe('a booking', () => {
  const reads: readonly (readonly [string, (id: string) => Promise<ForStaff<unknown>>])[] = [
    ['its page', (id: string) => getStaffOrder(id, 'en')],
    ['the page to cancel it', (id: string) => getStaffCancelPage(id, 'en')],
    ['the page to exchange it', (id: string) => getStaffRebookPage(id, 'en')],
    ['the page of a ticket', (id: string) => getHolderPage(id, boats, [])],
    ['the answers of a ticket', (id: string) => getAnswersPage(id, boats, 'en')],
    ['what changes it', (id: string) => forStaffOfBooking('orders:change', id, () => Promise.resolve(1))],
  ];

  it.each(reads)('%s is for who works with all its catalogues', async (_, read) => {
    expect(await kindOf(one, () => read(own.id))).toBe('staff');
    for (const id of [other.id, mixed.id]) {
      expect(await kindOf(all, () => read(id))).toBe('staff');
      expect(await kindOf(one, () => read(id))).toBe('not_allowed');
      expect(shownIn(await one(() => read(id.toUpperCase())))).toEqual([]);
    }
    // Also of what does not exist nothing is told.
    expect(await kindOf(one, () => read(boats))).toBe('not_allowed');
    expect(await kindOf(one, () => read('x'))).toBe('not_allowed');
    expect(await kindOf(none, () => read(own.id))).toBe('not_allowed');
  });

  it('has files for the same people', async () => {
    expect(await one(() => orderViewer(own.id))).toMatchObject({ id: 'one' });
    expect(await one(() => orderViewer(other.id))).toBeNull();
    expect(await one(() => orderViewer(mixed.id))).toBeNull();
    expect(await all(() => orderViewer(mixed.id))).toMatchObject({ id: 'all' });
  });
});

it('the list of a session is for who works with its catalogue', async () => {
  const visit = { eventId: boats, visit: boats };
  const { catalogId } = shop.ticketing;
  expect(await kindOf(one, () => readVisitorList({ ...visit, catalogId }, 'en'))).toBe('staff');
  expect(await kindOf(one, () => readVisitorList({ ...visit, catalogId: boats }, 'en'))).toBe('not_allowed');
  expect(await kindOf(all, () => readVisitorList({ ...visit, catalogId: boats }, 'en'))).toBe('staff');
});

it('waiting lists are those of the catalogue, and nobody is taken off another one', async () => {
  const { single } = shop.context.database;
  const [ours, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  const catalogs = [
    [ours, shop.ticketing.catalogId.toUpperCase()],
    [theirs, boats],
  ] as const;
  for (const [id, catalog] of catalogs) {
    await single.run(
      sql`insert into storefront.waiting_list (id, catalog_id, offer_id) values (${id}::uuid, ${catalog}, ${id})`,
    );
    await single.run(
      sql`insert into storefront.waiting_entry (id, list_id, state, email, language, quantity, ticket_sessions, choice,
          product_name, day, details, created_at, queued_at, ends_at)
        values (${id}::uuid, ${id}::uuid, 'waiting', ${`${id}@x.test`}, 'en', 1, '[]', '', ${id}, '2027-06-01', '[]',
          clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day')`,
    );
  }
  const listed = async (as: As) => {
    const answer = await as(() => readLists({}, 'en'));
    return answer.kind === 'staff' ? answer.value.rows.map(({ listId }) => listId) : answer.kind;
  };
  expect(await listed(one)).toEqual([ours]);
  expect(await listed(all)).toHaveLength(2);
  expect(await listed(none)).toEqual([]);
  for (const parameters of [{}, { state: 'waiting' }]) {
    expect(await one(() => readList(theirs, parameters))).toMatchObject({ kind: 'staff', value: null });
    expect(await all(() => readList(theirs, parameters))).toMatchObject({ value: { total: 1 } });
    expect(await one(() => readList(ours, parameters))).toMatchObject({ value: { total: 1 } });
  }
  const remove = (as: As, placeId: string) =>
    as(() =>
      forStaff('orders:change by catalog', (staff) =>
        removeByStaff(staff, { listId: ours, placeId, choice: '', reason: 'asked' }),
      ),
    );
  expect(await remove(one, theirs)).toMatchObject({ value: 'gone' });
  expect(await listed(all)).toHaveLength(2);
  expect(await remove(one, ours)).toMatchObject({ value: null });
  expect(await remove(all, theirs)).toMatchObject({ value: null });
});

describe('the counter', () => {
  const query = {
    date: undefined,
    catalogId: undefined,
    sale: undefined,
    event: undefined,
    session: undefined,
  };
  let ours: string;
  let theirs: string;
  beforeAll(async () => {
    ours = await tillsOf(shop).hold(1);
    await nextMillisecond();
    theirs = await tillsOf(shop).hold(1);
    await shop.context.database.single.run(
      sql`update storefront.hold set catalog_id = ${boats}::uuid where checkout_id = ${theirs}::uuid`,
    );
  });

  it('lists what is held of the catalogue, and shows no other sale', async () => {
    const held = async (as: As, sale?: string) => {
      const answer = await as(() => readCounter('en', { ...query, sale }));
      if (answer.kind !== 'staff') throw new Error(answer.kind);
      return { sales: answer.value.heldSales.map(({ id }) => id), cart: answer.value.cart?.id };
    };
    expect((await held(all)).sales).toEqual([theirs, ours]);
    expect(await held(one)).toEqual({ sales: [ours], cart: undefined });
    expect(await held(one, ours)).toEqual({ sales: [], cart: ours });
    expect(await held(one, theirs)).toEqual({ sales: [ours], cart: undefined });
    expect(await held(none)).toEqual({ sales: [], cart: undefined });
    const sale = (as: As, id: string) => kindOf(as, () => readSale(id, 'en', { validateAnswers: false }));
    const sold = await tillsOf(shop).sell('one');
    expect(await sale(one, sold.id)).toBe('staff');
    expect(await sale(one, theirs)).toBe('not_allowed');
    expect(await sale(none, sold.id)).toBe('not_allowed');
  });

  it('shows offers of the catalogue only', async () => {
    const offer = (catalogId: string) => ({ catalogId, offerId: boats, sale: undefined });
    expect(await kindOf(one, () => readCounterOffer('en', offer(boats)))).toBe('not_allowed');
    expect(await kindOf(one, () => readCounterOffer('en', offer(shop.ticketing.catalogId)))).toBe('staff');
  });

  it('holds and takes money for nothing of another catalogue', async () => {
    const { catalogId } = shop.ticketing;
    const tried = async (catalog: string, sale: Record<string, string>) => {
      const form = new FormData();
      const place = { language: 'en', catalogId: catalog, offerId: boats, formId: crypto.randomUUID() };
      for (const [name, value] of Object.entries({ ...place, cart: '18.00', pay: 'cash', ...sale }))
        form.set(name, value);
      const keys = keysForm.parse(Object.fromEntries(form));
      const answer = await one(() =>
        forStaff('sales:make by catalog', (staff) => sellAtOnce(staff, form, keys, 'en')),
      );
      if (answer.kind !== 'staff') throw new Error(answer.kind);
      return answer.value;
    };
    expect(await tried(boats, {})).toBeNull();
    expect(await tried(catalogId, { sale: theirs })).toBeNull();
    expect(await tried(catalogId, { sale: theirs, quantity: '1' })).toBeNull();
    // The form names the sale that it begins, too.
    expect(await tried(catalogId, { formId: theirs, quantity: '1' })).toBeNull();
    expect(await shop.state(theirs)).toBe('held');
    expect(await tried(catalogId, { sale: ours, pay: 'later' })).not.toBeNull();
  });

  it('exchanges only tickets of bookings that are theirs, also if another person chose them at this browser', async () => {
    const { storefrontUrl } = (await getAppContext()).config;
    const name = cookieName('desk_rebooking', storefrontUrl);
    const chosen = async (earlier: Ordered, catalogs: readonly string[] | null) => {
      const started = writeStarted({ earlier: earlier.id, units: [`${earlier.orderId}/0`], sale: ours });
      const as = await signedIn('one', { roles: ['admin'], catalogs }, [`${name}=${started}`]);
      const read = await as(() => readCounter('en', { ...query, sale: ours }));
      if (read.kind !== 'staff') throw new Error(read.kind);
      return { as, read, earlierId: read.value.exchange?.earlierId };
    };
    const mine = [shop.ticketing.catalogId.toLowerCase()];
    expect((await chosen(own, mine)).earlierId).toBe(own.id);
    for (const earlier of [other, mixed]) {
      expect((await chosen(earlier, null)).earlierId).toBe(earlier.id);
      const { as, read, earlierId } = await chosen(earlier, mine);
      expect([earlierId, shownIn(read)]).toEqual([undefined, []]);
      const exchanged = await as(() =>
        forStaffOfBooking('sales:make', ours, (staff) => makeStaffExchange(staff, ours, 'en')),
      );
      expect(exchanged).toMatchObject({ kind: 'staff', value: 'nothing' });
    }
    // The sale of another catalogue keeps what pays for it: else the cookie would be changed, which no page may.
    await one(() => forStaff('sales:make by catalog', (s) => dropStaffExchange(s, { checkoutId: theirs })));
  });

  it('has a till for them, and the page of no shift but their own', async () => {
    expect(await kindOf(one, () => readOwnShift())).toBe('staff');
    const [mine, another] = [await tillsOf(shop).open('one', 'A'), await tillsOf(shop).open('all', 'B')];
    const shown = async (as: As, id: string) => {
      const answer = await as(() => readShiftPage(id));
      return answer.kind === 'staff' ? answer.value?.shift.id : answer.kind;
    };
    expect(await shown(one, mine)).toBe(mine);
    expect(await shown(one, another)).toBeUndefined();
    expect(await shown(all, mine)).toBe(mine);
  });
});

it.each<[string, () => Promise<ForStaff<unknown>>]>([
  ['reports', () => readReport({}, 'en')],
  ['the closing', () => readClosing({})],
  ['the audit log', () => searchAudit(auditQuery({}), 'en')],
  ['changes', () => readChanges()],
  ['waiting rooms', () => readWaitingRooms('en')],
])('%s, which add up all catalogues, refuse who works with one', async (_, read) => {
  expect(await kindOf(one, read)).toBe('not_allowed');
});
