import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Reader, Transaction } from '../../database/database';
import { mailKinds, mailTable } from '../tables/mail-table';

type Row = typeof mailTable.$inferSelect;
export type MailKind = Row['kind'];
export type MailAttention = NonNullable<Row['attention']>;

const { id: mailId, checkoutId: ofCheckout, lookupId, waitingEntryId } = mailTable;
const { kind: ofKind, tries, dueAt, attention, recipient } = mailTable;
const now = sql`clock_timestamp()`;
const columns = {
  ...{ id: mailId, checkoutId: ofCheckout, lookupId, waitingEntryId, kind: ofKind, tries, recipient },
  /** Seconds since it was due for the first time. */
  age: sql<number>`extract(epoch from ${now} - ${mailTable.createdAt})::float8`,
  /** Seconds since the mail server refused it for the first time; null when it has not. */
  refusedFor: sql<number | null>`extract(epoch from ${now} - ${mailTable.refusedAt})::float8`,
};
export type StoredMail = Pick<
  Row,
  'id' | 'checkoutId' | 'lookupId' | 'waitingEntryId' | 'kind' | 'tries' | 'recipient'
> & {
  age: number;
  refusedFor: number | null;
};

export type WaitingMail = Extract<MailKind, `waiting_${string}`>;
/** About a checkout. */
type CheckoutMail = Exclude<MailKind, 'code' | 'confirmation_copy' | WaitingMail>;

const isAbout = (checkoutId: string, kind: MailKind) => and(eq(ofCheckout, checkoutId), eq(ofKind, kind));

/**
 * As if it had just been enqueued; with a new ID, because mailboxes drop an e-mail whose ID they know. The lease stays: a
 * worker that is sending the e-mail at this moment has not stored yet what it tells, so another one would tell it, too.
 * Then the next one waits until the lease ends (45 s).
 */
const anew = sql`
  id = gen_random_uuid(), created_at = clock_timestamp(), due_at = clock_timestamp(), sent_at = null,
  failure = null, tries = 0, refused_at = null, attention = null, attention_at = null`;

/**
 * Enqueues an e-mail, in the transaction that gives the reason for it. There is one e-mail of each kind for a
 * checkout; with `again` it is sent once more, for what can happen to a checkout more than once. Does nothing
 * for a checkout without a customer, and for a sale at the counter whose customer gave no address.
 */
export async function enqueueEmail(
  transaction: Transaction,
  mail: { checkoutId: string; kind: CheckoutMail; again?: boolean },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, checkout_id, kind, created_at, due_at)
        select ${newId()}::uuid, id, ${mail.kind}::text, clock_timestamp(), clock_timestamp()
        from storefront.checkout where id = ${mail.checkoutId} and customer is not null
          and (channel = 'web' or email is not null)
        on conflict (checkout_id, kind) ${mail.again === true ? sql`do update set ${anew}` : sql`do nothing`}`,
  );
}

/** Enqueues the confirmation for an address that staff typed. There is one such e-mail: the next one replaces it. */
export async function enqueueCopy(
  transaction: Transaction,
  { checkoutId, to }: { checkoutId: string; to: string },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, checkout_id, kind, recipient, created_at, due_at)
        values (${newId()}::uuid, ${checkoutId}::uuid, 'confirmation_copy', ${to}, clock_timestamp(), clock_timestamp())
        on conflict (checkout_id, kind) do update set recipient = excluded.recipient, ${anew}`,
  );
}

export async function requeueFailed(transaction: Transaction, checkoutId: string): Promise<MailKind[]> {
  const requeued = await transaction.write(
    z.object({ kind: z.enum(mailKinds) }),
    sql`update storefront.mail set ${anew}
        where checkout_id = ${checkoutId} and attention = 'email_failed' and due_at is null
        returning kind`,
  );
  return requeued.map(({ kind }) => kind);
}

export async function enqueueCode({ db }: Transaction, lookupId: string): Promise<void> {
  await db
    .insert(mailTable)
    .values({ id: newId(), lookupId, kind: 'code', createdAt: now, dueAt: now })
    .onConflictDoNothing({ target: mailTable.lookupId });
}

/** About a place on a waiting list. One of each kind; for a person who is notified again it is sent again. */
export async function enqueueWaitingMail(
  transaction: Transaction,
  entryId: string,
  kind: WaitingMail,
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.mail (id, waiting_entry_id, kind, created_at, due_at)
        values (${newId()}::uuid, ${entryId}::uuid, ${kind}, clock_timestamp(), clock_timestamp())
        on conflict (waiting_entry_id, kind) do update set ${anew}`,
  );
}

export async function findMail({ db }: Reader, id: string): Promise<StoredMail | null> {
  const [found] = await db.select(columns).from(mailTable).where(eq(mailId, id));
  return found ?? null;
}

/** Removes an e-mail from the queue: it was sent, or is not needed for a reason. */
export function finishMail(transaction: Transaction, id: string, failure: string | null): Promise<void> {
  const sentAt = failure === null ? now : null;
  return change(transaction, id, { ...unqueued, failure, attention: null, attentionAt: null, sentAt });
}

export async function isQueued({ db }: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  return (await db.$count(mailTable, and(isAbout(checkoutId, kind), isNotNull(dueAt)))) > 0;
}

/** Whether there is such an e-mail, sent or not. */
export async function isKnown({ db }: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  return (await db.$count(mailTable, isAbout(checkoutId, kind))) > 0;
}

/** Whether the mail server has accepted an e-mail, has not got it yet, or refused it permanently. */
export type Delivery = 'sent' | 'sending' | 'undelivered';

export async function confirmationDelivery({ db }: Reader, checkoutId: string): Promise<Delivery | null> {
  const { sentAt } = mailTable;
  const isConfirmation = isAbout(checkoutId, 'confirmation');
  const [found] = await db.select({ sentAt, dueAt }).from(mailTable).where(isConfirmation);
  if (found === undefined) return null;
  if (found.sentAt !== null) return 'sent';
  return found.dueAt === null ? 'undelivered' : 'sending';
}

/** Seconds since such an e-mail was enqueued for the last time; null when there is none. */
export async function secondsSince(
  { db }: Reader,
  checkoutId: string,
  kind: MailKind,
): Promise<number | null> {
  const [found] = await db.select({ age: columns.age }).from(mailTable).where(isAbout(checkoutId, kind));
  return found?.age ?? null;
}

/** Removes an e-mail about a checkout from the queue because another one contained the same. */
export async function dropMail({ db }: Transaction, checkoutId: string, kind: MailKind): Promise<void> {
  await db
    .update(mailTable)
    .set({ ...unqueued, failure: 'not needed' })
    .where(and(isAbout(checkoutId, kind), isNotNull(dueAt)));
}

/** Removes an undeliverable e-mail from the queue; `attention`: what staff have to look at, if anything. */
export function failMail(
  transaction: Transaction,
  id: string,
  failed: { failure: string; attention: MailAttention | null },
): Promise<void> {
  const attentionAt = failed.attention === null ? null : now;
  return change(transaction, id, { ...unqueued, ...failed, attentionAt });
}

export function showMail(transaction: Transaction, id: string, why: MailAttention): Promise<void> {
  return change(transaction, id, { attention: why, attentionAt: now });
}

export function saveRefused(transaction: Transaction, id: string): Promise<void> {
  return change(transaction, id, { refusedAt: sql`coalesce(${mailTable.refusedAt}, ${now})` });
}

const unqueued = { dueAt: null, leasedUntil: null, recipient: null };

async function change(
  { db }: Transaction,
  id: string,
  values: PgUpdateSetSource<typeof mailTable>,
): Promise<void> {
  await db.update(mailTable).set(values).where(eq(mailId, id));
}

/** Staff no longer have to look at the e-mails about a checkout. False when they did not have to. */
export async function acknowledgeMails({ db }: Transaction, checkoutId: string): Promise<boolean> {
  const changed = await db
    .update(mailTable)
    .set({ attention: null, attentionAt: null })
    .where(and(eq(ofCheckout, checkoutId), isNotNull(attention)))
    .returning({ mailId });
  return changed.length > 0;
}

/** An e-mail that staff have to look at. `failure`: why it was given up; null while it is still to be sent. */
export type MailProblem = Pick<Row, 'kind' | 'failure'> & { attention: MailAttention };

export async function readMailProblems({ db }: Reader, checkoutId: string): Promise<MailProblem[]> {
  return db
    .select({ kind: ofKind, attention: sql`${attention}`.mapWith(attention), failure: mailTable.failure })
    .from(mailTable)
    .where(and(eq(ofCheckout, checkoutId), isNotNull(attention)))
    .orderBy(mailTable.attentionAt, ofKind);
}
