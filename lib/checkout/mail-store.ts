import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../database/database';

/**
 * About a checkout: there is an order, its tickets are ready (where they came later), the money went back, nothing was
 * charged, staff are looking into it, staff have settled it, a free order could not be made. `code`: about a search for
 * orders.
 */
export const mailKinds = [
  'confirmation',
  'tickets_ready',
  'refund',
  'not_charged',
  'staff_looking',
  'settled',
  'not_completed',
  'code',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Why staff have to look at an e-mail: it can't be delivered, or the documents that it tells of have not come. */
const mailAttentions = ['email_failed', 'documents_missing'] as const;
export type MailAttention = (typeof mailAttentions)[number];

export const mailSchema = z.object({
  id: z.string(),
  /** What it is about: one of the two. */
  checkoutId: z.string().nullable(),
  lookupId: z.string().nullable(),
  kind: z.enum(mailKinds),
  tries: z.int(),
  /** Seconds since it was due for the first time. */
  age: z.number(),
  /** Seconds since the mail server refused it for the first time; null when it has not. */
  refusedFor: z.number().nullable(),
});
export type StoredMail = z.infer<typeof mailSchema>;

/** As if it had just been put in the outbox. With a new name: mailboxes drop what comes under one that they know. */
const anew = sql`
  id = gen_random_uuid(), created_at = clock_timestamp(), due_at = clock_timestamp(), leased_until = null, sent_at = null,
  failure = null, tries = 0, refused_at = null, attention = null, attention_at = null`;

/**
 * Puts a letter in the outbox, in the transaction that gives the reason for it. One of a kind a checkout; with `again`
 * it is sent once more, for what can happen to a checkout more than once. Nothing for a checkout without a customer.
 */
export async function queueMail(
  transaction: Transaction,
  mail: { id: string; checkoutId: string; kind: Exclude<MailKind, 'code'>; again?: boolean },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, checkout_id, kind, created_at, due_at)
        select ${mail.id}::uuid, id, ${mail.kind}::text, clock_timestamp(), clock_timestamp()
        from storefront.checkout where id = ${mail.checkoutId} and customer is not null
        on conflict (checkout_id, kind) ${mail.again === true ? sql`do update set ${anew}` : sql`do nothing`}`,
  );
}

/** Puts the e-mails that could not be delivered in the outbox again. Resolves to their kinds. */
export async function requeueFailed(transaction: Transaction, checkoutId: string): Promise<MailKind[]> {
  const requeued = await transaction.write(
    mailSchema.pick({ kind: true }),
    sql`update storefront.mail set ${anew}
        where checkout_id = ${checkoutId} and attention = 'email_failed' and due_at is null
        returning kind`,
  );
  return requeued.map(({ kind }) => kind);
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
          extract(epoch from clock_timestamp() - created_at)::float8 as age,
          extract(epoch from clock_timestamp() - refused_at)::float8 as "refusedFor"
        from storefront.mail where id = ${id}`,
  );
  return found ?? null;
}

/** Takes a letter out of the queue: sent, or not needed for a reason. */
export async function finishMail(
  transaction: Transaction,
  id: string,
  failure: string | null,
): Promise<void> {
  await transaction.run(
    sql`update storefront.mail
        set due_at = null, leased_until = null, failure = ${failure}, attention = null, attention_at = null,
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

/** Whether there is a letter of that kind about a checkout, sent or not. */
export async function isKnown(reader: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  const found = await reader.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.mail where checkout_id = ${checkoutId} and kind = ${kind}`,
  );
  return found.length > 0;
}

export const deliveries = ['sent', 'sending', 'undelivered'] as const;
/** Whether the mail server has taken an e-mail, is still to be given it, or refused it for good. */
export type Delivery = (typeof deliveries)[number];

/** How the confirmation stands; null when there is none (any more). */
export async function confirmationDelivery(reader: Reader, checkoutId: string): Promise<Delivery | null> {
  const [found] = await reader.rows(
    z.object({ delivery: z.enum(deliveries) }),
    sql`select case when sent_at is not null then 'sent' when due_at is null then 'undelivered' else 'sending' end
          as delivery
        from storefront.mail where checkout_id = ${checkoutId} and kind = 'confirmation'`,
  );
  return found?.delivery ?? null;
}

/** Takes a letter about a checkout out of the queue because another one said the same. */
export async function dropMail(transaction: Transaction, checkoutId: string, kind: MailKind): Promise<void> {
  await transaction.run(
    sql`update storefront.mail set due_at = null, leased_until = null, failure = 'not needed'
        where checkout_id = ${checkoutId} and kind = ${kind} and due_at is not null`,
  );
}

/** Takes an e-mail out of the queue that can't be sent; `attention`: what staff have to look at, if anything. */
export async function failMail(
  transaction: Transaction,
  id: string,
  { failure, attention }: { failure: string; attention: MailAttention | null },
): Promise<void> {
  await transaction.run(
    sql`update storefront.mail
        set due_at = null, leased_until = null, failure = ${failure}, attention = ${attention}::text,
          attention_at = case when ${attention}::text is null then null else clock_timestamp() end
        where id = ${id}`,
  );
}

/** Staff have to look at an e-mail that is still to be sent. */
export async function showMail(
  transaction: Transaction,
  id: string,
  attention: MailAttention,
): Promise<void> {
  await transaction.run(
    sql`update storefront.mail set attention = ${attention}, attention_at = clock_timestamp() where id = ${id}`,
  );
}

/** The mail server did not take it: from now on, unless it had refused before. */
export async function saveRefused(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(
    sql`update storefront.mail set refused_at = coalesce(refused_at, clock_timestamp()) where id = ${id}`,
  );
}

/** Nobody has to look at the e-mails about a checkout any more. False when nobody had to. */
export async function acknowledgeMails(transaction: Transaction, checkoutId: string): Promise<boolean> {
  const changed = await transaction.run(
    sql`update storefront.mail set attention = null, attention_at = null
        where checkout_id = ${checkoutId} and attention is not null`,
  );
  return changed > 0;
}

export const mailProblemSchema = z.object({
  kind: z.enum(mailKinds),
  attention: z.enum(mailAttentions),
  /** Why it was given up; null when it is still to be sent. */
  failure: z.string().nullable(),
});
export type MailProblem = z.infer<typeof mailProblemSchema>;

/** The e-mails about a checkout that staff have to look at. */
export function readMailProblems(reader: Reader, checkoutId: string): Promise<MailProblem[]> {
  return reader.rows(
    mailProblemSchema,
    sql`select kind, attention, failure from storefront.mail
        where checkout_id = ${checkoutId} and attention is not null order by attention_at, kind`,
  );
}
