import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../database/conditions';
import type { Reader, Transaction } from '../../database/database';
import { amountAbove, sumAmounts } from '../../money/money';
import { changedOrderTable, eventChangeTable } from '../tables/event-change-table';
import { addJob, endJob, insertJobs, jobRow } from './job-store';
import { checkoutTable } from '../tables/checkout-table';
import {
  type Cancellation,
  type CancellationProblem,
  type CancellationState,
  cancellationTable,
} from '../tables/cancellation-table';

const { id: cancellationId, checkoutId: ofCheckout, state, createdAt } = cancellationTable;
const now = sql`clock_timestamp()`;

/** The oldest first. */
export async function readCancellations({ db }: Reader, checkoutId: string): Promise<Cancellation[]> {
  return db
    .select()
    .from(cancellationTable)
    .where(eq(ofCheckout, checkoutId))
    .orderBy(asc(createdAt), cancellationId);
}

/** What of a refund another purchase's payment returns. */
export type OtherPart = Pick<
  Cancellation,
  'checkoutId' | 'amount' | 'state' | 'paymentId' | 'paidBack' | 'settledAs'
>;

/**
 * A cancellation with what other purchases have to do with its refund. `amount`: what is refunded of all payments, without
 * what staff had refunded at the provider's pages before.
 */
export type ShownCancellation = Cancellation & {
  readonly parts: readonly OtherPart[];
  /** What was given back for the tickets before they were cancelled. */
  readonly givenBefore: string;
  /** It is done, and nothing of its refund is left to do for another purchase's payment. */
  readonly isEnded: boolean;
  /** The purchase whose tickets were cancelled, of a row that is a part of a refund; null: its own. */
  readonly wholeAt: string | null;
  /** The booking number of the purchase for which the tickets were exchanged; null: they were not. */
  readonly rebookedReference: string | null;
  /** What the organiser wrote when it cancelled the session; null: it did not. */
  readonly organiserMessage: string | null;
};

/** The oldest first. */
export async function readShownCancellations(
  reader: Reader,
  checkoutId: string,
): Promise<ShownCancellation[]> {
  const rows = await readCancellations(reader, checkoutId);
  const { partOf } = cancellationTable;
  const ids = rows.map(({ id }) => id);
  const wholes = rows.flatMap((row) => row.partOf ?? []);
  const others =
    ids.length === 0
      ? []
      : await reader.db
          .select()
          .from(cancellationTable)
          .where(or(isOneOf(partOf, ids), isOneOf(cancellationId, wholes)));
  const told = await readContext(reader, ids);
  return rows.map((row) => {
    const parts = others.filter((other) => other.partOf === row.id);
    const amount = refundOfAll(row, parts);
    return {
      ...row,
      amount,
      givenBefore: row.partOf === null ? amountAbove(row.amount, amount) : '0.00',
      rebookedReference: told.get(row.id)?.rebookedReference ?? null,
      organiserMessage: told.get(row.id)?.organiserMessage ?? null,
      parts: parts.map(({ checkoutId: at, amount, state: is, paymentId, paidBack, settledAs }) => ({
        ...{ checkoutId: at, amount, state: is, paymentId, paidBack, settledAs },
      })),
      isEnded: row.state === 'done' && parts.every(hasNothingLeft),
      wholeAt: others.find(({ id }) => id === row.partOf)?.checkoutId ?? null,
    };
  });
}

/** A part is `refused`, too, when staff have settled the whole by hand before it was requested. */
const hasNothingLeft = ({ state: one }: Pick<Cancellation, 'state'>) => one === 'done' || one === 'refused';

function refundOfAll(row: Cancellation, parts: readonly Pick<Cancellation, 'amount'>[]): string {
  const isWhole = row.ownPart === null || row.problem === 'amount_differs';
  return isWhole ? row.amount : sumAmounts([row.ownPart ?? row.amount, ...parts.map(({ amount }) => amount)]);
}

type Context = Pick<ShownCancellation, 'id' | 'rebookedReference' | 'organiserMessage'>;

/** Why the tickets were given back: the booking that they pay for, and what the organiser wrote. */
async function readContext({ db }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Context>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: cancellationId,
      rebookedReference: checkoutTable.reference,
      organiserMessage: eventChangeTable.message,
    })
    .from(cancellationTable)
    .leftJoin(checkoutTable, eq(checkoutTable.id, cancellationTable.rebookedTo))
    .leftJoin(changedOrderTable, eq(changedOrderTable.cancellationId, cancellationId))
    .leftJoin(eventChangeTable, eq(eventChangeTable.id, changedOrderTable.changeId))
    .where(isOneOf(cancellationId, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The purchase whose tickets were cancelled, if all payments that refund them have done so, or staff; null: not yet. The
 * caller has just changed one of the rows. Concurrency guarantee: the whole is locked before the rows are read, so of
 * several parts that end at the same moment the last one sees the others.
 */
export async function wholeOfEnded(
  { db }: Transaction,
  { id, partOf }: Pick<Cancellation, 'id' | 'partOf'>,
): Promise<string | null> {
  const whole = partOf ?? id;
  await db.select({ cancellationId }).from(cancellationTable).where(eq(cancellationId, whole)).for('update');
  const rows = await db
    .select()
    .from(cancellationTable)
    .where(or(eq(cancellationId, whole), eq(cancellationTable.partOf, whole)));
  return rows.every(hasNothingLeft) ? (rows.find((row) => row.id === whole)?.checkoutId ?? null) : null;
}

export async function findCancellation({ db }: Reader, id: string): Promise<Cancellation | null> {
  const [found] = await db.select().from(cancellationTable).where(eq(cancellationId, id));
  return found ?? null;
}

/** What binds the money and the tickets of a checkout: everything that the service has not refused. */
export async function bindingCancellations(reader: Reader, checkoutId: string): Promise<Cancellation[]> {
  return (await readCancellations(reader, checkoutId)).filter((one) => one.state !== 'refused');
}

/** The rows of other payments follow: the service has cancelled the tickets, or has refused to. */
export async function movePartsOf(
  transaction: Transaction,
  partOf: string,
  to: 'refunding' | 'refused',
): Promise<void> {
  await transaction.run(
    sql`with moved as (
          update storefront.cancellation set state = ${to}, entered_at = ${now}
          where part_of = ${partOf} and state = 'requested' returning id)
        ${insertJobs(sql`select ${jobRow('cancellation', sql`id::text`)} from moved where ${to}::text = 'refunding'`)}`,
  );
}

/** Staff have paid back the whole amount before any part of it was requested: each counts for its own payment. */
export async function settlePartsOf(
  { db }: Transaction,
  partOf: string,
  settling: Pick<Cancellation, 'settledAs' | 'paidBack' | 'settledReason'>,
): Promise<void> {
  await db
    .update(cancellationTable)
    .set({ ...settling, state: 'done', enteredAt: now })
    .where(and(eq(cancellationTable.partOf, partOf), eq(state, 'requested')));
}

type Result = Partial<
  Pick<Cancellation, 'reference' | 'document' | 'settledAs' | 'settledReason' | 'refundId'>
> & {
  problem?: CancellationProblem | null;
  /** The next refund request gets a new idempotency key. */
  again?: boolean;
};

/**
 * Changes the state. Concurrency guarantee: one conditional UPDATE on the state that the caller has seen, so of two
 * workers that did the same step one succeeds; the other gets false and has changed nothing.
 */
export async function moveCancellation(
  transaction: Transaction,
  seen: Pick<Cancellation, 'id' | 'state'>,
  to: CancellationState,
  { again = false, ...result }: Result = {},
): Promise<boolean> {
  const { refundAttempts } = cancellationTable;
  const isWork = to === 'requested' || to === 'refunding';
  const changed = await transaction.db
    .update(cancellationTable)
    .set({
      ...result,
      ...(again ? { refundAttempts: sql`${refundAttempts} + 1` } : {}),
      ...{ state: to, enteredAt: now, escalatedAt: null },
    })
    .where(and(eq(cancellationId, seen.id), eq(state, seen.state)))
    .returning({ cancellationId });
  if (changed.length === 0) return false;
  await (isWork
    ? addJob(transaction, 'cancellation', seen.id)
    : endJob(transaction, 'cancellation', seen.id));
  return true;
}

/** The customer was told of these by e-mail, so the next e-mail does not name them again. */
export async function markTold({ db }: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.update(cancellationTable).set({ toldAt: now }).where(isOneOf(cancellationId, ids));
}

/** The provider has the refund, and has not confirmed it. */
export function saveRefundId(transaction: Transaction, id: string, refundId: string): Promise<void> {
  return change(transaction, id, { refundId });
}

/** The next refund request gets a new idempotency key: the provider keeps an error under the used one. */
export function countAttempt(transaction: Transaction, id: string): Promise<void> {
  return change(transaction, id, { refundAttempts: sql`${cancellationTable.refundAttempts} + 1` });
}

/** Records that the operator was told. False when that had been done. */
export async function markLate({ db }: Transaction, id: string): Promise<boolean> {
  const marked = await db
    .update(cancellationTable)
    .set({ escalatedAt: now })
    .where(and(eq(cancellationId, id), sql`${cancellationTable.escalatedAt} is null`, ne(state, 'done')))
    .returning({ cancellationId });
  return marked.length === 1;
}

async function change(
  { db }: Transaction,
  id: string,
  values: PgUpdateSetSource<typeof cancellationTable>,
): Promise<void> {
  await db.update(cancellationTable).set(values).where(eq(cancellationId, id));
}
