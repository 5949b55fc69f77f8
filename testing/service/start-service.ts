import { randomUUID } from 'node:crypto';
import { isMisanswer, misanswer, orderLate } from './misanswers';
import type { Ledger, RequestedItem, TicketingServer } from './service';
import { documentRoute, ticketsFileRoute, makeOrders, makeReservations, shown } from './bookings';
import { cancellationRoute } from './cancellations';
import { noCancellations } from './cancelling';
import { catalogue } from './catalogue';
import { collection } from './collection';
import { filteredOrders, orderFilters } from './order-list';
import { noTickets, ticketRoute, ticketStatesRoute } from './item-tickets';
import { voucherRoute } from './vouchers';
import { type AnswerRequest, listen, type WireAnswer, type WireRequest } from '@/testing/faults/wire';

const offerId = randomUUID();
const eventId = randomUUID();
const sessionId = randomUUID();
const [laterSessionId, otherDaySessionId, otherDayOfferId] = [randomUUID(), randomUUID(), randomUUID()];

/** What it sells, for how long it holds it, and how it lists orders. */
const sale = {
  price: '18.00',
  fee: '0.00',
  vouchersUsedUp: false,
  voucherMinimum: '0.00',
  voucherLeft: null as string | null,
  stock: 100,
  mostOfOne: 100,
  holdMilliseconds: 60_000,
  extensionsLeft: 10,
  leftNow: null as number | null,
  grouping: 'each',
  mostPerPage: 100,
  newestFirst: false,
} as const;

const withoutPlace = { venue: null, meetingPoint: null };

/** Starts the fake; with `answer`, the test writes all answers itself. */
export async function startTicketingServer(answer?: AnswerRequest): Promise<TicketingServer> {
  const catalogId = randomUUID();
  const catalog = `/v1/ticketing/catalogs/${catalogId}`;
  const prices = new Map<string, string>();
  const ledger: Ledger = { late: [], listLooks: 0, answers: new Map() };
  const wire = await listen(async (request) => {
    if (server.slowMilliseconds > 0) await new Promise((later) => setTimeout(later, server.slowMilliseconds));
    await server.meanwhile?.(request);
    if (server.unavailable) return 'cut';
    return answer === undefined ? route(server, ledger, request) : answer(request);
  });
  const server: TicketingServer = {
    ...wire,
    catalogId,
    ...sale,
    questions: [],
    orderFaults: [],
    listLooks: () => ledger.listLooks,
    slowMilliseconds: 0,
    meanwhile: null,
    vouchers: new Map(),
    voucherFaults: [],
    extendFaults: [],
    clockOffMilliseconds: 0,
    reservations: new Map(),
    orders: [],
    reserveFaults: [],
    reserveKeys: [],
    hasExtensions: false,
    hasFilters: false,
    listCalls: [],
    orderCalls: [],
    reveals: { reservation: true, list: true },
    documentsReady: true,
    tickets: noTickets(),
    cancelling: noCancellations(),
    readable: true,
    unavailable: false,
    sessionChanges: null,
    sessionChangeLooks: 0,
    ...withoutPlace,
    programme: programmeOf(catalog),
    item: (quantity, price) => {
      const offer = `${catalog}/offers/${price === undefined ? offerId : randomUUID()}`;
      if (price !== undefined) prices.set(offer, price);
      const session = `${catalog}/events/${eventId}/sessions/${sessionId}`;
      return { quantity, offer, ticketSessions: [{ ticket: `${offer}/tickets/${offerId}`, session }] };
    },
    anyTimeItem: (quantity) => atAnyTime(server.item(quantity)),
    priceOf: (offer) => prices.get(offer) ?? server.price,
    timePasses: () => carryOutLate(server, ledger, ledger.late),
    expire: (ids) => {
      const over = new Date(Date.now() + server.clockOffMilliseconds - 1000).toISOString();
      for (const reservation of server.reservations.values()) {
        if (ids === undefined || ids.includes(reservation.id)) reservation.expiresAt = over;
      }
    },
  };
  return server;
}

function atAnyTime({ ticketSessions, ...item }: RequestedItem): RequestedItem {
  return { ...item, ticketSessions: ticketSessions.map(({ ticket }) => ({ ticket })) };
}

function programmeOf(catalog: string): TicketingServer['programme'] {
  const [sessions, offers] = [`${catalog}/events/${eventId}/sessions`, `${catalog}/offers`];
  const usual = { offer: `${offers}/${offerId}` };
  return [
    { ...usual, session: `${sessions}/${sessionId}`, occursAt: '2030-05-04T14:30:00+02:00' },
    { ...usual, session: `${sessions}/${laterSessionId}`, occursAt: '2030-05-04T17:00:00+02:00' },
    {
      session: `${sessions}/${otherDaySessionId}`,
      occursAt: '2030-05-11T14:30:00+02:00',
      offer: `${offers}/${otherDayOfferId}`,
    },
  ];
}

const ok = (body: unknown): WireAnswer => ({ status: 200, body });

function route(server: TicketingServer, ledger: Ledger, request: WireRequest): WireAnswer {
  const { method, path, body } = request;
  if (method === 'POST' && path === '/v1/booking/reservations/_bulk') {
    return reserveUnderKey(server, ledger, request);
  }
  if (server.hasExtensions && method === 'POST' && path.endsWith('/_release'))
    return release(server, path.split('/').at(-2) ?? '');
  if (server.hasExtensions && method === 'POST' && path.endsWith('/_extend'))
    return extendUnderKey(server, ledger, request);
  if (method === 'POST' && path === '/v1/booking/orders/_bulk') return orderWithFaults(server, ledger, body);
  if (method === 'POST' && path === '/v1/booking/orders/_ticket-states')
    return ticketStatesRoute(server.tickets, request);
  if (server.ticketsFile !== undefined && method === 'POST' && path === '/v1/booking/orders/_tickets')
    return ticketsFileRoute(server.ticketsFile, body);
  const aboutVouchers = method === 'POST' ? voucherRoute(server, path, body) : null;
  if (aboutVouchers !== null) return aboutVouchers;
  const aboutCancelling = cancellationRoute(server, request);
  if (aboutCancelling !== null) return aboutCancelling;
  if (path.includes('/items/')) return ticketRoute(server.tickets, request);
  if (method === 'PATCH' && path.includes('/documents/')) return documentRoute(server, path);
  if (method !== 'GET') return { status: 404, body: {} };
  const id = path.slice(path.lastIndexOf('/') + 1);
  if (path === '/v1/booking/orders') return listOrders(server, ledger, request);
  if (path === '/v1/booking/session_changes') return listSessionChanges(server, request);
  if (path.startsWith('/v1/booking/orders/')) {
    const found = server.orders.find((order) => order.id === id);
    return found === undefined ? { status: 404, body: {} } : ok(shown(server, found));
  }
  if (path.startsWith('/v1/booking/reservations/')) return readReservation(server, ledger, id);
  return catalogue(server, request, id);
}

/** In pages; without any filter, since the specification shows none, unless the test says otherwise. */
function listOrders(server: TicketingServer, ledger: Ledger, request: WireRequest): WireAnswer {
  const { query } = request;
  ledger.listLooks += 1;
  server.listCalls.push(query.toString());
  const revealed = server.reveals.list ? server.orders : [];
  const all = server.hasFilters ? filteredOrders(revealed, server.tickets.all, query) : [...revealed];
  if (server.newestFirst) all.reverse();
  return collection(
    request,
    all.map((order) => shown(server, order)),
    { cap: server.mostPerPage, ...(server.hasFilters ? { filters: orderFilters } : {}) },
  );
}

function listSessionChanges(server: TicketingServer, request: WireRequest): WireAnswer {
  server.sessionChangeLooks += 1;
  if (server.sessionChanges === null) return { status: 404, body: {} };
  const since = Date.parse(request.query.get('changedAt[after]') ?? '1970-01-01T00:00:00Z');
  return collection(
    request,
    server.sessionChanges.filter(({ changedAt }) => Date.parse(changedAt) >= since),
  );
}

function readReservation(server: TicketingServer, ledger: Ledger, id: string): WireAnswer {
  carryOutLate(
    server,
    ledger,
    ledger.late.filter(({ reservation }) => reservation === id),
  );
  const found = server.reservations.get(id);
  if (found === undefined || !server.readable) return { status: 404, body: {} };
  const expired = Date.parse(found.expiresAt) <= Date.now() + server.clockOffMilliseconds;
  return ok({ ...found, expired, order: server.reveals.reservation ? found.order : null });
}

/** Lets the waiting time of orders that are carried out late pass. */
function carryOutLate(server: TicketingServer, ledger: Ledger, late: Ledger['late']): void {
  for (const one of late) {
    one.looks -= 1;
    if (one.looks > 0) continue;
    ledger.late = ledger.late.filter((other) => other !== one);
    makeOrders(server, one.body);
  }
}

function reserveUnderKey(server: TicketingServer, ledger: Ledger, request: WireRequest): WireAnswer {
  const key = String(request.headers['idempotency-key'] ?? '');
  server.reserveKeys.push(key === '' ? null : key);
  const before = server.hasExtensions ? ledger.answers.get(key) : undefined;
  if (before !== undefined) return before;
  return reserveWithFaults(server, request.body, (answer) => ledger.answers.set(key, answer));
}

function release(server: TicketingServer, id: string): WireAnswer {
  const found = server.reservations.get(id);
  if (found === undefined) return { status: 404, body: {} };
  if (Date.parse(found.expiresAt) <= Date.now()) return { status: 409, body: {} };
  server.expire([id]);
  server.stock += 1;
  return ok(found);
}

function extendUnderKey(server: TicketingServer, ledger: Ledger, { headers, path }: WireRequest): WireAnswer {
  const key = String(headers['idempotency-key'] ?? '');
  const answer = ledger.answers.get(key) ?? extend(server, path.split('/').at(-2) ?? '');
  if (key !== '') ledger.answers.set(key, answer);
  const fault = server.extendFaults.shift() ?? null;
  if (fault === 'cut_after') return 'cut';
  return fault === 'unknown_after' ? { status: 404, body: {} } : answer;
}

function extend(server: TicketingServer, id: string): WireAnswer {
  const found = server.reservations.get(id);
  if (found === undefined) return { status: 404, body: {} };
  if (Date.parse(found.expiresAt) <= Date.now() || server.extensionsLeft === 0) {
    return { status: 422, body: { violations: [{ propertyPath: 'extensions', message: 'too often' }] } };
  }
  server.extensionsLeft -= 1;
  found.expiresAt = new Date(Date.parse(found.expiresAt) + server.holdMilliseconds).toISOString();
  return ok({ ...found });
}

function reserveWithFaults(
  server: TicketingServer,
  body: string,
  keep: (answer: WireAnswer) => void,
): WireAnswer {
  const fault = server.reserveFaults.shift() ?? null;
  const make = (most?: number): WireAnswer => {
    const answer = makeReservations(server, body, most);
    keep(answer);
    return answer;
  };
  switch (fault) {
    case 'cut_before':
      return 'cut';
    case 'error_before':
      return { status: 503, body: {} };
    case 'forbidden':
      return { status: 403, body: {} };
    case 'running':
      return { status: 409, body: {} };
    case 'sold_out':
      return make(0);
    case 'cut_after':
      make();
      return 'cut';
    case 'error_after':
      make();
      return { status: 500, body: {} };
    case null:
      return make();
  }
}

function orderWithFaults(server: TicketingServer, ledger: Ledger, body: string): WireAnswer {
  server.orderCalls.push(body);
  const fault = server.orderFaults.shift() ?? null;
  if (fault !== null && typeof fault === 'object') return orderLate(server, ledger, body, fault);
  if (isMisanswer(fault)) return misanswer(server, body, fault);
  switch (fault) {
    case 'cut_before':
      return 'cut';
    case 'error_before':
      return { status: 503, body: {} };
    case 'busy':
      return { status: 429, body: {} };
    case 'forbidden':
      return { status: 403, body: {} };
    case 'refuse':
      return {
        status: 422,
        body: { violations: [{ propertyPath: 'customer.phone', message: 'no', code: null }] },
      };
    case 'cut_after':
      makeOrders(server, body);
      return 'cut';
    case 'error_after':
      makeOrders(server, body);
      return { status: 500, body: {} };
    case 'garbled_after':
      makeOrders(server, body);
      return { status: 201, body: 'ordered' };
    case null:
      return makeOrders(server, body);
  }
}
