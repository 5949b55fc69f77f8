import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../database/database';
import { raiseAlert } from './alert-store';
import type { State } from '../values/checkout-state';

/** After this time another worker takes the rows of a killed one; a running one renews the lease in time. */
export const leaseSeconds = 45;

const idRow = z.object({ id: z.string() });
const leased = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

export type Queue =
  'checkout' | 'webhook' | 'mail' | 'answer_delivery' | 'waiting_list' | 'cancellation' | 'event_change';

function tableOf(queue: Queue): SQL {
  return sql.raw(`storefront.${queue}`);
}

/**
 * Takes what is due and matches `only`, the longest due first. Concurrency guarantee: rows are locked before
 * they are leased and locked ones are skipped, so any number of concurrent workers never take the same row.
 */
export async function claimDue(
  database: Database,
  queue: Queue,
  limit: number,
  only: SQL = sql`true`,
): Promise<string[]> {
  const table = tableOf(queue);
  const rows = await database.single.write(
    idRow,
    sql`update ${table} set leased_until = ${leased}
          where id in (
            select id from ${table}
            where due_at <= clock_timestamp() and (leased_until is null or leased_until <= clock_timestamp())
              and ${only}
            order by due_at limit ${limit} for update skip locked)
          returning id::text`,
  );
  return rows.map(({ id }) => id);
}

export const inStates = (states: readonly State[]): SQL =>
  sql`state in (${sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )})`;

/** Only webhooks that prove a payment themselves. */
export const provesPayment = sql`paid is not null`;
/** Only webhooks about a payment page for which the provider has to be asked. */
export const isAboutSession = sql`paid is null and session_id is not null`;
/** Only webhooks about events after the purchase: refunds, disputes, warnings. */
export const isAboutIncident = sql`paid is null and session_id is null`;

/** Takes this checkout, due or not, unless another process has its lease or nothing is left to do for it. */
export async function claimCheckout(database: Database, id: string): Promise<boolean> {
  const taken = await database.single.run(
    sql`update storefront.checkout set leased_until = ${leased}
        where id = ${id} and due_at is not null
          and (leased_until is null or leased_until <= clock_timestamp())`,
  );
  return taken === 1;
}

export async function requeue(
  database: Database,
  queue: 'webhook' | 'mail' | 'answer_delivery' | 'cancellation' | 'event_change',
  id: string,
  again: { seconds: number },
): Promise<void> {
  await database.single.run(
    sql`update ${tableOf(queue)}
        set leased_until = null, tries = tries + 1,
          due_at = clock_timestamp() + make_interval(secs => ${again.seconds})
        where id::text = ${id} and due_at is not null`,
  );
}

/** How long a row waits that this version of the program can't read. A newer version may read it before. */
const unreadableMinutes = 10;

/** Postpones a row that this version can't read, and alerts the operator once. */
export async function setAsideUnreadable(database: Database, queue: Queue, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(
      sql`update ${tableOf(queue)}
          set leased_until = null, due_at = clock_timestamp() + make_interval(mins => ${unreadableMinutes})
          where id::text = ${id} and due_at is not null`,
    );
    const checkoutId = queue === 'checkout' ? id : null;
    const alert = { kind: 'unreadable_row', key: `${queue}:${id}`, checkoutId } as const;
    await raiseAlert(transaction, { ...alert, detail: { table: queue, row: id } });
  });
}

/** Concurrency guarantee: never later than the due time that another process's transition set meanwhile. */
export async function requeueCheckout(
  database: Database,
  seen: { id: string; version: number },
  again: { seconds: number },
): Promise<void> {
  await database.single.run(
    sql`update storefront.checkout
        set leased_until = null,
          tries = case when version = ${seen.version} then tries + 1 else tries end,
          due_at = case when version = ${seen.version} and due_at is not null
            then clock_timestamp() + make_interval(secs => ${again.seconds}) else due_at end
        where id = ${seen.id}`,
  );
}

/** Releases a checkout whose transitions have set the next due time themselves. */
export async function release(database: Database, id: string): Promise<void> {
  await database.single.run(sql`update storefront.checkout set leased_until = null where id = ${id}`);
}

export async function renew(database: Database, id: string): Promise<void> {
  await database.single.run(
    sql`update storefront.checkout set leased_until = ${leased} where id = ${id} and leased_until is not null`,
  );
}

/** The same for a row of another queue, between two steps of its work. */
export async function renewLease(database: Database, queue: 'event_change', id: string): Promise<void> {
  await database.single.run(
    sql`update ${tableOf(queue)} set leased_until = ${leased} where id::text = ${id} and leased_until is not null`,
  );
}

/** A step that has not ended by then counts as stuck: another worker may take its checkout. */
const mostRenewals = 40;

/** Renews the lease every third of its length, for ten minutes or until the returned function is called. */
export function keepRenewing(database: Database, id: string, failed: (error: unknown) => void): () => void {
  let renewals = 0;
  const timer = setInterval(
    () => {
      renewals += 1;
      if (renewals > mostRenewals) clearInterval(timer);
      else renew(database, id).catch(failed);
    },
    (leaseSeconds * 1000) / 3,
  );
  return () => clearInterval(timer);
}

/** Seconds until the next try: from 2 to a minute, randomized so that many tries don't come at once. */
export function backOffSeconds(tries: number, random: () => number = Math.random): number {
  return Math.min(60, 2 ** Math.min(tries + 1, 6)) * (0.75 + random() / 2);
}
