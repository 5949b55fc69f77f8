import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Customer } from '../contract/customer';
import { type Database, json, type Reader, type Transaction } from '../database/database';
import { announceState } from './announce';
import { checkoutSchema, type Checkout, type Entries, type LookOnly } from './checkout';
import { decide, type Fact, type State } from './checkout-state';
import { note } from './timeline-store';

const columns = sql`
  id, reference, state, version, language, entries, customer, total, reason, tries, asked, ambiguous,
  look_only as "lookOnly", escalated_at as "escalatedAt", settled_as as "settledAs",
  entered_at as "enteredAt", created_at as "createdAt", expires_at as "expiresAt", due_at as "dueAt",
  anonymised_at as "anonymisedAt",
  expires_at > clock_timestamp() as "holdAlive",
  greatest(0, floor(extract(epoch from expires_at - clock_timestamp())))::int as "secondsLeft",
  greatest(0, floor(extract(epoch from clock_timestamp() - expires_at)))::int as "secondsOver",
  greatest(0, floor(extract(epoch from clock_timestamp() - entered_at)))::int as "secondsInState"`;

/** Null for an identifier that can't be one, too: it came from an address. */
export async function findCheckout(reader: Reader, id: string): Promise<Checkout | null> {
  if (!z.guid().safeParse(id).success) return null;
  const [found] = await reader.rows(
    checkoutSchema,
    sql`select ${columns} from storefront.checkout where id = ${id}`,
  );
  return found ?? null;
}

/** The row, locked until the transaction ends: for changes that depend on more than the row itself. */
export async function lockCheckout(transaction: Transaction, id: string): Promise<Checkout | null> {
  const [found] = await transaction.write(
    checkoutSchema,
    sql`select ${columns} from storefront.checkout where id = ${id} for update`,
  );
  return found ?? null;
}

export async function insertCheckout(
  transaction: Transaction,
  row: { id: string; reference: string; language: string; expiresAt: Date },
): Promise<void> {
  const { id, reference, language } = row;
  const expiresAt = row.expiresAt.toISOString();
  await transaction.run(
    sql`insert into storefront.checkout
          (id, reference, state, entered_at, created_at, language, entries, expires_at, due_at)
        values (${id}, ${reference}, 'held', clock_timestamp(), clock_timestamp(), ${language}, '{}'::jsonb,
          ${expiresAt}::timestamptz, ${expiresAt}::timestamptz)`,
  );
}

/** What an arrow may write besides the state. */
export interface Changes {
  total?: string;
  expiresAt?: Date;
  reason?: string;
  /** For the timeline: amounts, counts, identifiers; nothing personal. */
  detail?: Record<string, unknown>;
}

/**
 * Goes the arrow that a fact means. Race promise: one conditional UPDATE on the state and version that were seen, so
 * of any number that saw the same, one goes, and the others get null and have changed nothing.
 */
export async function move(
  transaction: Transaction,
  seen: Pick<Checkout, 'id' | 'state' | 'version'>,
  fact: Fact,
  changes: Changes = {},
): Promise<Checkout | null> {
  const target = decide(seen.state, fact);
  if (target === null) return null;
  const expiresAt = changes.expiresAt?.toISOString() ?? null;
  const [moved] = await transaction.write(
    checkoutSchema,
    sql`update storefront.checkout
        set state = ${target}, version = version + 1, entered_at = clock_timestamp(), tries = 0,
          asked = ${target === 'ordering'}, ambiguous = false, look_only = null, escalated_at = null,
          total = coalesce(${changes.total ?? null}::numeric, total),
          reason = case when ${fact.kind === 'held_anew'} then null
            else coalesce(${changes.reason ?? null}::text, reason) end,
          expires_at = coalesce(${expiresAt}::timestamptz, expires_at),
          due_at = ${dueAfter(target, expiresAt)}
        where id = ${seen.id} and state = ${seen.state} and version = ${seen.version}
        returning ${columns}`,
  );
  if (moved === undefined) return null;
  await note(transaction, seen.id, fact.kind, { from: seen.state, to: target, ...changes.detail });
  await announceState(transaction, moved, fact);
  return moved;
}

/** When a worker has to look after a checkout that entered a state. */
function dueAfter(state: State, expiresAt: string | null): SQL {
  switch (state) {
    case 'held':
    case 'paying':
      // Webhooks and the page to which the customer returns tell of a payment; at the end of the hold its page is closed.
      return sql`coalesce(${expiresAt}::timestamptz, expires_at)`;
    case 'paid':
    case 'ordering':
    case 'capturing':
    case 'refunding':
    case 'voiding':
      return sql`clock_timestamp()`;
    case 'ordered':
    case 'refunded':
    case 'voided':
    case 'expired':
    case 'cancelled':
    case 'attention':
      return sql`null`;
  }
}

export async function saveEntries(transaction: Transaction, id: string, entries: Entries): Promise<void> {
  await transaction.run(
    sql`update storefront.checkout set entries = ${json(entries)}, anonymised_at = null where id = ${id}`,
  );
}

/** Keeps who the order is for; only while nothing was ordered for somebody else. */
export async function saveCustomer(transaction: Transaction, id: string, customer: Customer): Promise<void> {
  await transaction.run(
    sql`update storefront.checkout
        set customer = ${json(customer)}, email = ${customer.email.toLowerCase()}, language = ${customer.language},
          anonymised_at = null
        where id = ${id} and state in ('held', 'paying')`,
  );
}

/** Corrects the address that the customer is written to, and found by. Nothing else of the customer changes. */
export async function saveEmail(transaction: Transaction, id: string, email: string): Promise<void> {
  await transaction.run(
    sql`update storefront.checkout
        set customer = jsonb_set(customer, '{email}', ${json(email)}), email = ${email.toLowerCase()}
        where id = ${id} and customer is not null`,
  );
}

/** What is known of the requests for the order of one stay in `ordering`. */
export interface RequestChanges {
  /** Whether the service may have been asked. */
  asked: boolean;
  /** Whether an earlier request may have been carried out without our knowing. */
  ambiguous?: boolean;
  /** Why no further request may be made. */
  lookOnly?: LookOnly;
}

/**
 * Writes down, before requesting an order, that it may have been requested; and after, when it can't have been. The
 * looks are counted anew from a request: its response, too, may come late.
 */
export async function saveRequest(
  database: Database,
  seen: Pick<Checkout, 'id' | 'version'>,
  { asked, ambiguous, lookOnly }: RequestChanges,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout
          set asked = ${asked}, ambiguous = coalesce(${ambiguous ?? null}::boolean, ambiguous),
            look_only = coalesce(${lookOnly ?? null}::text, look_only),
            tries = case when ${asked} then 0 else tries end
          where id = ${seen.id} and version = ${seen.version}`,
    );
    if (lookOnly !== undefined) await note(transaction, seen.id, 'order_looked_up', { why: lookOnly });
  });
}

/** Writes down that staff are told of a state that lasts too long. False when that was done, or the state changed. */
export async function markEscalated(
  transaction: Transaction,
  seen: Pick<Checkout, 'id' | 'version' | 'state'>,
): Promise<boolean> {
  const marked = await transaction.run(
    sql`update storefront.checkout set escalated_at = clock_timestamp()
        where id = ${seen.id} and version = ${seen.version} and escalated_at is null`,
  );
  if (marked === 1) await note(transaction, seen.id, 'overdue', { state: seen.state });
  return marked === 1;
}

/** The hold as a whole ends when its first reservation does. Race promise: only while nothing is being paid. */
export async function saveExpiry(transaction: Transaction, id: string, expiresAt: Date): Promise<boolean> {
  const at = expiresAt.toISOString();
  const changed = await transaction.run(
    sql`update storefront.checkout set expires_at = ${at}::timestamptz, due_at = ${at}::timestamptz
        where id = ${id} and state = 'held'`,
  );
  return changed === 1;
}

/** The database's clock, by which every hold is judged. */
export async function databaseNow(reader: Reader): Promise<Date> {
  const [row] = await reader.rows(z.object({ now: z.date() }), sql`select clock_timestamp() as now`);
  if (row === undefined) throw new Error('the database did not tell the time');
  return row.now;
}
