import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { amountSchema } from '../contract/values';
import { json, type Reader, type Transaction } from '../database/database';
import type { PaymentEvent } from '../payment/payment';

export const webhookSchema = z.object({
  id: z.string(),
  type: z.string(),
  sessionId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  paid: z.object({ amount: amountSchema, currency: z.string(), intent: z.string() }).nullable(),
  objectId: z.string().nullable(),
  intent: z.string().nullable(),
  tries: z.int(),
  /** Seconds since it came. */
  age: z.number(),
});
export type StoredWebhook = z.infer<typeof webhookSchema>;

/** Stores an authentic event. Race promise: the event's id is the key, so a repetition is stored once. */
export async function insertWebhook(
  transaction: Transaction,
  event: Pick<PaymentEvent, 'id' | 'type' | 'sessionId' | 'checkoutId'> &
    Partial<Pick<PaymentEvent, 'objectId' | 'intent' | 'paid'>>,
): Promise<boolean> {
  const { paid: proof = null } = event;
  const paid = proof === null ? sql`null` : json(proof);
  const inserted = await transaction.run(
    sql`insert into storefront.webhook
          (id, type, session_id, checkout_id, object_id, intent, paid, received_at, due_at)
        values (${event.id}, ${event.type}, ${event.sessionId}, ${event.checkoutId}, ${event.objectId ?? null},
          ${event.intent ?? null}, ${paid}, clock_timestamp(), clock_timestamp())
        on conflict (id) do nothing`,
  );
  return inserted === 1;
}

export async function findWebhook(reader: Reader, id: string): Promise<StoredWebhook | null> {
  const [found] = await reader.rows(
    webhookSchema,
    sql`select id, type, session_id as "sessionId", checkout_id as "checkoutId", object_id as "objectId", intent,
          paid, tries,
          extract(epoch from clock_timestamp() - received_at)::float8 as age
        from storefront.webhook where id = ${id}`,
  );
  return found ?? null;
}

export async function finishWebhook(transaction: Transaction, id: string, outcome: string): Promise<void> {
  await transaction.run(
    sql`update storefront.webhook
        set handled_at = clock_timestamp(), outcome = ${outcome}, due_at = null, leased_until = null
        where id = ${id}`,
  );
}
