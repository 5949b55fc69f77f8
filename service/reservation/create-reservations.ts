import type { CreateReservationsInput } from '@/lib/contract/reservation';
import type { Database, Transaction } from '@/lib/database/database';
import type { Allocation, CounterUnits } from '../availability/allocate';
import { holdUnits } from '../availability/hold-store';
import { type Answer, created } from '../http/answer';
import { InvalidRequest } from '../http/problem';
import { priceWithoutTax } from '../offer/offer';
import type { Call } from '../organization/call';
import { type Failure, failedReservation } from './failed-reservation';
import type { StoredReservation } from './reservation';
import { reservationResource } from './reservation-resource';
import { insertReservations } from './reservation-store';
import { type ResolvedItem, resolveItems } from './resolve-items';

interface Tools {
  database: Database;
  newId: () => string;
  holdSeconds: number;
}

/**
 * POST /v1/booking/reservations/_bulk: one reservation for each item that can be held, a failure for each that
 * can't. 422 when an item names what does not exist; then nothing is held.
 */
export async function createReservations(
  tools: Tools,
  call: Call<unknown, unknown, CreateReservationsInput>,
): Promise<Answer> {
  const { resolved, complaints } = await resolveItems(tools.database, call.body.items);
  if (complaints.length > 0) throw new InvalidRequest(complaints);
  const failures = new Map<number, Failure>();
  for (const item of resolved) {
    const failure = notBookable(item);
    if (failure !== null) failures.set(item.index, failure);
  }
  const open = resolved.filter(({ index }) => !failures.has(index));
  const { reservations, refused } =
    open.length === 0
      ? { reservations: [], refused: [] }
      : await tools.database.transaction((transaction) =>
          reserve(transaction, open, call.principal.organization.id, tools),
        );
  for (const { index, failure } of refused) failures.set(index, failure);
  return created({
    '@context': '/contexts/CreateReservationBulkOutput',
    '@id': `/.well-known/genid/${tools.newId()}`,
    '@type': 'CreateReservationBulkOutput',
    reservations: reservations.map(reservationResource),
    failedReservations: call.body.items.flatMap((item, index) => {
      const failure = failures.get(index);
      return failure === undefined ? [] : [failedReservation(item, index, failure, call.acceptLanguage)];
    }),
  });
}

/** Why an item can't be held whatever is left of it, or null. */
export function notBookable({ offer, sessions }: ResolvedItem): Failure | null {
  if (!offer.onSale) return { reason: 'NOT_ON_SALE', availableQuantity: null };
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
