import { and, asc, eq, getTableColumns, isNotNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, json, type Reader, type Transaction } from '../../database/database';
import { type WaitingEntry, mostJoinedADay } from '../rules/waiting-entry';
import { waitingEntryTable, waitingListTable } from '../tables/list-table';
import { insertJobs, jobRow } from './job-store';

const columns = getTableColumns(waitingEntryTable);
const { id: entryId, listId, state, requestKey, quantity, queuedAt } = waitingEntryTable;
const idRow = z.object({ id: z.string() });

export type WaitingList = Pick<typeof waitingListTable.$inferSelect, 'id' | 'catalogId' | 'offerId'>;

export async function findList({ db }: Reader, id: string): Promise<WaitingList | null> {
  const { id: ofList, catalogId, offerId } = waitingListTable;
  const [found] = await db
    .select({ id: ofList, catalogId, offerId })
    .from(waitingListTable)
    .where(eq(ofList, id));
  return found ?? null;
}

export async function findEntry({ db }: Reader, id: string): Promise<WaitingEntry | null> {
  const [found] = await db.select(columns).from(waitingEntryTable).where(eq(entryId, id));
  return found ?? null;
}

/** The row, locked until the transaction ends. Entries are locked before checkouts. */
export async function lockEntry({ db }: Transaction, id: string): Promise<WaitingEntry | null> {
  const [found] = await db.select(columns).from(waitingEntryTable).where(eq(entryId, id)).for('update');
  return found ?? null;
}

export type NewEntry = Pick<
  WaitingEntry,
  'id' | 'email' | 'language' | 'quantity' | 'ticketSessions' | 'choice' | 'productName' | 'day' | 'details'
> &
  Pick<WaitingEntry, 'timezone' | 'endsAt'> & { catalogId: string; offerId: string };

/**
 * Adds somebody to the list of an offer. False if the address waits for the same already, or has joined as many lists as
 * it may in a day. Concurrency guarantee: the joins of one address run one after another.
 */
export async function insertEntry(transaction: Transaction, entry: NewEntry): Promise<boolean> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${entry.email}, 0))`);
  const [recent] = await transaction.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from storefront.waiting_entry
        where email = ${entry.email} and created_at > statement_timestamp() - interval '1 day'`,
  );
  if ((recent?.count ?? 0) >= mostJoinedADay) return false;
  const list = await dueList(transaction, entry);
  const made = await transaction.write(
    idRow,
    sql`insert into storefront.waiting_entry (id, list_id, state, email, language, quantity, ticket_sessions, choice,
            product_name, day, details, timezone, created_at, queued_at, ends_at)
          values (${entry.id}, ${list}, 'waiting', ${entry.email}, ${entry.language}, ${entry.quantity}::int,
            ${json(entry.ticketSessions)}, ${entry.choice}, ${entry.productName}, ${entry.day}, ${json(entry.details)},
            ${entry.timezone}::text, clock_timestamp(), clock_timestamp(), ${entry.endsAt.toISOString()}::timestamptz)
          on conflict (list_id, email, choice) where state in ('waiting', 'notified') do nothing returning id`,
  );
  return made.length === 1;
}

/** The identifier of an offer's list, which is due now. Its row stays locked until the transaction ends. */
async function dueList(
  transaction: Transaction,
  { catalogId, offerId }: Pick<WaitingList, 'catalogId' | 'offerId'>,
): Promise<string> {
  const [list] = await transaction.write(
    idRow,
    sql`with list as (
            insert into storefront.waiting_list (id, catalog_id, offer_id)
            values (gen_random_uuid(), ${catalogId}, ${offerId})
            on conflict (catalog_id, offer_id) do update set offer_id = excluded.offer_id returning id),
          due as (${insertJobs(sql`select ${jobRow('waiting_list', sql`id::text`)} from list`)})
        select id::text from list`,
  );
  if (list === undefined) throw new Error('a waiting list could not be stored');
  return list.id;
}

/** Puts somebody whose time is over at the end of the line. False if the address waits for the same already. */
export async function queueAgain(transaction: Transaction, entry: WaitingEntry): Promise<boolean> {
  const list = await findList(transaction, entry.listId);
  if (list === null) return false;
  await dueList(transaction, list);
  const moved = await transaction.run(
    sql`update storefront.waiting_entry set state = 'waiting', queued_at = clock_timestamp(), request_key = null,
            requested_at = null, checkout_id = null
          where id = ${entry.id} and state = 'lapsed' and ends_at > clock_timestamp() and not exists (
            select 1 from storefront.waiting_entry as other
            where other.list_id = ${entry.listId} and other.email = ${entry.email}
              and other.choice = ${entry.choice} and other.state in ('waiting', 'notified'))`,
  );
  return moved === 1;
}

export async function saveState(
  { db }: Transaction,
  id: string,
  changes: Partial<Pick<WaitingEntry, 'state' | 'checkoutId'>>,
): Promise<void> {
  await db.update(waitingEntryTable).set(changes).where(eq(entryId, id));
}

/**
 * Ends what is over. What was held for somebody has ended: who had got the e-mail has had the chance, or has an address
 * that gets none; everybody else keeps the place in the line.
 */
export async function endOver(transaction: Transaction, list: string): Promise<void> {
  await transaction.run(
    sql`update storefront.waiting_entry as entry
        set state = case when exists (select 1 from storefront.mail
              where mail.waiting_entry_id = entry.id and mail.kind = 'waiting_free' and (mail.sent_at is not null
                or mail.failure <> 'not needed'))
            then 'lapsed' else 'waiting' end,
          request_key = null, requested_at = null
        where list_id = ${list} and state = 'notified' and not exists (
          select 1 from storefront.checkout where checkout.id = entry.checkout_id
            and checkout.state = 'held' and checkout.expires_at > statement_timestamp())`,
  );
  await transaction.run(
    sql`update storefront.waiting_entry set state = 'over'
        where list_id = ${list} and state = 'waiting' and ends_at <= statement_timestamp()`,
  );
}

/** Whose last request for tickets had no answer: they may be held, so they are requested again. */
export function readUnanswered({ db }: Reader, list: string): Promise<WaitingEntry[]> {
  return db
    .select(columns)
    .from(waitingEntryTable)
    .where(and(eq(listId, list), eq(state, 'waiting'), isNotNull(requestKey)))
    .orderBy(asc(queuedAt), asc(entryId));
}

/** The most entries that are looked at in one round. */
const mostOfRound = 500;

/** Who waits for no more than `most` tickets (null: any number), in the order of the line. */
export function readWaiting({ db }: Reader, list: string, most: number | null): Promise<WaitingEntry[]> {
  return db
    .select(columns)
    .from(waitingEntryTable)
    .where(
      and(eq(listId, list), eq(state, 'waiting'), or(sql`${most}::int is null`, lte(quantity, most ?? 0))),
    )
    .orderBy(asc(queuedAt), asc(entryId))
    .limit(mostOfRound);
}

/** For how long a request without an answer is repeated under its key. */
const repeatMinutes = 5;

const requestSchema = z.object({ key: z.string(), at: z.date() });

/**
 * The key under which an entry's tickets are requested, and when that began. It is stored before the request: when a
 * process ends between the request and its result, the next one gets the same reservation. Null if the person does not
 * wait any more.
 */
export async function beginRequest(
  database: Database,
  id: string,
): Promise<z.output<typeof requestSchema> | null> {
  const isNew = sql`(request_key is null or requested_at < clock_timestamp() - make_interval(mins => ${repeatMinutes}))`;
  const [begun] = await database.single.write(
    requestSchema,
    sql`update storefront.waiting_entry
        set request_key = case when ${isNew} then gen_random_uuid() else request_key end,
          requested_at = case when ${isNew} then clock_timestamp() else requested_at end
        where id = ${id} and state = 'waiting' and ends_at > clock_timestamp()
        returning request_key as key, requested_at as at`,
  );
  return begun ?? null;
}

/** Nothing is held under this key. */
export async function endRequest(database: Database, id: string, key: string): Promise<void> {
  await database.single.run(
    sql`update storefront.waiting_entry set request_key = null, requested_at = null
        where id = ${id} and request_key = ${key}::uuid and state = 'waiting'`,
  );
}

/** A list is read every so many seconds, and all lists together at most twice a second. */
const everySeconds = 15;
const secondsForEach = 0.5;

/**
 * When a list is read next: never, if nobody waits. Concurrency guarantee: the row is locked before the entries are
 * looked for, and whoever joins locks it too.
 */
export async function nextRound(database: Database, list: string, at: 'now' | 'later'): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(sql`select 1 from storefront.waiting_list where id = ${list} for update`);
    const pause = sql`make_interval(secs => greatest(${everySeconds}::float8, ${secondsForEach}::float8
      * (select count(*) from storefront.job where kind = 'waiting_list')))`;
    const isWaitedFor = sql`exists (select 1 from storefront.waiting_entry
      where list_id = ${list} and state in ('waiting', 'notified'))`;
    await transaction.run(
      sql`with ended as (
            delete from storefront.job where subject = 'waiting_list' and key = ${list} and not ${isWaitedFor})
          update storefront.job set leased_until = null,
            due_at = clock_timestamp() + case when ${at}::text = 'now' then interval '0' else ${pause} end
          where subject = 'waiting_list' and key = ${list} and ${isWaitedFor}`,
    );
  });
}
