import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Customer } from '../../contract/customer';
import { type Database, json, type Reader, type Single, type Transaction } from '../../database/database';
import type { Checkout } from '../rules/checkout';
import { mayRead } from './access-store';
import { checkoutTable } from '../tables/checkout-table';
import { settledAs } from '../tables/task-table';
import type { Entries } from '../values/checkout-values';
import { openTask } from './task-store';
import { note } from './timeline-store';

const { id: checkoutId, state, version, expiresAt, enteredAt } = checkoutTable;

const now = sql`clock_timestamp()`;
const seconds = (interval: SQL) => sql<number>`greatest(0, floor(extract(epoch from ${interval})))::int`;
/** A checkout, with ages by the database's clock. */
export const checkoutColumns = {
  ...getTableColumns(checkoutTable),
  holdAlive: sql<boolean>`${expiresAt} > ${now}`,
  secondsLeft: seconds(sql`${expiresAt} - ${now}`),
  secondsOver: seconds(sql`${now} - ${expiresAt}`),
  secondsInState: seconds(sql`${now} - ${enteredAt}`),
  settledAs,
};

/** Also null for a string that is not a valid identifier, because it comes from a URL. */
export async function findCheckout({ db }: Reader, id: string): Promise<Checkout | null> {
  if (!z.guid().safeParse(id).success) return null;
  const [found] = await db.select(checkoutColumns).from(checkoutTable).where(eq(checkoutId, id));
  return found ?? null;
}

/** The row, locked until the transaction ends: for changes that depend on other rows, too. */
export async function lockCheckout(transaction: Transaction, id: string): Promise<Checkout | null> {
  const { db } = transaction;
  const [found] = await db
    .select(checkoutColumns)
    .from(checkoutTable)
    .where(eq(checkoutId, id))
    .for('update');
  // While it waited for the lock, staff may have settled it, which another row says.
  return found?.state === 'attention' ? findCheckout(transaction, id) : (found ?? null);
}

export async function saveInvoiceDetails(
  { db }: Single,
  id: string,
  invoice: Checkout['invoice'],
): Promise<void> {
  await db.update(checkoutTable).set({ invoice }).where(eq(checkoutId, id));
}

/** Stores to whom a booking is given. */
export async function saveGift({ db }: Transaction, id: string, gift: Checkout['gift']): Promise<void> {
  await db.update(checkoutTable).set({ gift }).where(eq(checkoutId, id));
}

export async function saveEntries({ db }: Single, id: string, entries: Entries): Promise<void> {
  await db.update(checkoutTable).set({ entries, anonymisedAt: null }).where(eq(checkoutId, id));
}

/** Stores what a customer typed. False: the browser with the token may not see the checkout, and nothing was stored. */
export async function saveOwnEntries(
  { db }: Single,
  id: string,
  entries: Entries,
  tokenHash: string,
): Promise<boolean> {
  const saved = await db
    .update(checkoutTable)
    .set({ entries, anonymisedAt: null })
    .where(and(eq(checkoutId, id), mayRead(tokenHash)))
    .returning({ checkoutId });
  return saved.length === 1;
}

/** Stores the code that is to be applied; empty: none any more. */
export async function saveVoucher({ db }: Transaction, id: string, voucher: string | null): Promise<void> {
  await db.update(checkoutTable).set({ voucher }).where(eq(checkoutId, id));
}

/** Stores which hold is replaced by what is held next; null: none. */
export async function saveReplacing({ db }: Single, id: string, replacing: string | null): Promise<void> {
  await db.update(checkoutTable).set({ replacing }).where(eq(checkoutId, id));
}

/** The columns of a checkout with its customer. */
export function customerValues(
  customer: Customer & Pick<Checkout, 'language'>,
  {
    entries,
    invoice = null,
    gift = null,
    answers = null,
    isReached = true,
  }: Partial<Pick<Checkout, 'entries' | 'invoice' | 'gift' | 'answers'>> & {
    /** False: the address is that of the shop, so nothing is mailed to it and no one is found by it. */
    isReached?: boolean;
  } = {},
) {
  const { email, language } = customer;
  const found = isReached ? email.toLowerCase() : null;
  return { entries, customer, invoice, gift, answers, language, anonymisedAt: null, email: found };
}

/** Stores the customer, only while no order was placed for another customer. */
export async function saveCustomer(
  { db }: Transaction,
  id: string,
  ...of: Parameters<typeof customerValues>
): Promise<void> {
  await db
    .update(checkoutTable)
    .set(customerValues(...of))
    .where(and(eq(checkoutId, id), inArray(state, ['held', 'paying'])));
}

/** Corrects the address at which the customer is written to and found. */
export async function saveEmail({ db }: Transaction, id: string, email: string): Promise<void> {
  const { customer } = checkoutTable;
  await db
    .update(checkoutTable)
    .set({ customer: sql`jsonb_set(${customer}, '{email}', ${json(email)})`, email: email.toLowerCase() })
    .where(and(eq(checkoutId, id), isNotNull(customer)));
}

/** Corrects the telephone number; null: there is none. */
export async function savePhone({ db }: Transaction, id: string, phone: string | null): Promise<void> {
  const { customer } = checkoutTable;
  const saved =
    phone === null ? sql`${customer} - 'phone'` : sql`jsonb_set(${customer}, '{phone}', ${json(phone)})`;
  await db
    .update(checkoutTable)
    .set({ customer: saved })
    .where(and(eq(checkoutId, id), isNotNull(customer)));
}

/**
 * Records, before requesting an order, that it may have been requested; and afterwards, when that is
 * impossible (`asked` false). `ambiguous`: an earlier request may have been processed although no response
 * arrived. `lookOnly`: why no further request may be made. Each request restarts the count of lookups,
 * because its response, too, may come late; unless `keepsTries`.
 */
export async function saveRequest(
  database: Database,
  seen: Pick<Checkout, 'id' | 'version'>,
  request: Pick<Checkout, 'asked'> & Partial<Pick<Checkout, 'ambiguous' | 'lookOnly'>>,
  keepsTries = false,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.db
      .update(checkoutTable)
      .set({ ...request, ...(request.asked && !keepsTries ? { tries: 0 } : {}) })
      .where(and(eq(checkoutId, seen.id), eq(version, seen.version)));
    const { lookOnly: why } = request;
    if (why !== undefined) await note(transaction, seen.id, 'order_looked_up', { why });
  });
}

/** Records that staff are told of a state that lasts too long. False when they were, or the state changed. */
export async function markEscalated(
  transaction: Transaction,
  seen: Pick<Checkout, 'id' | 'version' | 'state'>,
): Promise<boolean> {
  const { escalatedAt } = checkoutTable;
  const marked = await transaction.db
    .update(checkoutTable)
    .set({ escalatedAt: now })
    .where(and(eq(checkoutId, seen.id), eq(version, seen.version), isNull(escalatedAt)))
    .returning({ checkoutId });
  if (marked.length === 0) return false;
  await note(transaction, seen.id, 'overdue', { state: seen.state });
  await openTask(transaction, { kind: 'overdue', key: seen.id, checkoutId: seen.id, reason: 'overdue' });
  return true;
}

/** Concurrency guarantee: the UPDATE has the condition that nothing is being paid. */
export async function saveExpiry(transaction: Transaction, id: string, end: Date): Promise<boolean> {
  const changed = await transaction.write(
    z.object({ id: z.string() }),
    sql`with changed as (
          update storefront.checkout set expires_at = ${end.toISOString()}::timestamptz
          where id = ${id} and state = 'held' returning id),
        due as (
          update storefront.job set due_at = ${end.toISOString()}::timestamptz from changed
          where subject = 'checkout' and key = changed.id::text)
        select id::text from changed`,
  );
  return changed.length === 1;
}

/**
 * Tries the step again after some seconds. Concurrency guarantee: never later than the due time that another process's
 * transition set meanwhile.
 */
export async function postponeCheckout(
  { single }: Database,
  seen: { id: string; version: number },
  again: { seconds: number },
): Promise<void> {
  await single.run(
    sql`with tried as (
          update storefront.checkout set tries = tries + 1
          where id = ${seen.id} and version = ${seen.version} returning id)
        update storefront.job set leased_until = null,
          due_at = case when exists (select 1 from tried)
            then clock_timestamp() + make_interval(secs => ${again.seconds}) else due_at end
        where subject = 'checkout' and key = ${seen.id}`,
  );
}

/** The checkout has a result: money was received, or may have been, or there was nothing to pay. */
export const cameToSomething = sql`checkout.state not in ('held', 'expired', 'cancelled')`;
