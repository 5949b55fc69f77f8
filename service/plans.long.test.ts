import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import type { Database } from '@/lib/database/database';
import { openDatabase } from '@/lib/database/open-database';
import { planFaults, type PlanningServer, startPlanningPostgres } from '@/testing/database/planned';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
import { admissionsBulk, codesOf, scanOf, sendScan, testDay } from '@/testing/ticketing-service/admission';
import {
  bothItem,
  customer,
  freeItem,
  hold,
  ordersBulk,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { filledTables, fillService } from '@/testing/ticketing-service/filled-service';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { type GiftCards, openGiftCards, withGiftCards } from '@/testing/ticketing-service/gift-card';
import { openSeats, type Seats, theatreFeed } from '@/testing/ticketing-service/theatre';
import { applied, madeVoucher } from '@/testing/ticketing-service/voucher';
import { sweepExpired } from './availability/expired-holds';
import { forgetOldKeys } from './idempotency/idempotency-store';

// How PostgreSQL with its default settings carries out the statements of the service on full tables: right after an import,
// whose tables were never analysed, and later.

const limits = { full: filledTables, mostPages: 1_000, mostCost: 1_000_000 };
/** 400 sessions are counted, with the counter, the holds and the overrides of each. The planner expects 100 events. */
const ofSessions = { ...limits, mostPages: 25_000, mostCost: 2_000_000 };
/** 10,000 sessions, or as many counters. */
const ofCatalog = { ...ofSessions, mostPages: 400_000 };
/** Lists say how many members they have in all: 100,000. */
const ofLists = { ...limits, full: [], mostPages: 110_000 };

let server: PlanningServer;
let filling: Database;
let service: TestService;
let river: River;
let seats: Seats;
let cards: GiftCards;
let sold: Order;
let code: string;

beforeAll(async () => {
  server = await startPlanningPostgres();
  const databaseUrl = await server.createDatabase();
  const first = await startTestService({ databaseUrl });
  river = await openRiver(first, 1_000_000);
  cards = await openGiftCards(first, { boatCapacity: 1_000_000 });
  sold = await order(first);
  const cancelled = await order(first);
  await first.call('POST', `${cancelled['@id']}/_cancel`, { body: { reason: 'ill', override: true } });
  await hold(first, [bothItem(river.places)]);
  seats = await openSeats(first, theatreFeed());
  await hold(first, [seats.item('front', 1)]);
  await first.call('POST', reservationsBulk, {
    body: { items: [bothItem(river.places)] },
    headers: { 'idempotency-key': 'one' },
  });
  await madeVoucher(first, river.catalog);
  await river.set({ kind: 'sales_stop', subject: river.places.afternoon });
  code = (await codesOf(first, sold))[0] ?? '';
  await sendScan(first, { code });
  await first.close();
  filling = await openDatabase({
    url: databaseUrl,
    folder: '',
    migrations: 'service/migrations',
    schema: 'ticketing_migrations',
    connections: 2,
  });
  await fillService(filling, { places: river.places, sold });
  await server.watch(databaseUrl);
  service = await startTestService({ databaseUrl, connections: 2 });
}, 240_000);

afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await filling.close();
  await server.stop();
});

async function order(
  of: TestService,
  items: object[] = [bothItem(river.places), freeItem(river.places)],
): Promise<Order> {
  const { reservations } = await hold(of, items);
  return orderAll(
    of,
    reservations.map((one) => one['@id']),
  );
}

async function orderAll(of: TestService, reservations: readonly string[]): Promise<Order> {
  const body = { reservations, customer };
  const answer = await of.call('POST', ordersBulk, { body });
  const [made] = createOrdersOutputSchema.parse(answer.body).orders;
  if (made === undefined) throw new Error('nothing was ordered');
  return made;
}

async function held(): Promise<string> {
  const { reservations } = await hold(service, [bothItem(river.places)]);
  return reservations[0]?.['@id'] ?? '';
}

/** Expects success. */
async function call(method: string, path: string, organization?: string, body?: unknown): Promise<void> {
  const answer = await service.call(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(organization === undefined ? {} : { organization }),
  });
  expect([answer.status, answer.status < 300 ? null : answer.body]).toEqual([answer.status, null]);
}

const event = () => river.places.ten.replace(/\/sessions\/.*/, '');
const summary = () => event().replace('/events/', '/event_summaries/');

/** What an import fills before PostgreSQL has looked at it. */
const ofFeeds = ['session', 'offer', 'event', 'product', 'ticket', 'counter', 'catalog'];
/** What sales fill; PostgreSQL looks at a table that grows once a minute. */
const ofSales = filledTables.filter((table) => !ofFeeds.includes(table));
/** Thousands of sessions and offers are not in the feed any more. */
const ofImport = { ...limits, full: ofSales, mostPages: 250_000 };

describe.each([
  ['after an import', ofSales],
  ['later', ofFeeds],
])('on full tables, %s', { timeout: 120_000 }, (_name, analysed) => {
  beforeAll(async () => {
    for (const table of analysed) await filling.single.run(sql`analyze ticketing.${sql.identifier(table)}`);
  });
  beforeEach(async () => {
    await server.read();
  });
  const expectPlans = async (which = limits) => expect(planFaults(await server.read(), which)).toEqual([]);

  it.each([
    ['sessions of an event', () => `${event()}/sessions`],
    ['a session', () => river.places.ten],
    ['its availability', () => `${river.places.ten}/availability`],
    ['offers of a day', () => `${river.catalog}/offers?date=${testDay}`],
    ['an offer', () => river.places.offer],
    ['an offer without its catalogue', () => `/v1/ticketing/offers/${lastSegment(river.places.offer)}`],
    ['its tickets', () => `${river.places.offer}/tickets`],
    ['its availability', () => `${river.places.offer}/availability`],
    ['products', () => `${river.catalog}/products`],
    ['catalogues', () => '/v1/ticketing/catalogs'],
    ['a reservation', () => sold.reservation],
    ['an order', () => sold['@id']],
    ['orders of a reference', () => '/v1/booking/orders?externalReference=E7'],
    ['what cancelling gives back', () => `${sold['@id']}/cancellation_terms`],
  ])('%s', async (_name, path) => {
    await call('GET', path());
    await expectPlans();
  });

  it('orders with a mistyped code', async () => {
    await call('GET', '/v1/booking/orders?similarTicket=2222-3333-4444');
    // 371 codes are looked up in the index, for the number of orders and for the orders.
    await expectPlans({ ...limits, mostPages: 3_000 });
  });

  it.each([
    ['overrides', () => `${river.catalog}/overrides`],
    ['sessions of a day of the issuer', () => `${river.managed}/sessions?date=${testDay}`],
    ['products of the issuer', () => `${river.managed}/products`],
  ])('%s', async (_name, path) => {
    await call('GET', path(), 'river');
    await expectPlans();
  });

  it.each([
    ['a summary', summary],
    ['a calendar', () => `${summary()}/calendar`],
    ['offers of a product', () => `${river.catalog}/offers?product=${river.both}`],
    ['sessions of the issuer', () => `${river.managed}/events/${lastSegment(event())}/sessions`, 'river'],
  ] as [string, () => string, string?][])('%s', async (_name, path, organization) => {
    await call('GET', path(), organization);
    await expectPlans(ofSessions);
  });

  it.each([
    ['all summaries', () => `${river.catalog}/event_summaries`],
    ['events of the issuer', () => `${river.managed}/events`, 'river'],
  ] as [string, () => string, string?][])('%s', async (_name, path, organization) => {
    await call('GET', path(), organization);
    await expectPlans(ofCatalog);
  });

  it.each([
    ['reservations', '/v1/booking/reservations', undefined],
    ['orders', '/v1/booking/orders', undefined],
    ['admissions', '/v1/booking/admissions', undefined],
    ['changes', 'changes', 'river'],
    ['imports', 'imports', 'river'],
    ['vouchers', 'vouchers', 'river'],
  ])('a page of all %s', async (_name, path, organization) => {
    await call('GET', path.startsWith('/') ? path : `${river.catalog}/${path}`, organization);
    await expectPlans(ofLists);
  });

  it('purchases', async () => {
    for (let i = 0; i < 7; i += 1) await order(service);
    await expectPlans();
  });

  it('what becomes of reservations and orders', async () => {
    await call('POST', `${await held()}/_extend`, undefined, {});
    await call('POST', `${await held()}/_release`, undefined, {});
    const [reservation, made] = [await held(), await order(service)];
    await applied(service, 'TEN-OFF', [reservation]);
    await call('POST', '/v1/booking/orders/_ticket-states', undefined, { orders: [sold.id] });
    await call('POST', `${made['@id']}/_cancel`, undefined, {
      reason: 'ill',
      override: true,
    });
    await expectPlans();
  });

  it('numbered seats', async () => {
    const { reservations } = await hold(service, [seats.item('front', 1), seats.item('back', 1)]);
    const [first, second] = reservations.map((one) => one['@id']);
    await call('GET', `${seats.session}/seats`);
    await call('POST', `${first ?? ''}/_release`, undefined, {});
    const made = await orderAll(service, [second ?? '']);
    await call('POST', `${made['@id']}/_cancel`, undefined, { reason: 'ill', override: true });
    await expectPlans();
  });

  it('gift cards', async () => {
    const card = await order(service, [cards.item(1)]);
    const path = card.items[0]?.tickets?.[0] ?? '';
    const { reference } = itemTicketSchema.parse((await service.call('GET', path)).body);
    const reservation = await held();
    await applied(service, reference, [reservation]);
    const made = await orderAll(service, [reservation]);
    await call('GET', `${card['@id']}/cancellation_terms`);
    await call('POST', `${made['@id']}/_cancel`, undefined, { reason: 'ill', override: true });
    await call('POST', `${card['@id']}/_cancel`, undefined, { reason: 'ill', override: true });
    await expectPlans();
  });

  it('tickets and documents', async () => {
    await call('POST', '/v1/booking/orders/_tickets', undefined, { orders: [sold.id] });
    await call('PATCH', sold.documents[0] ?? '', undefined, {});
    await expectPlans();
  });

  it('admission', async () => {
    await call('GET', `/v1/booking/admission_sessions?date=${testDay}`);
    const search = { name: 'nobody', date: testDay, sessions: [river.places.ten] };
    await call('POST', '/v1/booking/admission_list/_search', undefined, search);
    await expectPlans({ ...limits, full: ofSales, mostPages: 20_000 });
    await call('POST', admissionsBulk, undefined, { admissions: [scanOf({ code })] });
    const visitors = `${river.places.ten.replace(/\/sessions\/.*/, '')}/visitors`;
    await call('GET', `${visitors}?session=${river.places.ten}`);
    await expectPlans();
  });

  it('overrides and limits', async () => {
    const limit = { kind: 'capacity', subject: river.places.afternoon, capacity: 10 };
    await call('POST', `${river.catalog}/overrides`, 'river', { ...limit, ...why });
    // The session had no limit: all reservations of the catalogue are counted.
    const first = { kind: 'capacity', subject: river.places.walkSession, capacity: 1_000_000 };
    await call('POST', `${river.catalog}/overrides`, 'river', { ...first, ...why });
    await expectPlans({ ...ofCatalog, full: filledTables.filter((table) => table !== 'reservation') });
  });

  it('an import', async () => {
    await call('POST', '/v1/ticketing/feeds', 'river', withGiftCards({ boatCapacity: 2_000_000 }));
    await expectPlans(ofImport);
  });

  it('what is deleted in time', async () => {
    await service.database.transaction((transaction) => sweepExpired(transaction, 500));
    await service.database.transaction((transaction) => forgetOldKeys(transaction, 500));
    await expectPlans();
  });
});
