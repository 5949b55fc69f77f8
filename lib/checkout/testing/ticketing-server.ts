import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createOrdersInputSchema, type Order } from '../../contract/order';
import { violationCodes } from '../../contract/problem';
import { createReservationsInputSchema, type Reservation } from '../../contract/reservation';
import { multiplyAmount } from '../../money/money';
import { listen, type WireAnswer, type WireRequest, type WireServer } from './wire';

/** How the next order calls go; then as they should. `late`: carried out, two looks later. */
export type OrderFault = 'cut_before' | 'cut_after' | 'error_before' | 'error_after' | 'late' | 'refuse';

/**
 * A stand-in for a server that has the specification and nothing more, and orders the same reservation twice when it is
 * asked twice: what the client may not do shows.
 */
export interface TicketingServer extends WireServer {
  catalogId: string;
  price: string;
  /** How many more reservations it gives. */
  stock: number;
  holdMilliseconds: number;
  reservations: Map<string, Reservation>;
  orders: Order[];
  orderFaults: OrderFault[];
  /** Every body that was sent to have something ordered. */
  orderCalls: string[];
  /** Does an order show at its reservation, and in the list? */
  reveals: { reservation: boolean; list: boolean };
  /** Can a reservation be read at all? */
  readable: boolean;
  /** Nobody answers. */
  away: boolean;
  item: (quantity: number) => {
    quantity: number;
    offer: string;
    ticketSessions: { ticket: string; session: string }[];
  };
}

const offerId = randomUUID();
const eventId = randomUUID();
const sessionId = randomUUID();
const productId = randomUUID();

export async function startTicketingServer(): Promise<TicketingServer> {
  const catalogId = randomUUID();
  const catalog = `/v1/ticketing/catalogs/${catalogId}`;
  const offer = `${catalog}/offers/${offerId}`;
  const wire = await listen((request) => (server.away ? 'cut' : route(server, request)));
  const server: TicketingServer = {
    ...wire,
    catalogId,
    price: '18.00',
    stock: 100,
    holdMilliseconds: 60_000,
    reservations: new Map(),
    orders: [],
    orderFaults: [],
    orderCalls: [],
    reveals: { reservation: true, list: true },
    readable: true,
    away: false,
    item: (quantity) => ({
      quantity,
      offer,
      ticketSessions: [
        {
          ticket: `${offer}/tickets/${offerId}`,
          session: `${catalog}/events/${eventId}/sessions/${sessionId}`,
        },
      ],
    }),
  };
  return server;
}

function route(server: TicketingServer, request: WireRequest): WireAnswer {
  const { method, path } = request;
  if (method === 'POST' && path === '/v1/booking/reservations/_bulk') return reserve(server, request.body);
  if (method === 'POST' && path === '/v1/booking/orders/_bulk') return orderWithFaults(server, request.body);
  if (method !== 'GET') return { status: 404, body: {} };
  const id = path.slice(path.lastIndexOf('/') + 1);
  if (path === '/v1/booking/orders') return ok(collection(path, server.reveals.list ? server.orders : []));
  if (path.startsWith('/v1/booking/orders/'))
    return orMissing(server.orders.find((order) => order.id === id));
  if (path.startsWith('/v1/booking/reservations/')) return readReservation(server, id);
  return catalogue(server, path, id);
}

const ok = (body: unknown): WireAnswer => ({ status: 200, body });
const orMissing = (body: unknown): WireAnswer => (body === undefined ? { status: 404, body: {} } : ok(body));

function collection(path: string, member: unknown[]): object {
  return { '@id': path, '@type': 'Collection', totalItems: member.length, member };
}

function catalogue(server: TicketingServer, path: string, id: string): WireAnswer {
  const moment = '2030-05-04T14:30:00+02:00';
  if (path.endsWith(`/catalogs/${server.catalogId}`)) {
    return ok({
      '@id': path,
      '@type': 'TicketingCatalog',
      id,
      name: 'Harbour Museum',
      language: 'en',
      importedAt: moment,
    });
  }
  if (path.includes('/sessions/')) {
    return ok({
      '@id': path,
      '@type': 'TicketingSession',
      id,
      occursAt: moment,
      duration: null,
      availableQuantity: 5,
    });
  }
  if (path.includes('/events/')) {
    return ok({ '@id': path, '@type': 'TicketingEvent', id, name: 'Harbour walk', description: '' });
  }
  if (path.includes('/offers/')) {
    const product = {
      '@id': `${path}/p`,
      '@type': 'TicketingProduct',
      id: productId,
      name: 'Adult',
      description: '',
    };
    const price = {
      '@type': 'TicketingOfferPrice',
      amountInclTax: server.price,
      originalAmountInclTax: server.price,
      currency: 'EUR',
      syncAt: moment,
    };
    const offer = { '@id': path, '@type': 'TicketingOffer', id, date: '2030-05-04', availableQuantity: 5 };
    return ok({ ...offer, realtimePriceRequired: false, price, product, tickets: [] });
  }
  return { status: 404, body: {} };
}

function reserve(server: TicketingServer, body: string): WireAnswer {
  const { items } = createReservationsInputSchema.parse(JSON.parse(body));
  const reservations: Reservation[] = [];
  const failedReservations: unknown[] = [];
  for (const item of items) {
    if (server.stock <= 0) {
      failedReservations.push({ offer: item.offer, reason: 'SOLD_OUT' });
      continue;
    }
    server.stock -= 1;
    const reservation = newReservation(server, item);
    server.reservations.set(reservation.id, reservation);
    reservations.push(reservation);
  }
  return { status: 201, body: { reservations, failedReservations } };
}

function newReservation(
  server: TicketingServer,
  item: ReturnType<TicketingServer['item']> | ReservedItem,
): Reservation {
  const id = randomUUID();
  const now = Date.now();
  const total = multiplyAmount(server.price, item.quantity);
  return {
    '@id': `/v1/booking/reservations/${id}`,
    '@type': 'BookingReservation',
    id,
    expired: false,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + server.holdMilliseconds).toISOString(),
    totalAmountInclTax: total,
    totalAmountExclTax: null,
    items: [
      {
        unitAmountInclTax: server.price,
        unitAmountExclTax: null,
        quantity: item.quantity,
        totalAmountInclTax: total,
        totalAmountExclTax: null,
        offer: item.offer,
        product: `/v1/ticketing/catalogs/${server.catalogId}/products/${productId}`,
        offerTickets: item.ticketSessions,
      },
    ],
    organization: '/v1/organizations/1',
    order: null,
  };
}

type ReservedItem = z.infer<typeof createReservationsInputSchema>['items'][number];

const isExpired = (reservation: Reservation): boolean => Date.parse(reservation.expiresAt) <= Date.now();

function readReservation(server: TicketingServer, id: string): WireAnswer {
  const found = server.reservations.get(id);
  if (found === undefined || !server.readable) return { status: 404, body: {} };
  return ok({ ...found, expired: isExpired(found), order: server.reveals.reservation ? found.order : null });
}

function orderWithFaults(server: TicketingServer, body: string): WireAnswer {
  server.orderCalls.push(body);
  const fault = server.orderFaults.shift();
  switch (fault) {
    case 'cut_before':
      return 'cut';
    case 'error_before':
      return { status: 503, body: {} };
    case 'refuse':
      return {
        status: 422,
        body: { violations: [{ propertyPath: 'customer.phone', message: 'no', code: null }] },
      };
    case 'late':
      setTimeout(() => makeOrders(server, body), 300);
      return 'cut';
    case 'cut_after':
      makeOrders(server, body);
      return 'cut';
    case 'error_after':
      makeOrders(server, body);
      return { status: 500, body: {} };
    case undefined:
      return makeOrders(server, body);
  }
}

function makeOrders(server: TicketingServer, body: string): WireAnswer {
  const input = createOrdersInputSchema.parse(JSON.parse(body));
  const found = input.reservations.map((path) =>
    server.reservations.get(path.slice(path.lastIndexOf('/') + 1)),
  );
  const violations = found.flatMap((reservation, index) =>
    reservation === undefined || (reservation.order === null && isExpired(reservation))
      ? [{ propertyPath: `reservations[${index}].expired`, message: 'expired', code: violationCodes.isFalse }]
      : [],
  );
  if (violations.length > 0) return { status: 422, body: { violations } };
  const orders = found.flatMap((reservation) =>
    reservation === undefined ? [] : newOrder(reservation, input.externalReference ?? null),
  );
  server.orders.push(...orders);
  return { status: 201, body: { orders } };
}

function newOrder(reservation: Reservation, externalReference: string | null): Order {
  const id = randomUUID();
  const path = `/v1/booking/orders/${id}`;
  reservation.order = path;
  return {
    '@id': path,
    '@type': 'BookingOrder',
    id,
    createdAt: new Date().toISOString(),
    organization: '/v1/organizations/1',
    reference: `S-${id.slice(0, 6).toUpperCase()}`,
    externalReference,
    totalAmountInclTax: reservation.totalAmountInclTax,
    totalAmountExclTax: null,
    reservation: reservation['@id'],
    customer: [],
    items: reservation.items.map((item) => ({ ...item, '@type': 'OrderItem' as const })),
    documents: [`${path}/documents/${randomUUID()}`],
  };
}
