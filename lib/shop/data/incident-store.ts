import { eq, sql, type SQL } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import type { Payment } from '../rules/checkout';
import { paymentTable } from '../tables/checkout-table';
import type { PaidBackWay } from '../values/checkout-values';
import type { Incident, SeenIncident } from '../rules/incident';
import { paymentIncidentTable } from '../tables/incident-table';

const now = sql`clock_timestamp()`;
const { id, kind, status, amount, currency, openedAt, fundsWithdrawn, answerDueAt } = paymentIncidentTable;
const { checkoutId, paymentId, answered, updatedAt, askedAt } = paymentIncidentTable;
/**
 * When staff have done what it asks for in this status; null: they have not, or it asks again. Written out: in a select from one
 * table, the name of a column alone would be that of the inner table.
 */
const acknowledged = sql`(
  select case when task.closed_by is not null then task.closed_at end from storefront.task
  where task.key = payment_incident.id and task.kind <> 'at_bank' and task.reason = case payment_incident.kind
    when 'dispute' then 'dispute_' || payment_incident.status
    when 'refund_failed' then 'refund_undelivered' else payment_incident.kind end
  order by task.since desc limit 1)`;
const acknowledgedAt = sql<Date | null>`${acknowledged}`.mapWith(updatedAt);
const stored = {
  id,
  checkoutId,
  paymentId,
  kind,
  status,
  amount,
  currency,
  fundsWithdrawn,
  answerDueAt,
  answered,
  openedAt,
  updatedAt,
  askedAt,
};
const columns = { ...stored, acknowledgedAt };

/** Those of a checkout in the statement that reads it, the oldest first. */
export const incidentRows: SQL<Incident[]> = jsonRows(
  { ...stored, acknowledgedAt: { value: acknowledged, like: updatedAt } },
  {
    rest: sql`from storefront.payment_incident where payment_incident.checkout_id = checkout.id`,
    orderBy: sql`payment_incident.opened_at, payment_incident.id`,
  },
);

/** Oldest first. */
export function readIncidents(reader: Reader, checkoutId: string): Promise<Incident[]> {
  return incidentsWhere(reader, eq(paymentIncidentTable.checkoutId, checkoutId));
}

/**
 * The incidents of a payment. Concurrency guarantee: the payment is locked until the transaction ends, so of
 * several concurrent answers of the provider about one payment each sees what the previous one has written.
 */
export async function lockIncidents(transaction: Transaction, paymentId: string): Promise<Incident[]> {
  const { id } = paymentTable;
  await transaction.db.select({ id }).from(paymentTable).where(eq(id, paymentId)).for('no key update');
  return incidentsWhere(transaction, eq(paymentIncidentTable.paymentId, paymentId));
}

async function incidentsWhere({ db }: Reader, which: SQL): Promise<Incident[]> {
  return db.select(columns).from(paymentIncidentTable).where(which).orderBy(openedAt, id);
}

export async function findIncident(reader: Reader, incident: string): Promise<Incident | null> {
  const [found] = await incidentsWhere(reader, eq(id, incident));
  return found ?? null;
}

export async function saveIncident(
  { db }: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId'>,
  { id, openedAt, ...seen }: SeenIncident,
  askedAt: Date,
): Promise<void> {
  const values = { ...seen, updatedAt: now, askedAt };
  await db
    .insert(paymentIncidentTable)
    .values({ ...values, id, openedAt, checkoutId: payment.checkoutId, paymentId: payment.id })
    .onConflictDoUpdate({ target: paymentIncidentTable.id, set: values });
}

/** Staff have given the money of a failed refund back in another way. */
export async function savePaidBack(
  { db }: Transaction,
  incident: string,
  paidBack: PaidBackWay,
): Promise<void> {
  await db.update(paymentIncidentTable).set({ paidBack, paidBackAt: now }).where(eq(id, incident));
}
