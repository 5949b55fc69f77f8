import { randomUUID } from 'node:crypto';
import { exchangeOf } from './cancellations';
import { createOrdersInputSchema, type Order } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import { createReservationsInputSchema, type Reservation } from '@/lib/contract/reservation';
import { ticketsFileInputSchema } from '@/lib/contract/tickets-file';
import { amountExclTax, multiplyAmount, sumAmounts } from '@/lib/money/money';
import { productId } from './catalogue';
import type { RequestedItem, TicketingServer } from './service';
import { orderResource, reservationResource } from './resources';
import { issueTickets } from './item-tickets';
import type { WireAnswer } from '@/testing/faults/wire';

type Answer = Exclude<WireAnswer, 'cut'>;

/** Reserves what is available (§4.2), so many at most. */
export function makeReservations(server: TicketingServer, body: string, most = server.stock): Answer {
  const { items } = createReservationsInputSchema.parse(JSON.parse(body));
  const groups = server.grouping === 'one' ? [items] : items.map((item) => [item]);
  const reservations: Reservation[] = [];
  const failedReservations: unknown[] = [];
  for (const group of groups) {
    if (reservations.length >= most || group.some(({ quantity }) => quantity > server.mostOfOne)) {
      failedReservations.push(
        ...group.map(({ offer }) => ({ offer, reason: 'SOLD_OUT', availableQuantity: server.leftNow })),
      );
      continue;
    }
    const takenSeats = group.flatMap(askedSeats).filter((name) => isSeatHeld(server, name));
    if (takenSeats.length > 0) {
      failedReservations.push(...group.map(({ offer }) => ({ offer, reason: 'SEAT_TAKEN', takenSeats })));
      continue;
    }
    const reservation = newReservation(server, group);
    server.reservations.set(reservation.id, reservation);
    reservations.push(reservation);
  }
  server.stock -= reservations.length;
  return { status: 201, body: { reservations, failedReservations } };
}

const askedSeats = ({ ticketSessions }: RequestedItem) => ticketSessions.flatMap(({ seats = [] }) => seats);

/** By a reservation that has not ended. The fake has one session with numbered seats, and any names are seats of it. */
function isSeatHeld(server: TicketingServer, name: string): boolean {
  const now = Date.now() + server.clockOffMilliseconds;
  return [...server.reservations.values()].some(
    ({ expiresAt, items }) =>
      Date.parse(expiresAt) > now &&
      items.some(({ offerTickets }) =>
        offerTickets.some(({ seats = [] }) => seats.some((seat) => seat.name === name)),
      ),
  );
}

function seatNamed(name: string) {
  const [section = '', row = '', number = ''] = name.split('/');
  return { name, section, row, number };
}

function newReservation(server: TicketingServer, group: readonly RequestedItem[]): Reservation {
  const id = randomUUID();
  const now = Date.now() + server.clockOffMilliseconds;
  const items = group.map(({ quantity, offer, ticketSessions }) => ({
    unitAmountInclTax: server.priceOf(offer),
    unitAmountExclTax: null,
    quantity,
    totalAmountInclTax: multiplyAmount(server.priceOf(offer), quantity),
    totalAmountExclTax: null,
    offer,
    product: `/v1/ticketing/catalogs/${server.catalogId}/products/${productId}`,
    ...(server.hasExtensions ? { cancellation: server.cancelling.productRule } : {}),
    offerTickets: ticketSessions.map(({ ticket, session, seats }) => ({
      ticket,
      ...(session === undefined ? {} : { session }),
      ...(seats === undefined ? {} : { seats: seats.map(seatNamed) }),
    })),
  }));
  return reservationResource(id, {
    ...(server.hasExtensions ? { version: 0 } : {}),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + server.holdMilliseconds).toISOString(),
    totalAmountInclTax: sumAmounts([
      ...items.map(({ totalAmountInclTax }) => totalAmountInclTax),
      server.fee,
    ]),
    items,
  });
}

/** Orders all of the reservations or none (§4.4). A reservation that was ordered before is ordered again. */
export function makeOrders(server: TicketingServer, body: string): Answer {
  const input = createOrdersInputSchema.parse(JSON.parse(body));
  const now = Date.now() + server.clockOffMilliseconds;
  const found = input.reservations.map((path) =>
    server.reservations.get(path.slice(path.lastIndexOf('/') + 1)),
  );
  const violations = found.flatMap((reservation, index) =>
    reservation === undefined || (reservation.order === null && Date.parse(reservation.expiresAt) <= now)
      ? [{ propertyPath: `reservations[${index}].expired`, message: 'expired', code: violationCodes.isFalse }]
      : [],
  );
  if (violations.length > 0) return { status: 422, body: { violations } };
  const earlier = earlierOrders(server, found);
  if (earlier !== null)
    return { status: 201, body: { orders: earlier.map((order) => shown(server, order)) } };
  const { totalAmountInclTax: paid } = input;
  const total = sumAmounts(found.map((reservation) => reservation?.totalAmountInclTax ?? '0.00'));
  if (server.hasExtensions && paid !== undefined && paid !== total)
    return { status: 422, body: { violations: [{ propertyPath: 'totalAmountInclTax', message: 'other' }] } };
  const exchange =
    input.rebooking === undefined || !server.hasExtensions ? null : exchangeOf(server, input.rebooking);
  const refused = exchange?.check() ?? null;
  if (refused !== null) return refused;
  const orders = found.flatMap((reservation) =>
    reservation === undefined ? [] : newOrder(server, reservation, input.externalReference ?? null),
  );
  server.orders.push(...orders);
  exchange?.write?.(orders);
  return { status: 201, body: { orders: orders.map((order) => shown(server, order)) } };
}

/**
 * The orders that a server with idempotency keys has made of the same request, also if that one came late; null: it makes new
 * ones. Other servers may order a reservation twice.
 */
function earlierOrders(
  { orders, hasExtensions }: TicketingServer,
  reservations: readonly (Reservation | undefined)[],
): Order[] | null {
  if (!hasExtensions || !reservations.some((one) => (one?.order ?? null) !== null)) return null;
  return orders.filter(({ id }) => reservations.some((one) => one?.order === `/v1/booking/orders/${id}`));
}

/** An order as the server returns it: its documents may be added later. */
export function shown(server: Pick<TicketingServer, 'documentsReady'>, order: Order): Order {
  return server.documentsReady ? order : { ...order, documents: [] };
}

/** Of everything that the fake sells. */
const vatRate = '0.2';

function newOrder(
  { tickets, hasExtensions }: TicketingServer,
  reservation: Reservation,
  externalReference: string | null,
): Order {
  const id = randomUUID();
  const path = `/v1/booking/orders/${id}`;
  reservation.order = path;
  return orderResource(id, {
    createdAt: new Date().toISOString(),
    reference: `S-${id.slice(0, 6).toUpperCase()}`,
    externalReference,
    totalAmountInclTax: reservation.totalAmountInclTax,
    totalAmountExclTax: null,
    voucher: reservation.voucher ?? null,
    complimentary: reservation.complimentary ?? false,
    discountInclTax: reservation.discountInclTax ?? '0.00',
    reservation: reservation['@id'],
    items: reservation.items.map((item) => ({
      ...item,
      '@type': 'OrderItem' as const,
      unitAmountExclTax: amountExclTax(item.unitAmountInclTax, vatRate),
      totalAmountExclTax: multiplyAmount(amountExclTax(item.unitAmountInclTax, vatRate), item.quantity),
      vatRate,
      tickets: issueTickets(tickets, path, item),
    })),
    documents: [`${path}/documents/${randomUUID()}`],
    ...(hasExtensions ? { cancellations: [] } : {}),
  });
}

/** The address of the file of a document. */
export function documentRoute({ documentUrl = null }: TicketingServer, path: string): WireAnswer {
  if (documentUrl === null) return { status: 404, body: {} };
  const body = {
    '@id': path,
    '@type': 'BookingOrderDocument',
    id: path.slice(path.lastIndexOf('/') + 1),
    cachedAt: '2026-01-01T00:00:00+00:00',
    expiresAt: '2026-01-01T00:15:00+00:00',
    temporaryUrl: documentUrl,
    cachedLanguage: 'en',
  };
  return { body };
}

export function ticketsFileRoute(text: string, body: string): WireAnswer {
  const { forGift = false } = ticketsFileInputSchema.parse(JSON.parse(body));
  const content = Buffer.from(forGift ? `${text} for a gift` : text).toString('base64');
  const about = { '@id': '/.well-known/genid/1', '@type': 'BookingTicketsFile', language: 'en' };
  return { status: 201, body: { ...about, content } };
}
