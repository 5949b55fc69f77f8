import { eq, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import type { PaymentEvent } from '../../payment/payment';
import { webhookTable } from '../tables/checkout-table';

const { id, type, sessionId, checkoutId, paid, objectId, intent, tries, receivedAt } = webhookTable;
const stored = { id, type, sessionId, checkoutId, paid, objectId, intent, tries };
const now = sql`clock_timestamp()`;
/** `age`: seconds since it was received. */
const columns = { ...stored, age: sql<number>`extract(epoch from ${now} - ${receivedAt})::float8` };
export type StoredWebhook = Pick<typeof webhookTable.$inferSelect, keyof typeof stored> & { age: number };

/** Concurrency guarantee: the event's ID is the primary key, so a repetition is stored once. */
export async function insertWebhook(
  { db }: Transaction,
  event: Pick<PaymentEvent, 'id' | 'type' | 'sessionId' | 'checkoutId'> &
    Partial<Pick<PaymentEvent, 'objectId' | 'intent' | 'paid'>>,
): Promise<boolean> {
  const inserted = await db
    .insert(webhookTable)
    .values({ ...event, receivedAt: now, dueAt: now })
    .onConflictDoNothing({ target: webhookTable.id })
    .returning({ id });
  return inserted.length === 1;
}

export async function findWebhook({ db }: Reader, id: string): Promise<StoredWebhook | null> {
  const [found] = await db.select(columns).from(webhookTable).where(eq(webhookTable.id, id));
  return found ?? null;
}

export async function finishWebhook({ db }: Transaction, id: string, outcome: string): Promise<void> {
  await db
    .update(webhookTable)
    .set({ handledAt: now, outcome, dueAt: null, leasedUntil: null })
    .where(eq(webhookTable.id, id));
}
