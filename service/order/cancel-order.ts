import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import type { CancelOrderInput } from '@/lib/contract/cancellation';
import type { Database, Transaction } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import type { ChangeCount } from '../availability/changes';
import { returnSoldUnits } from '../availability/hold-store';
import { enterHolds } from '../availability/set-capacities';
import type { SoldOut } from '../availability/sold-out-cache';
import { forgetFiles } from '../document/document-file-store';
import type { DocumentStorage } from '../document/document-storage';
import { requireScope } from '../http/authenticate';
import { InvalidRequest } from '../http/problem';
import type { Call } from '../http/route';
import { countedUnits } from '../reservation/reservation';
import { addCancelledUnits, lockReservations } from '../reservation/reservation-store';
import { type CancellationDecision, decideCancellation, type Unit } from './cancellation';
import { cancellationDeadline } from './cancellation-deadline';
import { cancellationResource, type CancellationResource } from './cancellation-resource';
import { insertCancellation } from './cancellation-store';
import { lockTickets } from './item-ticket-store';
import { newReference, type StoredCancellation } from './order';
import { requiredOrder } from './read-orders';
import type { WholeOrder } from './order-store';

interface CancelOrderContext {
  database: Database;
  documents: Pick<DocumentStorage, 'remove'>;
  soldOut: SoldOut;
  changes: ChangeCount;
  newId: () => string;
}

type CancelOrderCall = Call<'id', unknown, CancelOrderInput>;

interface Outcome {
  whole: WholeOrder;
  cancellation: StoredCancellation;
  /** The files of the tickets that show them as valid. */
  superseded: string[];
}

/**
 * POST /v1/booking/orders/{id}/_cancel: cancels tickets of an order, all that the call names or none, and returns their
 * units to the counters. A repetition gives the same cancellation. 422 says why tickets can't be cancelled.
 */
export async function cancelOrder(
  { database, documents, soldOut, changes, newId }: CancelOrderContext,
  call: CancelOrderCall,
): Promise<CancellationResource> {
  const { override = false, refundAmountInclTax } = call.body;
  if (override || refundAmountInclTax !== undefined) requireScope(call.principal, 'booking:override');
  const { whole, cancellation, superseded } = await database.transaction((transaction) =>
    cancelUnderLocks(transaction, call, newId),
  );
  soldOut.forget();
  changes.note();
  await documents.remove(superseded);
  return cancellationResource(whole, cancellation);
}

async function cancelUnderLocks(
  transaction: Transaction,
  call: CancelOrderCall,
  newId: () => string,
): Promise<Outcome> {
  const organizationId = call.principal.organization.id;
  const { order, reservation } = await requiredOrder(transaction, call);
  // While an import counts the units of a counter that had no limit, nothing is cancelled: the import would not see it.
  await enterHolds(transaction, [reservation.catalogId]);
  await lockReservations(transaction, [{ organizationId, id: reservation.id }]);
  await lockTickets(transaction, organizationId, order.id);
  const whole = await requiredOrder(transaction, call);
  const now = await databaseNow(transaction);
  const until = await cancellationDeadline(transaction, whole);
  const decision = decideCancellation(whole, callOf(whole, call.body), { until, now });
  switch (decision.kind) {
    case 'refused':
      throw new InvalidRequest(decision.violations);
    case 'repeated':
      return { whole, cancellation: decision.cancellation, superseded: [] };
    case 'cancel': {
      const cancellation = newCancellation(whole, decision, { reason: call.body.reason, now, newId });
      return {
        whole,
        cancellation,
        superseded: await write(transaction, whole, cancellation, decision.units),
      };
    }
  }
}

/** A path that is not one of this order's tickets becomes an id that no ticket has. */
function callOf(
  { order }: WholeOrder,
  { tickets, override = false, refundAmountInclTax }: CancelOrderInput,
): Parameters<typeof decideCancellation>[1] {
  const paths = tickets?.map((path) => path.toLowerCase());
  const violations = (paths ?? []).flatMap((path, i) =>
    paths?.indexOf(path) === i ? [] : [{ path: `tickets[${i}]`, code: 'unique' as const }],
  );
  if (violations.length > 0) throw new InvalidRequest(violations);
  const ids = paths?.map((path) => {
    const id = lastSegment(path);
    const isOfOrder =
      idSchema.safeParse(id).success && path === addresses.itemTicket(order.id, order.itemId, id);
    return isOfOrder ? id : '';
  });
  return { tickets: ids ?? null, override, refundAmount: refundAmountInclTax ?? null };
}

function newCancellation(
  { order }: WholeOrder,
  { units, refund }: Extract<CancellationDecision, { kind: 'cancel' }>,
  { reason, now, newId }: { reason: string; now: Date; newId: () => string },
): StoredCancellation {
  return {
    organizationId: order.organizationId,
    id: newId(),
    orderId: order.id,
    documentId: newId(),
    reference: newReference(3, 3),
    createdAt: now,
    reason,
    units: units.map(({ index }) => index),
    refundAmount: refund.inclTax,
    refundAmountExclTax: refund.exclTax,
  };
}

/** Writes a cancellation; resolves to the files that it supersedes. Counters are locked last, because many wait for them. */
async function write(
  transaction: Transaction,
  { order, reservation }: WholeOrder,
  cancellation: StoredCancellation,
  units: readonly Unit[],
): Promise<string[]> {
  const ids = units.flatMap(({ tickets }) => tickets.map(({ id }) => id));
  const sessionIds = reservation.tickets.flatMap(({ session }) => session ?? []);
  await insertCancellation(transaction, cancellation, ids);
  await addCancelledUnits(transaction, reservation, units.length);
  const superseded = await forgetFiles(transaction, order.organizationId, order.documentId);
  await returnSoldUnits(transaction, countedUnits(reservation, sessionIds, units.length));
  return superseded;
}
