import { sql } from 'drizzle-orm';
import type { Database, Reader, Transaction } from '../database/database';
import { isSecured, isUnsettled, paymentSchema, type Payment } from './checkout';

const columns = sql`
  id, checkout_id as "checkoutId", amount, state, capture, session_id as "sessionId", intent,
  page_expires_at as "pageExpiresAt", created_at as "createdAt", settled_at as "settledAt", refund_id as "refundId",
  refunded_at as "refundedAt", refund_attempts as "refundAttempts", page_url as "pageUrl",
  settled_as as "settledAs"`;

/** The payments of a checkout, the latest first. */
export function readPayments(reader: Reader, checkoutId: string): Promise<Payment[]> {
  return reader.rows(
    paymentSchema,
    sql`select ${columns} from storefront.payment where checkout_id = ${checkoutId} order by created_at desc, id`,
  );
}

/** The payment that can still be paid: there is at most one. */
export async function findUnsettled(reader: Reader, checkoutId: string): Promise<Payment | null> {
  const payments = await readPayments(reader, checkoutId);
  return payments.find(({ state }) => isUnsettled(state)) ?? null;
}

/** The payment whose money the shop has, or has set aside. */
export async function findSecured(reader: Reader, checkoutId: string): Promise<Payment | null> {
  const payments = await readPayments(reader, checkoutId);
  return payments.find(({ state }) => isSecured(state)) ?? null;
}

export async function findBySession(reader: Reader, sessionId: string): Promise<Payment | null> {
  const [found] = await reader.rows(
    paymentSchema,
    sql`select ${columns} from storefront.payment where session_id = ${sessionId}`,
  );
  return found ?? null;
}

/** The payment that the provider calls so; null for one of another shop at the same account. */
export async function findByIntent(reader: Reader, intent: string): Promise<Payment | null> {
  const [found] = await reader.rows(
    paymentSchema,
    sql`select ${columns} from storefront.payment where intent = ${intent}`,
  );
  return found ?? null;
}

/** Makes the row before the provider is asked. Race promise: a second unsettled one breaks a unique index. */
export async function insertPayment(
  transaction: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId' | 'amount' | 'capture'> & { pageMinutes: number },
): Promise<Payment> {
  const [made] = await transaction.write(
    paymentSchema,
    sql`insert into storefront.payment (id, checkout_id, amount, state, capture, page_expires_at, created_at)
        values (${payment.id}, ${payment.checkoutId}, ${payment.amount}::numeric, 'opening', ${payment.capture},
          date_trunc('second', clock_timestamp()) + make_interval(mins => ${payment.pageMinutes}), clock_timestamp())
        returning ${columns}`,
  );
  if (made === undefined) throw new Error('the payment was not written');
  return made;
}

/** Keeps the provider's page. False when the payment was given up meanwhile: nobody may be sent to that page. */
export async function savePage(
  transaction: Transaction,
  id: string,
  page: { sessionId: string; url: string | null },
): Promise<boolean> {
  const { sessionId, url } = page;
  const changed = await transaction.run(
    sql`update storefront.payment
        set state = 'open', session_id = ${sessionId}, page_url = ${url}
        where id = ${id} and state in ('opening', 'open') and coalesce(session_id, ${sessionId}) = ${sessionId}`,
  );
  return changed === 1;
}

/** Settles a payment once. False when it was settled before. */
export async function settlePayment(
  transaction: Transaction,
  id: string,
  outcome: { state: 'paid' | 'authorized'; intent: string } | { state: 'closed' },
): Promise<boolean> {
  const intent = outcome.state === 'closed' ? null : outcome.intent;
  const changed = await transaction.run(
    sql`update storefront.payment
        set state = ${outcome.state}, intent = ${intent}, settled_at = clock_timestamp(), page_url = null
        where id = ${id} and state in ('opening', 'open')`,
  );
  return changed === 1;
}

/** Money that was set aside was taken (`paid`) or let go (`closed`). False when that was written down before. */
export async function settleAuthorized(
  transaction: Transaction,
  id: string,
  state: 'paid' | 'closed',
): Promise<boolean> {
  const changed = await transaction.run(
    sql`update storefront.payment set state = ${state}, settled_at = clock_timestamp()
        where id = ${id} and state = 'authorized'`,
  );
  return changed === 1;
}

/** Forgets where a payment's page is: it was opened for another customer, amount or language. */
export async function forgetPage(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`update storefront.payment set page_url = null where id = ${id}`);
}

/** A page is asked about at most once in so many seconds, however many visitors want to know. */
const askedEverySeconds = 3;

/**
 * Claims the right to ask the provider about a payment now. Race promise: one conditional UPDATE, so of any number of
 * processes that want to ask within the same three seconds one may.
 */
export async function claimAsking(database: Database, id: string): Promise<boolean> {
  const claimed = await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.payment set asked_at = clock_timestamp()
          where id = ${id}
            and (asked_at is null or asked_at <= clock_timestamp() - make_interval(secs => ${askedEverySeconds}))`,
    ),
  );
  return claimed === 1;
}

/** The next refund request has a new idempotency key: the provider keeps an error under the one that was used. */
export async function countRefundAttempt(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(
    sql`update storefront.payment set refund_attempts = refund_attempts + 1 where id = ${id}`,
  );
}

/** Race promise: one conditional UPDATE, so a refund is confirmed once. False when it was confirmed before. */
export async function saveRefund(
  transaction: Transaction,
  id: string,
  refund: { refundId: string | null; done: boolean },
): Promise<boolean> {
  const changed = await transaction.run(
    sql`update storefront.payment
        set refund_id = coalesce(${refund.refundId}::text, refund_id),
          refunded_at = case when ${refund.done} then clock_timestamp() else refunded_at end
        where id = ${id} and refunded_at is null`,
  );
  return changed === 1;
}
