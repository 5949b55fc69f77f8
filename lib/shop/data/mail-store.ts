import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Reader, Single, Transaction } from '../../database/database';
import { boundRows } from '../../database/bound-rows';
import { together } from '../../database/together';
import { mailKinds, mailTable } from '../tables/mail-table';
import { type MailTask, mailTasks } from '../tables/task-table';
import { markInformed } from './cancellation-store';
import { enqueuedGiftChange } from './gift-mail-store';
import { insertJobs, jobRow } from './job-store';
import { reminders } from './reminder-mail';
import { closing, openTask } from './task-store';
import { insertEntry } from './timeline-store';

type Row = typeof mailTable.$inferSelect;
export type MailKind = Row['kind'];

const { id: mailId, checkoutId: ofCheckout, lookupId, waitingEntryId, messageId } = mailTable;
const { kind: ofKind, sending, recipient, testLanguage, staffAccountId } = mailTable;
const now = sql`clock_timestamp()`;
const columns = {
  id: mailId,
  sending,
  /** Also of a message that staff write to everyone of a visit. */
  checkoutId: sql<string | null>`coalesce(${ofCheckout}, ${mailTable.messageCheckoutId})`,
  lookupId,
  waitingEntryId,
  messageId,
  staffAccountId,
  testLanguage,
  kind: ofKind,
  recipient,
  /** Seconds since it was due for the first time. */
  age: sql<number>`extract(epoch from ${now} - ${mailTable.createdAt})::float8`,
  /** Seconds since the mail server refused it for the first time; null when it has not. */
  refusedFor: sql<number | null>`extract(epoch from ${now} - ${mailTable.refusedAt})::float8`,
};
export type StoredMail = Pick<
  Row,
  | 'id'
  | 'sending'
  | 'checkoutId'
  | 'lookupId'
  | 'waitingEntryId'
  | 'messageId'
  | 'staffAccountId'
  | 'testLanguage'
  | 'kind'
  | 'recipient'
> & {
  age: number;
  refusedFor: number | null;
};

export type WaitingMail = Extract<MailKind, `waiting_${string}`>;
/** About a checkout, for its customer. */
type CheckoutMail = Exclude<
  MailKind,
  'code' | 'confirmation_copy' | 'staff_invitation' | `gift${string}` | `message${string}` | WaitingMail
>;

const isAbout = (checkoutId: string, kind: MailKind) => and(eq(ofCheckout, checkoutId), eq(ofKind, kind));

/** Neither sent nor given up. */
const isWaiting = sql`sent_at is null and failure is null`;

/**
 * As if it had just been enqueued; with another `sending`. A worker that is sending the e-mail at this moment keeps its job,
 * because it has not stored yet what it tells, and another one would tell it, too. The next one waits until the lease ends.
 */
const asNew = sql`
  sending = gen_random_uuid(), created_at = clock_timestamp(), sent_at = null,
  failure = null, refused_at = null`;

/** The condition that the customer of a checkout can be written to: who bought at the counter may have given no address. */
export const canBeMailed = sql`(customer is not null and (channel = 'web' or checkout.email is not null))`;

/** The parts of a statement that stores e-mails with their jobs. */
export const partsWithJobs = (stored: SQL, job: 'mail' | 'bulk_mail' = 'mail'): SQL[] => [
  sql`mailed as (${stored} returning id, kind)`,
  sql`mail_tasks as (${closing(sql`select id::text from mailed`, mailTasks)})`,
  sql`mail_jobs as (${insertJobs(sql`select ${jobRow(job, sql`id::text`)} from mailed`)})`,
];

const withJobs = (stored: SQL): SQL => together(partsWithJobs(stored));

/**
 * The parts of a statement that enqueue e-mails about each checkout whose id `of` selects. There is one e-mail of each kind
 * for a checkout; with `again` it is sent once more, for what can happen to a checkout more than once. They do nothing for a
 * checkout without a customer, and for a sale at the counter whose customer gave no address.
 */
export function enqueuedEmails(of: SQL, kinds: readonly CheckoutMail[], again = false): SQL[] {
  const repeated = again ? sql`do update set ${asNew}` : sql`do nothing`;
  const mails = boundRows(
    kinds.map((kind) => ({ id: newId(), kind })),
    'one (id uuid, kind text)',
  );
  return partsWithJobs(sql`insert into storefront.mail (id, sending, checkout_id, kind, created_at)
        select one.id, gen_random_uuid(), checkout.id, one.kind, clock_timestamp()
        from storefront.checkout, ${mails}
        where checkout.id in (${of}) and ${canBeMailed}
        on conflict (checkout_id, kind) ${repeated}`);
}

/**
 * Enqueues one, in the transaction that gives the reason for it. `tellsGift`: also one for the person to whom the booking
 * was given, if they have got it.
 */
export async function enqueueEmail(
  transaction: Transaction,
  {
    checkoutId,
    kind,
    again,
    tellsGift = false,
  }: { checkoutId: string; kind: CheckoutMail; again?: boolean; tellsGift?: boolean },
): Promise<void> {
  const of = sql`${checkoutId}::uuid`;
  const mails = [...enqueuedEmails(of, [kind], again), ...(tellsGift ? enqueuedGiftChange(of) : [])];
  await transaction.run(together(mails));
}

/** Enqueues the confirmation for an address that staff typed. There is one such e-mail: the next one replaces it. */
export async function enqueueCopy(
  transaction: Transaction,
  { checkoutId, to }: { checkoutId: string; to: string },
): Promise<void> {
  await transaction.run(
    withJobs(sql`insert into storefront.mail (id, sending, checkout_id, kind, recipient, created_at)
        values (${newId()}::uuid, gen_random_uuid(), ${checkoutId}::uuid, 'confirmation_copy', ${to}, clock_timestamp())
        on conflict (checkout_id, kind) do update set recipient = excluded.recipient, ${asNew}`),
  );
}

/** Sends what was given up again; not what went to the person to whom a booking is given, whose address is another. */
export async function requeueFailed(transaction: Transaction, checkoutId: string): Promise<MailKind[]> {
  const requeued = await transaction.write(
    z.object({ kind: z.enum(mailKinds) }),
    sql`${together(
      partsWithJobs(sql`update storefront.mail set ${asNew}
          where (checkout_id = ${checkoutId} or message_checkout_id = ${checkoutId})
            and kind not in ('gift', 'gift_change') and failure is not null and id::text in (
            select key from storefront.task where kind = 'email_failed' and closed_at is null)`),
    )} kind from mailed`,
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
        on conflict (waiting_entry_id, kind) do update set ${asNew}`),
  );
}

export async function findMail({ db }: Reader, id: string): Promise<StoredMail | null> {
  const [found] = await db.select(columns).from(mailTable).where(eq(mailId, id));
  return found ?? null;
}

/** An e-mail as a worker has read it: it changes nothing of one that was enqueued again meanwhile. */
type Seen = Pick<StoredMail, 'id' | 'sending'>;

/** When an e-mail of this kind was sent for the last time; null: never. */
const lastSent = sql`(select max(at) from storefront.timeline where timeline.checkout_id = mail.checkout_id
  and what = 'mail_sent' and detail->>'kind' = mail.kind)`;

/** Nothing is left to send: it is not needed. What was sent before, and was only to be sent once more, stays known as sent. */
export function endNeedless(single: Single, seen: Seen): Promise<void> {
  return end(
    single,
    seen,
    sql`sent_at = ${lastSent}, failure = case when ${lastSent} is null then 'not needed' end`,
  );
}

/**
 * An e-mail was sent. `makesNeedless`: another one about its checkout that contains no more than this one, and is not sent
 * any more. `cancellationIds`: what it tells of. `remindAt`: when the customer is reminded of the visit, once. `tells`: as `toldOfGift` returns it.
 * `subject`: of a message that staff have written. One statement, with the timeline entry of a checkout.
 */
export async function finishSent(
  single: Single,
  seen: StoredMail,
  {
    makesNeedless,
    cancellationIds,
    remindAt,
    tells,
    subject,
  }: { makesNeedless: MailKind | null; remindAt: Date | null; subject: string | null } & Record<
    'cancellationIds' | 'tells',
    readonly string[]
  >,
): Promise<void> {
  const isNeedless = sql`checkout_id = ${seen.checkoutId}::uuid and kind = ${makesNeedless}::text and ${isWaiting}`;
  const told = cancellationIds.length === 0 ? [] : [sql`told as (${markInformed(cancellationIds)})`];
  const about = {
    kind: seen.kind,
    ...(tells.length === 0 ? {} : { tells }),
    ...(subject === null ? {} : { subject }),
  };
  await end(
    single,
    seen,
    sql`failure = case when id = ${seen.id} then null else 'not needed' end,
        sent_at = case when id = ${seen.id} then ${now} end`,
    makesNeedless === null ? isSeen(seen) : sql`(${isSeen(seen)} or ${isNeedless})`,
    seen.checkoutId === null
      ? []
      : [
          sql`noted as (${insertEntry(seen.checkoutId, 'mail_sent', about)})`,
          ...told,
          ...(remindAt === null ? [] : reminders(seen.checkoutId, remindAt)),
        ],
  );
}

const isSeen = ({ id, sending: seen }: Seen) => sql`id = ${id} and sending = ${seen}`;

/** One that was enqueued again meanwhile is let go: it is due. */
async function end(
  single: Single,
  seen: Seen,
  changes: SQL,
  which = isSeen(seen),
  beside: readonly SQL[] = [],
): Promise<void> {
  await single.run(
    together([
      sql`ended as (update storefront.mail set recipient = null, ${changes} where ${which} returning id)`,
      sql`kept as (update storefront.job set leased_until = null where subject = 'mail' and key = ${seen.id}
          and not exists (select from ended where ended.id = ${seen.id}))`,
      sql`closed as (${closing(sql`select id::text from ended`, mailTasks)})`,
      sql`undone as (delete from storefront.job using ended where subject = 'mail' and key = ended.id::text)`,
      ...beside,
    ]),
  );
}

export async function isQueued({ db }: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  return (await db.$count(mailTable, and(isAbout(checkoutId, kind), isWaiting))) > 0;
}

/** Whether there is such an e-mail, sent or not. */
export async function isKnown({ db }: Reader, checkoutId: string, kind: MailKind): Promise<boolean> {
  return (await db.$count(mailTable, isAbout(checkoutId, kind))) > 0;
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

/** Gives an undeliverable e-mail up; `task`: what staff have to look at, if anything. */
export async function failMail(
  transaction: Transaction,
  seen: StoredMail,
  { failure, task }: { failure: string; task: MailTask | null },
): Promise<void> {
  await end(transaction, seen, sql`failure = ${failure}`);
  if (task !== null) await showMail(transaction, seen, task);
}

/** Staff have to look at an e-mail about a checkout. */
export async function showMail(transaction: Transaction, seen: StoredMail, kind: MailTask): Promise<void> {
  const { id: key, checkoutId } = seen;
  const isSame = (await transaction.db.$count(mailTable, isSeen(seen))) > 0;
  if (checkoutId !== null && isSame) await openTask(transaction, { kind, key, checkoutId, reason: kind });
}

export async function saveRefused(single: Single, seen: Seen): Promise<void> {
  await single.run(
    sql`update storefront.mail set refused_at = coalesce(refused_at, ${now}) where ${isSeen(seen)}`,
  );
}
