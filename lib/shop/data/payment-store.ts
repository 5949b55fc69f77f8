import { and, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Reader, Single, Transaction } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import { isSecured, isUnsettled, type Payment } from '../rules/checkout';
import { paymentTable } from '../tables/checkout-table';
import { isOfWholePayment, isReturned, refundTable } from '../tables/refund-table';

const { id: paymentId, state, sessionId, intent } = paymentTable;
const now = sql`clock_timestamp()`;
const isOpen = inArray(state, ['opening', 'open']);

/** Of the refund of the whole payment. */
const { refundId, paidBack, enteredAt } = refundTable;
const columns = {
  ...getTableColumns(paymentTable),
  refundId,
  refundedAt: sql<Date | null>`case when ${isReturned} then ${enteredAt} end`.mapWith(enteredAt),
  paidBack,
};

const rowsWhere = (which: SQL): SQL<Payment[]> =>
  jsonRows(
    {
      ...getTableColumns(paymentTable),
      refundId,
      refundedAt: { value: sql`case when ${isReturned} then ${enteredAt} end`, like: enteredAt },
      paidBack,
    },
    {
      rest: sql`from storefront.payment left join storefront.refund
        on refund.payment_id = payment.id and ${isOfWholePayment} where ${which}`,
      orderBy: sql`payment.created_at desc, payment.id desc`,
    },
  );

/** Those of a checkout in the statement that reads it, the latest first. */
export const paymentRows = rowsWhere(sql`payment.checkout_id = checkout.id`);
/** That of a page in the statement that reads a webhook about it. */
export const paymentOfWebhook = rowsWhere(sql`payment.session_id = webhook.session_id`);

/** The oldest first. */
export function paymentsWhere({ db }: Reader, which: SQL): Promise<Payment[]> {
  return db
    .select(columns)
    .from(paymentTable)
    .leftJoin(refundTable, and(eq(refundTable.paymentId, paymentId), isOfWholePayment))
    .where(which)
    .orderBy(paymentTable.createdAt, paymentId);
}

/** Latest first. */
export async function readPayments(reader: Reader, checkoutId: string): Promise<Payment[]> {
  return (await paymentsWhere(reader, eq(paymentTable.checkoutId, checkoutId))).reverse();
}

/** The payment that can still be paid: there is at most one. */
export async function findUnsettled(reader: Reader, checkoutId: string): Promise<Payment | null> {
  const payments = await readPayments(reader, checkoutId);
  return payments.find(({ state }) => isUnsettled(state)) ?? null;
}

export async function findSecured(reader: Reader, checkoutId: string): Promise<Payment | null> {
  const payments = await readPayments(reader, checkoutId);
  return payments.find(({ state }) => isSecured(state)) ?? null;
}

/** The payment with this ID at the provider; null for a payment of another shop at the same account. */
export function findByIntent(reader: Reader, providerId: string): Promise<Payment | null> {
  return findPayment(reader, eq(intent, providerId));
}

async function findPayment(reader: Reader, which: SQL): Promise<Payment | null> {
  const [found] = await paymentsWhere(reader, which);
  return found ?? null;
}

type NewPayment = Pick<Payment, 'id' | 'checkoutId' | 'amount' | 'capture'> & { pageMinutes: number };

/** Concurrency guarantee: a second unsettled one violates a unique index. */
export async function insertPayment(
  { db }: Transaction,
  { pageMinutes, ...payment }: NewPayment,
): Promise<Payment> {
  const [made] = await db
    .insert(paymentTable)
    .values({
      ...payment,
      state: 'opening',
      pageExpiresAt: sql`date_trunc('second', ${now}) + make_interval(mins => ${pageMinutes})`,
      createdAt: now,
    })
    .returning();
  if (made === undefined) throw new Error('the payment was not inserted');
  return { ...made, refundId: null, refundedAt: null, paidBack: null };
}

/** A payment that staff have taken at the counter. */
export async function insertTaken(
  { db }: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId' | 'amount' | 'method'>,
): Promise<void> {
  const at = { pageExpiresAt: now, createdAt: now, settledAt: now };
  await db.insert(paymentTable).values({ ...payment, ...at, state: 'paid' });
}

/** False when the payment was closed meanwhile: then the customer must not be sent to the page. */
export function savePage(
  single: Single,
  id: string,
  page: { sessionId: string; url: string | null },
): Promise<boolean> {
  return changeOne(
    single,
    { state: 'open', sessionId: page.sessionId, pageUrl: page.url },
    and(eq(paymentId, id), isOpen, or(isNull(sessionId), eq(sessionId, page.sessionId))),
  );
}

/** `received`: what was paid, if it is in EUR. */
export type PaymentOutcome =
  { state: 'paid' | 'authorized'; intent: string; received: string | null } | { state: 'closed' };

/** The statement that settles a payment; it changes nothing if that was done before. */
export function settling({ db }: Single, id: string, outcome: PaymentOutcome): SQL {
  const paid =
    outcome.state === 'closed'
      ? { intent: null }
      : { intent: outcome.intent, ...(outcome.received === null ? {} : { amount: outcome.received }) };
  return db
    .update(paymentTable)
    .set({ ...paid, state: outcome.state, settledAt: now, pageUrl: null })
    .where(and(eq(paymentId, id), isOpen))
    .returning({ paymentId })
    .getSQL();
}

/** False when it was settled before. */
export async function settlePayment(
  transaction: Transaction,
  id: string,
  outcome: PaymentOutcome,
): Promise<boolean> {
  return (await transaction.run(settling(transaction, id, outcome))) === 1;
}

/** Records that it was captured (`paid`) or voided (`closed`). False when that was recorded before. */
export function settleAuthorized(
  transaction: Transaction,
  id: string,
  outcome: 'paid' | 'closed',
): Promise<boolean> {
  return changeOne(
    transaction,
    { state: outcome, settledAt: now },
    and(eq(paymentId, id), eq(state, 'authorized')),
  );
}

/** Deletes the URL of a payment's page: the page was opened for another customer, amount or language. */
export async function forgetPage({ db }: Transaction, id: string): Promise<void> {
  await db.update(paymentTable).set({ pageUrl: null }).where(eq(paymentId, id));
}

/** In how many seconds the provider is asked about a page at most once, for any number of page views. */
const askedEverySeconds = 3;

/**
 * Claims the right to ask the provider about a payment now. Concurrency guarantee: one conditional UPDATE, so
 * of all processes that want to ask within the same three seconds one may.
 */
export function claimAsking({ single }: Database, id: string): Promise<boolean> {
  const { askedAt } = paymentTable;
  return changeOne(
    single,
    { askedAt: now },
    sql`${paymentId} = ${id}
      and (${askedAt} is null or ${askedAt} <= ${now} - make_interval(secs => ${askedEverySeconds}))`,
  );
}

/** One conditional UPDATE. False when it changed nothing. */
async function changeOne(
  { db }: Single,
  values: PgUpdateSetSource<typeof paymentTable>,
  which: SQL | undefined,
): Promise<boolean> {
  const changed = await db.update(paymentTable).set(values).where(which).returning({ paymentId });
  return changed.length === 1;
}
