import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../database/database';

/**
 * About a checkout: there is an order, its tickets are ready (where they came later), the money went back, nothing was
 * charged. `code`: about a search for orders.
 */
export const mailKinds = ['confirmation', 'tickets_ready', 'refund', 'not_charged', 'code'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailSchema = z.object({
  id: z.string(),
  /** What it is about: one of the two. */
  checkoutId: z.string().nullable(),
  lookupId: z.string().nullable(),
  kind: z.enum(mailKinds),
  tries: z.int(),
  /** Seconds since it was due for the first time. */
  age: z.number(),
});
export type StoredMail = z.infer<typeof mailSchema>;

/** Puts a letter in the outbox, in the transaction that gives the reason for it. One of a kind a checkout. */
export async function queueMail(
  transaction: Transaction,
  mail: { id: string; checkoutId: string; kind: Exclude<MailKind, 'code'> },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, checkout_id, kind, created_at, due_at)
        values (${mail.id}, ${mail.checkoutId}, ${mail.kind}, clock_timestamp(), clock_timestamp())
        on conflict (checkout_id, kind) do nothing`,
  );
}

/** Puts the letter with a code in the outbox; one a search. */
export async function queueCode(
  transaction: Transaction,
  mail: { id: string; lookupId: string },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, lookup_id, kind, created_at, due_at)
        values (${mail.id}, ${mail.lookupId}, 'code', clock_timestamp(), clock_timestamp())
        on conflict (lookup_id) do nothing`,
  );
}

export async function findMail(reader: Reader, id: string): Promise<StoredMail | null> {
  const [found] = await reader.rows(
    mailSchema,
    sql`select id, checkout_id as "checkoutId", lookup_id as "lookupId", kind, tries,
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

/** Whether a letter about a checkout is still to be sent. */
export async function isQueued(reader: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  const found = await reader.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.mail where checkout_id = ${checkoutId} and kind = ${kind} and due_at is not null`,
  );
  return found.length > 0;
}

/** Takes a letter about a checkout out of the queue because another one said the same. */
export async function dropMail(transaction: Transaction, checkoutId: string, kind: MailKind): Promise<void> {
  await transaction.run(
    sql`update storefront.mail set due_at = null, leased_until = null, failure = 'not needed'
        where checkout_id = ${checkoutId} and kind = ${kind} and due_at is not null`,
  );
}
