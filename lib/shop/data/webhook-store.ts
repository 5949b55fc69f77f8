import { eq, sql, type SQL } from 'drizzle-orm';
import { json, type Reader, type Single } from '../../database/database';
import { together } from '../../database/together';
import type { PaymentEvent } from '../../payment/payment';
import type { Payment } from '../rules/checkout';
import { webhookTable } from '../tables/checkout-table';
import { endOf, insertJobs, jobRow } from './job-store';
import { paymentOfWebhook } from './payment-store';

const { id, type, sessionId, checkoutId, paid, objectId, intent, receivedAt } = webhookTable;
const stored = { id, type, sessionId, checkoutId, paid, objectId, intent };
const now = sql`clock_timestamp()`;
/** `age`: seconds since it was received. */
const columns = { ...stored, age: sql<number>`extract(epoch from ${now} - ${receivedAt})::float8` };
export type StoredWebhook = Pick<typeof webhookTable.$inferSelect, keyof typeof stored> & { age: number };

/** With the payment that it is about; null: it is about none, or none of ours. */
export type ReadWebhook = StoredWebhook & { payment: Payment | null };

/** Concurrency guarantee: the event's ID is the primary key, so a repetition is stored once. */
export async function insertWebhook(
  single: Single,
  event: Pick<PaymentEvent, 'id' | 'type' | 'sessionId' | 'checkoutId'> &
    Partial<Pick<PaymentEvent, 'objectId' | 'intent' | 'paid'>>,
): Promise<boolean> {
  const { paid = null, objectId: object = null, intent: ofPayment = null } = event;
  const kind =
    paid !== null ? 'paid_webhook' : event.sessionId !== null ? 'page_webhook' : 'incident_webhook';
  const stored = await single.run(
    sql`with stored as (
          insert into storefront.webhook (id, type, session_id, checkout_id, paid, object_id, intent, received_at)
          values (${event.id}, ${event.type}, ${event.sessionId}, ${event.checkoutId},
            ${paid === null ? null : json(paid)}, ${object}, ${ofPayment}, ${now})
          on conflict (id) do nothing returning id)
        ${insertJobs(sql`select ${jobRow(kind, sql`id`)} from stored`)}`,
  );
  return stored === 1;
}

export async function findWebhook({ db }: Reader, id: string): Promise<ReadWebhook | null> {
  const [found] = await db
    .select({ ...columns, payments: paymentOfWebhook })
    .from(webhookTable)
    .where(eq(webhookTable.id, id));
  if (found === undefined) return null;
  const { payments, ...webhook } = found;
  return { ...webhook, payment: payments[0] ?? null };
}

/** The parts of a statement that end the work on a webhook. */
export const finished = (id: string, outcome: string): SQL[] => [
  sql`handled as (update storefront.webhook set handled_at = ${now}, outcome = ${outcome} where id = ${id})`,
  sql`webhook_job as (${endOf('webhook', id)})`,
];

export async function finishWebhook(single: Single, id: string, outcome: string): Promise<void> {
  await single.run(together(finished(id, outcome)));
}
