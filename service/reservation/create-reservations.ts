import type { CreateReservationsInput } from '@/lib/contract/reservation';
import type { Database, Transaction } from '@/lib/database/database';
import type { Allocation, CounterUnits } from '../availability/allocate';
import { holdUnits } from '../availability/hold-store';
import { type Answer, created } from '../http/answer';
import { InvalidRequest } from '../http/problem';
import { messageLanguage } from '../http/violation-messages';
import { priceWithoutTax } from '../offer/offer';
import type { PriceSource } from '../offer/price-source';
import type { Call } from '../organization/call';
import { atPricesInForce } from './confirm-prices';
import { type Failure, failedReservation } from './failed-reservation';
import type { StoredReservation } from './reservation';
import { reservationResource } from './reservation-resource';
import { insertReservations } from './reservation-store';
import { type ResolvedItem, resolveItems } from './resolve-items';

interface Tools {
  database: Database;
  prices: PriceSource;
  newId: () => string;
  holdSeconds: number;
}

/**
 * POST /v1/booking/reservations/_bulk: one reservation for each item that can be held, a failure for each that
 * can't. What has a price that changes is held at the price in force. 422 when an item names what does not exist;
 * then nothing is held.
 */
export async function createReservations(
  tools: Tools,
  call: Call<unknown, unknown, CreateReservationsInput>,
): Promise<Answer> {
  const { resolved, complaints } = await resolveItems(tools.database, call.body.items);
  if (complaints.length > 0) throw new InvalidRequest(complaints);
  const { open, failures } = await sortOut(tools, resolved);
  const { reservations, refused } =
    open.length === 0
      ? { reservations: [], refused: [] }
      : await tools.database.transaction((transaction) =>
          reserve(transaction, open, call.principal.organization.id, tools),
        );
  for (const { index, failure } of refused) failures.set(index, failure);
  const body = {
    '@context': '/contexts/CreateReservationBulkOutput',
    '@id': `/.well-known/genid/${tools.newId()}`,
    '@type': 'CreateReservationBulkOutput',
    reservations: reservations.map(reservationResource),
    failedReservations: call.body.items.flatMap((item, index) => {
      const failure = failures.get(index);
      return failure === undefined ? [] : [failedReservation(item, index, failure, call.acceptLanguage)];
    }),
  };
  return failures.size === 0 ? created(body) : created(body, messageLanguage(call.acceptLanguage));
}

/**
 * Which items to hold, at the prices in force, and why the others can't be. Only what could be held is asked for at
 * its issuer; an offer whose sale ended while that took its time is not held.
 */
async function sortOut(
  tools: Tools,
  items: readonly ResolvedItem[],
): Promise<{ open: ResolvedItem[]; failures: Map<number, Failure> }> {
  const priced = await atPricesInForce(
    tools,
    items.filter((item) => notBookable(item) === null),
  );
  const open = priced.filter((item) => notBookable(item) === null);
  const indexes = new Set(open.map(({ index }) => index));
  const failures = new Map<number, Failure>();
  for (const item of items) {
    if (!indexes.has(item.index)) failures.set(item.index, notBookable(item) ?? notOnSale);
  }
  return { open, failures };
}

const notOnSale: Failure = { reason: 'NOT_ON_SALE', availableQuantity: null };

/** Why an item can't be held whatever is left of it, or null. */
export function notBookable({ offer, sessions }: ResolvedItem): Failure | null {
  if (!offer.onSale) return notOnSale;
  if (sessions.some(({ open }) => !open)) return { reason: 'SESSION_UNAVAILABLE', availableQuantity: null };
  return null;
}

async function reserve(
  transaction: Transaction,
  items: readonly ResolvedItem[],
  organizationId: string,
  { newId, holdSeconds }: Tools,
) {
  const requests = items.map((item) => ({ id: newId(), units: unitsOf(item) }));
  const { heldAt, expiresAt, allocations, limited } = await holdUnits(transaction, requests, holdSeconds);
  const reservations: StoredReservation[] = [];
  const refused: { index: number; failure: Failure }[] = [];
  items.forEach((item, i) => {
    const [request, allocation] = [requests[i], allocations[i]];
    if (request === undefined || allocation === undefined) throw new Error('an item got no allocation');
    if (allocation.kind === 'refused')
      refused.push({ index: item.index, failure: shortage(item, allocation) });
    else {
      const heldCounters = request.units.filter(({ counterId }) => limited.has(counterId)).length;
      reservations.push(
        reservationOf(item, { id: request.id, heldCounters, organizationId, heldAt, expiresAt }),
      );
    }
  });
  await insertReservations(transaction, reservations);
  return { reservations, refused };
}

/** Units of the offer's own counter and of each chosen session's; two tickets may share a session. */
export function unitsOf({ requested: { quantity }, offer, sessions }: ResolvedItem): CounterUnits[] {
  const { catalogId } = offer;
  const units = new Map<string, number>([[offer.id, quantity]]);
  for (const { id } of sessions) units.set(id, (units.get(id) ?? 0) + quantity);
  return [...units].map(([counterId, count]) => ({ catalogId, counterId, units: count }));
}

function shortage(
  item: ResolvedItem,
  { counterId, left }: Extract<Allocation, { kind: 'refused' }>,
): Failure {
  // Two tickets that share a session take it twice for each one of the offer.
  const each = Math.max(1, item.sessions.filter(({ id }) => id === counterId).length);
  const availableQuantity = Math.floor(left / each);
  return { reason: availableQuantity === 0 ? 'SOLD_OUT' : 'INSUFFICIENT_QUANTITY', availableQuantity };
}

function reservationOf(
  { requested: { quantity }, offer, of, chosen }: ResolvedItem,
  hold: { id: string; heldCounters: number; organizationId: string; heldAt: Date; expiresAt: Date },
): StoredReservation {
  return {
    id: hold.id,
    organizationId: hold.organizationId,
    createdAt: hold.heldAt,
    expiresAt: hold.expiresAt,
    expired: false,
    orderId: null,
    catalogId: offer.catalogId,
    offerId: offer.id,
    productId: offer.productId,
    quantity,
    unitAmount: offer.price,
    unitAmountExclTax: priceWithoutTax(offer, of.product.vatRate) ?? offer.price,
    tickets: chosen,
    heldCounters: hold.heldCounters,
  };
}
