import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import type { Database, Transaction } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import { returnSoldUnits, type SoldSeat } from '../availability/return-units';
import type { SoldOut } from '../availability/sold-out-cache';
import { forgetFiles } from '../document/document-file-store';
import type { DocumentStorage } from '../document/document-storage';
import { InvalidRequest } from '../http/problem';
import { countedUnits } from '../reservation/reservation';
import { addCancelledUnits } from '../reservation/reservation-store';
import type { CancellationDecision, Unit } from './cancellation';
import { insertCancellation } from './cancellation-store';
import { endGiftCards } from './gift-cards';
import { newReference, type StoredCancellation } from './order';
import type { WholeOrder } from './order-store';

export interface CancellingContext {
  database: Database;
  documents: Pick<DocumentStorage, 'remove'>;
  soldOut: SoldOut;
  changes: ChangeCount;
  newId: () => string;
}

/** Throws 422 for a ticket that is named twice; `at` is where the list is in the request. */
export function refuseRepeated(tickets: readonly string[], at: 'tickets' | 'rebooking.tickets'): void {
  const paths = tickets.map((path) => path.toLowerCase());
  const violations = paths.flatMap((path, i) =>
    paths.indexOf(path) === i ? [] : [{ path: `${at}[${i}]`, code: 'unique' as const }],
  );
  if (violations.length > 0) throw new InvalidRequest(violations);
}

/** The ids in the paths of an order's tickets. A path that is not one of this order's tickets becomes an id that no ticket has. */
export function ticketIds({ order }: Pick<WholeOrder, 'order'>, tickets: readonly string[]): string[] {
  return tickets.map((ticket) => {
    const path = ticket.toLowerCase();
    const id = lastSegment(path);
    const isOfOrder =
      idSchema.safeParse(id).success && path === addresses.itemTicket(order.id, order.itemId, id);
    return isOfOrder ? id : '';
  });
}

/** A cancellation that is not stored yet. `rebookedTo`: the orders for which the tickets are exchanged. */
export function newCancellation(
  { order }: WholeOrder,
  { units, refund, returned }: Extract<CancellationDecision, { kind: 'cancel' }>,
  {
    reason,
    now,
    newId,
    rebookedTo = [],
  }: { reason: string; now: Date; newId: () => string; rebookedTo?: string[] },
): StoredCancellation {
  return {
    catalogId: order.catalogId,
    id: newId(),
    organizationId: order.organizationId,
    orderId: order.id,
    documentId: newId(),
    reference: newReference(3, 3),
    createdAt: now,
    reason,
    units: units.map(({ index }) => index),
    refundAmount: refund.inclTax,
    refundAmountExclTax: refund.exclTax,
    returnedAmount: returned,
    rebookedTo,
  };
}

/** The units of an order as counters count them: of the offer, and of each session. */
export function countedOfOrder({ reservation }: Pick<WholeOrder, 'reservation'>, units: number) {
  const sessionIds = reservation.tickets.flatMap(({ session }) => session ?? []);
  return countedUnits(reservation, sessionIds, units);
}

/** Writes a cancellation; resolves to the files that it supersedes. Counters are locked last, because many wait for them. */
export async function writeCancellation(
  transaction: Transaction,
  whole: WholeOrder,
  cancellation: StoredCancellation,
  units: readonly Unit[],
): Promise<string[]> {
  const { order, reservation } = whole;
  const ids = units.flatMap(({ tickets }) => tickets.map(({ id }) => id));
  await insertCancellation(transaction, cancellation, ids);
  await endGiftCards(transaction, whole, ids, cancellation.reason);
  await addCancelledUnits(transaction, reservation, units.length);
  const superseded = await forgetFiles(transaction, order);
  const { atDesk } = reservation;
  await returnSoldUnits(transaction, countedOfOrder(whole, units.length), {
    atDesk,
    seats: seatsOf(whole, units),
  });
  return superseded;
}

/** The numbered seats of units of an order. */
function seatsOf({ order, reservation }: WholeOrder, units: readonly Unit[]): SoldSeat[] {
  return units
    .flatMap(({ tickets }) => tickets)
    .flatMap(({ sessionId, seat }) =>
      sessionId === null || seat === null
        ? []
        : [{ catalogId: order.catalogId, holdId: reservation.id, sessionId, seat: seat.name }],
    );
}

/** After the transaction: the units can be sold, and the files that it supersedes are deleted. */
export async function afterCancelling(
  { soldOut, changes, documents }: CancellingContext,
  superseded: readonly string[],
): Promise<void> {
  soldOut.forget();
  changes.note();
  await documents.remove(superseded);
}
