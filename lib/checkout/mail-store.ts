import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../database/database';

export const mailKinds = ['confirmation', 'refund'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailSchema = z.object({
  id: z.string(),
  checkoutId: z.string(),
  kind: z.enum(mailKinds),
  tries: z.int(),
  /** Seconds since it was due for the first time. */
  age: z.number(),
});
export type StoredMail = z.infer<typeof mailSchema>;

/** Puts a letter in the outbox, in the transaction that gives the reason for it. One of a kind a checkout. */
export async function queueMail(
  transaction: Transaction,
  mail: { id: string; checkoutId: string; kind: MailKind },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, checkout_id, kind, created_at, due_at)
        values (${mail.id}, ${mail.checkoutId}, ${mail.kind}, clock_timestamp(), clock_timestamp())
        on conflict (checkout_id, kind) do nothing`,
  );
}

export async function findMail(reader: Reader, id: string): Promise<StoredMail | null> {
  const [found] = await reader.rows(
    mailSchema,
    sql`select id, checkout_id as "checkoutId", kind, tries,
          extract(epoch from clock_timestamp() - created_at)::float8 as age
        from storefront.mail where id = ${id}`,
  );
  return found ?? null;
}

/** Takes a letter out of the queue: sent, or given up for a reason. */
export async function finishMail(
  transaction: Transaction,
  id: string,
  failure: string | null,
): Promise<void> {
  await transaction.run(
    sql`update storefront.mail
        set due_at = null, leased_until = null, failure = ${failure},
          sent_at = case when ${failure}::text is null then clock_timestamp() end
        where id = ${id}`,
  );
}
