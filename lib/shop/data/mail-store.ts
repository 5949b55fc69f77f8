import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Reader, Transaction } from '../../database/database';
import { mailKinds, mailTable } from '../tables/mail-table';
import { insertJobs, jobRow } from './job-store';

type Row = typeof mailTable.$inferSelect;
export type MailKind = Row['kind'];
export type MailAttention = NonNullable<Row['attention']>;

const { id: mailId, checkoutId: ofCheckout, lookupId, waitingEntryId } = mailTable;
const { kind: ofKind, sending, attention, recipient } = mailTable;
const now = sql`clock_timestamp()`;
const columns = {
  ...{ id: mailId, sending, checkoutId: ofCheckout, lookupId, waitingEntryId, kind: ofKind, recipient },
  /** Seconds since it was due for the first time. */
  age: sql<number>`extract(epoch from ${now} - ${mailTable.createdAt})::float8`,
  /** Seconds since the mail server refused it for the first time; null when it has not. */
  refusedFor: sql<number | null>`extract(epoch from ${now} - ${mailTable.refusedAt})::float8`,
};
export type StoredMail = Pick<
  Row,
  'id' | 'sending' | 'checkoutId' | 'lookupId' | 'waitingEntryId' | 'kind' | 'recipient'
> & {
  age: number;
  refusedFor: number | null;
};

export type WaitingMail = Extract<MailKind, `waiting_${string}`>;
/** About a checkout. */
type CheckoutMail = Exclude<MailKind, 'code' | 'confirmation_copy' | WaitingMail>;

const isAbout = (checkoutId: string, kind: MailKind) => and(eq(ofCheckout, checkoutId), eq(ofKind, kind));

/** Neither sent nor given up. */
const isWaiting = sql`sent_at is null and failure is null`;

/**
 * As if it had just been enqueued; with another `sending`. A worker that is sending the e-mail at this moment keeps its job,
 * because it has not stored yet what it tells, and another one would tell it, too. The next one waits until the lease ends.
 */
const again = sql`
  sending = gen_random_uuid(), created_at = clock_timestamp(), sent_at = null,
  failure = null, refused_at = null, attention = null, attention_at = null`;

/** Stores e-mails and their jobs with one statement. `stored` returns their ids. */
const withJobs = (stored: SQL) =>
  sql`with stored as (${stored} returning id)
      ${insertJobs(sql`select ${jobRow('mail', sql`id::text`)} from stored`)}`;

/**
 * Enqueues an e-mail, in the transaction that gives the reason for it. There is one e-mail of each kind for a
 * checkout; with `again` it is sent once more, for what can happen to a checkout more than once. Does nothing
 * for a checkout without a customer, and for a sale at the counter whose customer gave no address.
 */
export async function enqueueEmail(
  transaction: Transaction,
  mail: { checkoutId: string; kind: CheckoutMail; again?: boolean },
): Promise<void> {
  const repeated = mail.again === true ? sql`do update set ${again}` : sql`do nothing`;
  await transaction.run(
    withJobs(sql`insert into storefront.mail (id, sending, checkout_id, kind, created_at)
        select ${newId()}::uuid, gen_random_uuid(), id, ${mail.kind}::text, clock_timestamp()
        from storefront.checkout where id = ${mail.checkoutId} and customer is not null
          and (channel = 'web' or email is not null)
        on conflict (checkout_id, kind) ${repeated}`),
  );
}

/** Enqueues the confirmation for an address that staff typed. There is one such e-mail: the next one replaces it. */
export async function enqueueCopy(
  transaction: Transaction,
  { checkoutId, to }: { checkoutId: string; to: string },
): Promise<void> {
  await transaction.run(
    withJobs(sql`insert into storefront.mail (id, sending, checkout_id, kind, recipient, created_at)
        values (${newId()}::uuid, gen_random_uuid(), ${checkoutId}::uuid, 'confirmation_copy', ${to}, clock_timestamp())
        on conflict (checkout_id, kind) do update set recipient = excluded.recipient, ${again}`),
  );
}

export async function requeueFailed(transaction: Transaction, checkoutId: string): Promise<MailKind[]> {
  const requeued = await transaction.write(
    z.object({ kind: z.enum(mailKinds) }),
    sql`with stored as (
          update storefront.mail set ${again}
          where checkout_id = ${checkoutId} and attention = 'email_failed' and failure is not null
          returning id, kind),
        due as (${insertJobs(sql`select ${jobRow('mail', sql`id::text`)} from stored`)})
        select kind from stored`,
  );
  return requeued.map(({ kind }) => kind);
}

/** For a search for orders, for which none was enqueued before. */
export async function enqueueCode(transaction: Transaction, lookupId: string): Promise<void> {
  await transaction.run(
    withJobs(sql`insert into storefront.mail (id, sending, lookup_id, kind, created_at)
        values (${newId()}::uuid, gen_random_uuid(), ${lookupId}::uuid, 'code', clock_timestamp())
        on conflict (lookup_id) do nothing`),
  );
}

/** About a place on a waiting list. One of each kind; for a person who is notified again it is sent again. */
export async function enqueueWaitingMail(
  transaction: Transaction,
  entryId: string,
  kind: WaitingMail,
): Promise<void> {
  await transaction.run(
    withJobs(sql`insert into storefront.mail (id, sending, waiting_entry_id, kind, created_at)
        values (${newId()}::uuid, gen_random_uuid(), ${entryId}::uuid, ${kind}, clock_timestamp())
        on conflict (waiting_entry_id, kind) do update set ${again}`),
  );
}

export async function findMail({ db }: Reader, id: string): Promise<StoredMail | null> {
  const [found] = await db.select(columns).from(mailTable).where(eq(mailId, id));
  return found ?? null;
}

/** An e-mail as a worker has read it: it changes nothing of one that was enqueued again meanwhile. */
type Seen = Pick<StoredMail, 'id' | 'sending'>;

/** Nothing is left to send: it was sent, or is not needed for a reason. */
export function finishMail(transaction: Transaction, seen: Seen, failure: string | null): Promise<void> {
  const sentAt = failure === null ? now : sql`null`;
  return end(
    transaction,
    sql`failure = ${failure}, attention = null, attention_at = null, sent_at = ${sentAt}`,
    isSeen(seen),
  );
}

const isSeen = ({ id, sending: seen }: Seen) => sql`id = ${id} and sending = ${seen}`;

async function end(transaction: Transaction, changes: SQL, which: SQL): Promise<void> {
  await transaction.run(
    sql`with ended as (update storefront.mail set recipient = null, ${changes} where ${which} returning id)
        delete from storefront.job using ended where subject = 'mail' and key = ended.id::text`,
  );
}

export async function isQueued({ db }: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  return (await db.$count(mailTable, and(isAbout(checkoutId, kind), isWaiting))) > 0;
}

/** Whether there is such an e-mail, sent or not. */
export async function isKnown({ db }: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  return (await db.$count(mailTable, isAbout(checkoutId, kind))) > 0;
}

/** Whether the mail server has accepted an e-mail, has not got it yet, or refused it permanently. */
export type Delivery = 'sent' | 'sending' | 'undelivered';

export async function confirmationDelivery({ db }: Reader, checkoutId: string): Promise<Delivery | null> {
  const { sentAt, failure } = mailTable;
  const isConfirmation = isAbout(checkoutId, 'confirmation');
  const [found] = await db.select({ sentAt, failure }).from(mailTable).where(isConfirmation);
  if (found === undefined) return null;
  if (found.sentAt !== null) return 'sent';
  return found.failure === null ? 'sending' : 'undelivered';
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
export function dropMail(transaction: Transaction, checkoutId: string, kind: MailKind): Promise<void> {
  const which = sql`checkout_id = ${checkoutId} and kind = ${kind} and ${isWaiting}`;
  return end(transaction, sql`failure = 'not needed'`, which);
}

/** Gives an undeliverable e-mail up; `attention`: what staff have to look at, if anything. */
export function failMail(
  transaction: Transaction,
  seen: Seen,
  { failure, attention: why }: { failure: string; attention: MailAttention | null },
): Promise<void> {
  const since = why === null ? sql`null` : now;
  return end(
    transaction,
    sql`failure = ${failure}, attention = ${why}, attention_at = ${since}`,
    isSeen(seen),
  );
}

export async function showMail(transaction: Transaction, seen: Seen, why: MailAttention): Promise<void> {
  await transaction.run(
    sql`update storefront.mail set attention = ${why}, attention_at = ${now} where ${isSeen(seen)}`,
  );
}

export async function saveRefused(transaction: Transaction, seen: Seen): Promise<void> {
  await transaction.run(
    sql`update storefront.mail set refused_at = coalesce(refused_at, ${now}) where ${isSeen(seen)}`,
  );
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
