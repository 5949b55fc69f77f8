import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../database/database';
import { type Cancellation, cancellationTable } from '../tables/cancellation-table';
import type { RefundPart } from '../rules/refund-part';
import { addJob, insertJobs, jobRow } from './job-store';

const now = sql`clock_timestamp()`;

type NewCancellation = Pick<
  Cancellation,
  'id' | 'checkoutId' | 'orderId' | 'tickets' | 'staff' | 'reason' | 'override' | 'amount'
>;

/** Stores a request, with a row for each payment that is refunded. */
export async function insertCancellation(
  transaction: Transaction,
  row: NewCancellation,
  parts: readonly RefundPart[],
): Promise<void> {
  await transaction.db
    .insert(cancellationTable)
    .values([
      { ...row, ...ownOf(row, parts), state: 'requested', createdAt: now, enteredAt: now },
      ...partRows(row, parts, 'requested'),
    ]);
  // The parts wait for the service's answer to the request.
  await addJob(transaction, 'cancellation', row.id);
}

/**
 * Stores what the service has already cancelled: only the refund is left to do, if there is one. `parts` null: the
 * payments have not enough left, so staff have to refund.
 */
export async function insertFinished(
  transaction: Transaction,
  {
    parts,
    ...row
  }: NewCancellation &
    Pick<Cancellation, 'reference' | 'document' | 'rebookedTo'> & { parts: readonly RefundPart[] | null },
): Promise<void> {
  const own = ownOf(row, parts ?? []);
  const state = parts === null ? 'attention' : own.paymentId === null ? 'done' : 'refunding';
  await transaction.db.insert(cancellationTable).values([
    {
      ...row,
      ...own,
      state,
      problem: parts === null ? ('amount_differs' as const) : null,
      ...{ createdAt: now, enteredAt: now },
    },
    ...partRows(row, parts ?? [], 'refunding'),
  ]);
  const refunds = sql`select ${jobRow('cancellation', sql`id::text`)} from storefront.cancellation
    where (id = ${row.id} or part_of = ${row.id}) and state = 'refunding'`;
  await transaction.run(insertJobs(refunds));
}

/** The payment of the purchase itself, and what of the amount it has to refund. */
function ownOf({ checkoutId, amount }: NewCancellation, parts: readonly RefundPart[]) {
  const own = parts.find((part) => part.checkoutId === checkoutId);
  const part = own?.amount ?? '0.00';
  return { paymentId: own?.paymentId ?? null, ownPart: part === amount ? null : part };
}

function partRows(
  { id: partOf, checkoutId, orderId, staff, reason, override }: NewCancellation,
  parts: readonly RefundPart[],
  state: 'requested' | 'refunding',
) {
  return parts
    .filter((part) => part.checkoutId !== checkoutId)
    .map((part) => ({
      ...{ id: newId(), partOf, orderId, staff, reason, override, tickets: [] },
      ...{ ...part, state, createdAt: now, enteredAt: now },
    }));
}
