import { and, eq, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import type { Payment } from '../rules/checkout';
import { paymentTable, timelineTable } from '../tables/checkout-table';
import type { PaidBackWay } from '../values/checkout-values';
import type { Incident, SeenIncident } from '../rules/incident';
import { paymentIncidentTable } from '../tables/incident-table';

const now = sql`clock_timestamp()`;
const { id, kind, status, amount, currency, openedAt, fundsWithdrawn, answerDueAt } = paymentIncidentTable;
const { checkoutId, paymentId, answered, updatedAt, askedAt, acknowledgedAt } = paymentIncidentTable;
const columns = {
  ...{ id, checkoutId, paymentId, kind, status, amount, currency, fundsWithdrawn, answerDueAt, answered },
  ...{ openedAt, updatedAt, askedAt, acknowledgedAt },
};

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

/** `reopened`: staff have to look at the incident again, even if they acknowledged it before. */
export async function saveIncident(
  { db }: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId'>,
  { id, openedAt, ...seen }: SeenIncident,
  { askedAt, reopened }: { askedAt: Date; reopened: boolean },
): Promise<void> {
  const values = { ...seen, updatedAt: now, askedAt };
  await db
    .insert(paymentIncidentTable)
    .values({ ...values, id, openedAt, checkoutId: payment.checkoutId, paymentId: payment.id, seenAt: now })
    .onConflictDoUpdate({
      target: paymentIncidentTable.id,
      set: { ...values, ...(reopened ? { seenAt: now, acknowledgedAt: null, acknowledgedBy: null } : {}) },
    });
}

/** What an incident asks of staff, by the name that the staff pages use. */
export const reasonOfIncident = sql`case kind when 'dispute' then 'dispute_' || status
  when 'refund_failed' then 'refund_undelivered' else kind end`;

/** `before`: it was acknowledged already. `changed`: it is not, or no longer, what staff saw. */
export type Acknowledged = { kind: 'acknowledged'; incident: Incident } | { kind: 'before' | 'changed' };

export interface Acknowledging {
  id: string;
  checkoutId: string;
  reason: string;
  staff: string;
  paidBack: PaidBackWay | null;
}

/**
 * Records that staff dealt with an incident. Concurrency guarantee: one conditional UPDATE, so of two
 * concurrent calls one is recorded, and only while the incident is what staff saw (`reason`): an open dispute
 * that is lost meanwhile stays listed.
 */
export async function acknowledge(
  { db }: Transaction,
  { id, checkoutId, reason, staff, paidBack }: Acknowledging,
): Promise<Acknowledged> {
  const { acknowledgedAt, status } = paymentIncidentTable;
  const isSeen = and(
    eq(paymentIncidentTable.id, id),
    eq(paymentIncidentTable.checkoutId, checkoutId),
    sql`${reasonOfIncident} = ${reason}`,
  );
  const replaced = paidBack === null ? {} : { paidBack, paidBackAt: now };
  const [incident] = await db
    .update(paymentIncidentTable)
    .set({ acknowledgedAt: now, acknowledgedBy: staff, ...replaced })
    .where(and(isSeen, isNull(acknowledgedAt), ne(status, 'settled')))
    .returning();
  if (incident !== undefined) return { kind: 'acknowledged', incident };
  const before = await db.$count(paymentIncidentTable, and(isSeen, isNotNull(acknowledgedAt)));
  return { kind: before > 0 ? 'before' : 'changed' };
}

/** Whether the checkout had no use for this payment: staff refund it, there is no order for it. */
export async function wasUnexpected(
  { db }: Reader,
  { id, checkoutId }: Pick<Payment, 'id' | 'checkoutId'>,
): Promise<boolean> {
  const { what, detail } = timelineTable;
  const entries = await db.$count(
    timelineTable,
    // Not a parameter, so that the partial index of these entries is used.
    sql`${eq(timelineTable.checkoutId, checkoutId)} and ${what} = 'payment_unexpected'
      and ${detail}->>'payment' = ${id}`,
  );
  return entries > 0;
}
