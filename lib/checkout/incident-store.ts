import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../database/database';
import type { Payment } from './checkout';
import { incidentSchema, type Incident, type SeenIncident } from './incident';

const columns = sql`
  id, checkout_id as "checkoutId", payment_id as "paymentId", kind, status, amount, currency,
  funds_withdrawn as "fundsWithdrawn", answer_due_at as "answerDueAt", answered, opened_at as "openedAt", updated_at as "updatedAt", asked_at as "askedAt",
  acknowledged_at as "acknowledgedAt"`;

/** The incidents of a checkout, the oldest first. */
export function readIncidents(reader: Reader, checkoutId: string): Promise<Incident[]> {
  return reader.rows(
    incidentSchema,
    sql`select ${columns} from storefront.payment_incident where checkout_id = ${checkoutId}
        order by opened_at, id`,
  );
}

/**
 * The incidents of a payment. Race promise: the payment is locked until the transaction ends, so of several answers of
 * the provider about one payment each sees what the one before has written.
 */
export async function lockIncidents(transaction: Transaction, paymentId: string): Promise<Incident[]> {
  await transaction.run(sql`select from storefront.payment where id = ${paymentId} for no key update`);
  return transaction.rows(
    incidentSchema,
    sql`select ${columns} from storefront.payment_incident where payment_id = ${paymentId} order by opened_at, id`,
  );
}

/** Writes what the provider answered. `reopened`: staff have to look at it, even if they did before. */
export async function saveIncident(
  transaction: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId'>,
  seen: SeenIncident,
  { askedAt, reopened }: { askedAt: Date; reopened: boolean },
): Promise<void> {
  const { id, kind, status, amount, currency, fundsWithdrawn, answered } = seen;
  const answerDueAt = seen.answerDueAt?.toISOString() ?? null;
  await transaction.run(
    sql`insert into storefront.payment_incident as incident
          (id, checkout_id, payment_id, kind, status, amount, currency, funds_withdrawn, answer_due_at, answered,
            opened_at, seen_at, updated_at, asked_at)
        values (${id}, ${payment.checkoutId}, ${payment.id}, ${kind}, ${status}, ${amount}::numeric, ${currency},
          ${fundsWithdrawn}, ${answerDueAt}::timestamptz, ${answered}, ${seen.openedAt.toISOString()}::timestamptz, clock_timestamp(), clock_timestamp(),
          ${askedAt.toISOString()}::timestamptz)
        on conflict (id) do update set kind = excluded.kind, status = excluded.status, amount = excluded.amount,
          currency = excluded.currency, funds_withdrawn = excluded.funds_withdrawn,
          answer_due_at = excluded.answer_due_at, answered = excluded.answered, updated_at = excluded.updated_at,
          asked_at = excluded.asked_at,
          seen_at = case when ${reopened} then clock_timestamp() else incident.seen_at end,
          acknowledged_at = case when ${reopened} then null else incident.acknowledged_at end,
          acknowledged_by = case when ${reopened} then null else incident.acknowledged_by end`,
  );
}

/** What an incident asks of staff, by the name that the staff pages have for it. */
export const reasonOfIncident = sql`case kind when 'dispute' then 'dispute_' || status
  when 'refund_failed' then 'refund_undelivered' else kind end`;

/** `before`: it was acknowledged already. `changed`: it is not, or no longer, what staff saw. */
export type Acknowledged = { kind: 'acknowledged'; incident: Incident } | { kind: 'before' | 'changed' };

/**
 * Writes down that staff dealt with an incident. Race promise: one conditional UPDATE, so of two who say so at once one
 * is written down; and only while it is what they saw (`reason`): an open dispute that is lost meanwhile stays.
 */
export async function acknowledge(
  transaction: Transaction,
  { id, checkoutId, reason, staff }: { id: string; checkoutId: string; reason: string; staff: string },
): Promise<Acknowledged> {
  const [incident] = await transaction.write(
    incidentSchema,
    sql`update storefront.payment_incident
        set acknowledged_at = clock_timestamp(), acknowledged_by = ${staff}
        where id = ${id} and checkout_id = ${checkoutId} and acknowledged_at is null and status <> 'settled'
          and ${reasonOfIncident} = ${reason}
        returning ${columns}`,
  );
  if (incident !== undefined) return { kind: 'acknowledged', incident };
  const before = await transaction.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.payment_incident
        where id = ${id} and checkout_id = ${checkoutId} and acknowledged_at is not null
          and ${reasonOfIncident} = ${reason}`,
  );
  return { kind: before.length > 0 ? 'before' : 'changed' };
}

/** Whether this payment came for a checkout that had no use for it: staff refund it, there is no order for it. */
export async function wasUnexpected(
  reader: Reader,
  { id, checkoutId }: Pick<Payment, 'id' | 'checkoutId'>,
): Promise<boolean> {
  const found = await reader.rows(
    z.object({ id: z.int() }),
    sql`select id from storefront.timeline
        where checkout_id = ${checkoutId} and what = 'payment_unexpected' and detail->>'payment' = ${id} limit 1`,
  );
  return found.length > 0;
}

/** Looks after a refund that is under way now instead of when it would be looked after. */
export async function hastenRefund(transaction: Transaction, checkoutId: string): Promise<void> {
  await transaction.run(
    sql`update storefront.checkout set due_at = least(due_at, clock_timestamp())
        where id = ${checkoutId} and state = 'refunding' and due_at is not null`,
  );
}
