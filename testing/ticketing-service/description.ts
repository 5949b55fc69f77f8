import { z } from 'zod';
import { scanOf, sendScan, testDay } from './admission';
import { overrideSchema } from '@/lib/contract/catalog-override';
import { voucherSchema } from '@/lib/contract/voucher';
import { voucherBatchSchema } from '@/lib/contract/voucher-batch';
import { feedImportSchema } from '@/lib/contract/feed-import';
import { why } from './administration';
import { bothItem, customer, freeItem, hold, list, openPlaces, ordersBulk, type Places } from './booking';
import { boatAndMuseum } from './feed';
import { newCatalog, setupOf } from './setup';
import { startTestService, type TestService } from './test-service';
import { openSeats, readSeats } from './theatre';
import type { OpenApi } from '@/service/description/openapi';

/** Existing identifiers, by the path segment before them. */
export type Known = Readonly<Record<string, string>>;

/** The service with a small catalogue, a few reservations and orders, and its API description. */
export interface Described {
  service: TestService;
  places: Places;
  known: Known;
  /** Paths of reservations that are still valid. */
  reservations: string[];
  /** Paths of everything that a body can name. */
  paths: string[];
  openApi: OpenApi;
}

const orderSchema = z.object({
  orders: z.array(
    z.object({
      '@id': z.string(),
      organization: z.string(),
      items: z.array(z.object({ '@id': z.string(), tickets: z.array(z.string()) })),
      documents: z.array(z.string()),
    }),
  ),
});
const productsSchema = z.array(z.object({ forms: z.array(z.string()), productBase: z.string().nullable() }));

const offerSchema = z.object({ product: z.object({ '@id': z.string() }) });

const last = (path: string | null | undefined) => path?.slice(path.lastIndexOf('/') + 1) ?? '';

export async function startDescribed(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<Described> {
  const service = await startTestService(options);
  const places = await openPlaces(service);
  const held = await hold(
    service,
    Array.from({ length: 12 }, () => freeItem(places)),
  );
  const reservations = held.reservations.map((one) => one['@id']);
  const both = await hold(service, [bothItem(places, 2)]);
  const { body } = await service.call('POST', ordersBulk, {
    body: { reservations: [both.reservations[0]?.['@id']], customer, externalReference: 'first' },
  });
  const order = orderSchema.parse(body).orders[0];
  if (order === undefined) throw new Error('nothing was ordered');
  await moveAndReturn(service);
  // One of two units, so that the other one can still be cancelled.
  const tickets = order.items[0]?.tickets.slice(-2);
  const cancelled = await service.call('POST', `${order['@id']}/_cancel`, {
    body: { tickets, reason: 'ill', override: true },
  });
  const { id: cancellationId } = z.object({ id: z.string() }).parse(cancelled.body);
  const admission = await conflictOf(service, order.items[0]?.tickets[0] ?? '');
  const [, , , , catalogId = '', , eventId = '', , sessionId = ''] = places.ten.split('/');
  const products = productsSchema.parse(await list(service, `/v1/ticketing/catalogs/${catalogId}/products`));
  const walk = products.find(({ productBase }) => productBase !== null);
  const offer = offerSchema.parse((await service.call('GET', places.offer)).body);
  const known = {
    contexts: 'TicketingOffer',
    catalogs: catalogId,
    events: eventId,
    event_summaries: eventId,
    sessions: sessionId,
    products: last(offer.product['@id']),
    offers: last(places.offer),
    tickets: last(places.boat),
    itemTickets: last(order.items[0]?.tickets[0]),
    forms: last(walk?.forms[0]),
    product_bases: last(walk?.productBase),
    reservations: last(reservations[0]),
    orders: last(order['@id']),
    items: last(order.items[0]?.['@id']),
    documents: last(order.documents[0]),
    cancellations: cancellationId,
    organizations: last(order.organization),
    admissions: last(admission),
    ...(await openOwnCatalog(service)),
    ...(await openOthers(service)),
  };
  const answer = await service.call('GET', '/openapi.json', { token: null });
  return {
    service,
    places,
    known,
    reservations,
    paths: [...Object.values<string>({ ...places }), ...reservations, order['@id']],
    openApi: answer.body as OpenApi,
  };
}

/** Two scans of a ticket, of which the second is a conflict; resolves to its path. */
async function conflictOf(service: TestService, ticket: string): Promise<string> {
  await sendScan(service, { ticket });
  return (await sendScan(service, { ticket, offline: true }))['@id'];
}

/** Two imports move the boat at ten and move it back: the list of changed sessions has members. */
async function moveAndReturn(service: TestService): Promise<void> {
  const [moved, before] = [boatAndMuseum({ boatCapacity: 5 }), boatAndMuseum({ boatCapacity: 5 })];
  const ten = moved.events[0]?.sessions[0];
  if (ten !== undefined) ten.occursAt = '2027-06-01T11:00:00+02:00';
  for (const body of [moved, before])
    await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
}

/** A catalogue that belongs to the caller of the tests, with an override; its things have the same keys. */
async function openOwnCatalog(service: TestService): Promise<Known> {
  const imported = await service.call('POST', '/v1/ticketing/feeds', { body: boatAndMuseum() });
  const { catalog } = feedImportSchema.parse(imported.body);
  const managed = catalog.replace('/catalogs/', '/managed_catalogs/');
  const [event] = await list(service, `${managed}/events`);
  const subject = event?.['event'];
  const body = { ...why, kind: 'sales_stop', subject };
  const set = await service.call('POST', `${catalog}/overrides`, { body });
  const voucher = await service.call('POST', `${catalog}/vouchers`, {
    body: { ...why, code: 'FIRST', kind: 'amount', value: '1.00' },
  });
  const batch = await service.call('POST', `${catalog}/voucher_batches`, {
    body: { ...why, name: 'First', number: 2, kind: 'amount', value: '1.00' },
  });
  return {
    managed_catalogs: last(catalog),
    managedEvents: String(event?.['id']),
    overrides: overrideSchema.parse(set.body).id,
    vouchers: voucherSchema.parse(voucher.body).id,
    voucher_batches: voucherBatchSchema.parse(batch.body).id,
  };
}

/** A catalogue with numbered seats, of which two are taken. */
async function openTheatre(service: TestService): Promise<Known> {
  const seats = await openSeats(service);
  await hold(service, [seats.item('front', 2)]);
  const [, , , , catalogId = '', , eventId = '', , sessionId = ''] = seats.session.split('/');
  const { seatPlan } = await readSeats(service, seats.session);
  return { theatre: catalogId, plays: eventId, evenings: sessionId, seat_plans: last(seatPlan) };
}

const openOthers = async (service: TestService): Promise<Known> => ({
  ...(await openTheatre(service)),
  ...(await openSetup(service)),
});

/** A catalogue of the caller that people maintain, with one revision and a draft. */
async function openSetup(service: TestService): Promise<Known> {
  const setup = setupOf(service);
  const { id } = await setup.publishNew({ ...boatAndMuseum(), catalog: newCatalog('quay') });
  const [revision] = await setup.revisions(id);
  await setup.edit(id);
  return { catalog_drafts: id, revisions: revision?.id ?? '' };
}

const ofTheatre: Readonly<Record<string, string>> = {
  catalogs: 'theatre',
  events: 'plays',
  sessions: 'evenings',
};

/** The identifier after a segment of a path: some segments mean different things in different paths. */
function knownOf(path: string, segment: string, known: Known): string {
  if (/\/seat_plans\/|\/seats$/.test(path)) return known[ofTheatre[segment] ?? segment] ?? '';
  if (segment === 'tickets' && path.includes('/items/')) return known['itemTickets'] ?? '';
  if (segment === 'managed_catalogs' && /\/(revisions|_edit|_release|_adopt)(\/|$)/.test(path))
    return known['catalog_drafts'] ?? '';
  if (segment === 'events' && path.includes('/managed_catalogs/')) return known['managedEvents'] ?? '';
  if (segment === 'catalogs' && /\/(imports|changes|overrides|vouchers|voucher_batches)(\/|$)/.test(path))
    return known['managed_catalogs'] ?? '';
  return known[segment] ?? '';
}

/** The path of a route with existing identifiers, or with the result of `change` for each. */
export function fill(path: string, known: Known, change = (id: string) => id): string {
  return path.replaceAll(
    /([^/]+)\/\{\w+\}/g,
    (_, segment: string) => `${segment}/${change(knownOf(path, segment, known))}`,
  );
}

/** A query with which a list has members. */
export const goodQueries: Readonly<Record<string, string>> = {
  listSessionsOfDay: `?date=${testDay}`,
  listAdmissionSessions: `?date=${testDay}`,
  getAdmissionList: `?date=${testDay}`,
};

/** A body with which each operation succeeds; call it in the order of the table. */
export function goodBodies({ places, reservations, known }: Described): Readonly<Record<string, unknown>> {
  return {
    createReservations: { items: [bothItem(places, 2), freeItem(places), bothItem(places, 50)] },
    createOrders: { reservations: [reservations.at(-1)], customer, externalReference: 'shop-1' },
    cancelOrder: { reason: 'ill', override: true },
    drawTickets: { orders: [known['orders']] },
    readTicketStates: { orders: ['00000000-0000-4000-8000-000000000000'] },
    refreshDocument: {},
    patchItemTicket: { holder: { firstname: 'A', lastname: 'B' } },
    importFeed: boatAndMuseum(),
    findVisitors: { name: 'A' },
    resolveConflict: { actor: 'ada' },
    admitTickets: { admissions: [scanOf({ code: 'H4TK-9QWE-2MBX' })] },
    setOverride: { ...why, kind: 'hidden' },
    removeOverride: why,
    createDraft: { ...why, catalog: newCatalog('lake') },
    publishDraft: why,
    restoreRevision: why,
    putDraft: { ...why, feed: { ...boatAndMuseum(), catalog: newCatalog('quay') } },
    discardDraft: why,
    editCatalog: why,
    releaseCatalog: why,
    adoptCatalog: why,
    createVoucher: { ...why, code: 'SECOND', kind: 'percentage', value: '10.00' },
    changeVoucher: { ...why, maximumUses: 5 },
    createVoucherBatch: { ...why, name: 'Second', number: 3, kind: 'percentage', value: '10.00' },
    changeVoucherBatch: { ...why, disabled: true },
    applyVoucher: { code: 'FIRST', reservations: reservations.slice(1, 3) },
    removeVoucher: { reservations: reservations.slice(1, 3) },
  };
}
