import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database';
import { raiseAlert } from './alert-store';
import type { State } from './checkout-state';

/** A killed worker's rows are taken by another when this is over; a living one renews the lease in time. */
export const leaseSeconds = 45;

const idRow = z.object({ id: z.string() });
const leased = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

export type Queue = 'checkout' | 'webhook' | 'mail';

function tableOf(queue: Queue): SQL {
  return sql.raw(`storefront.${queue}`);
}

/**
 * Takes what is due and fits `only`, the longest due first. Race promise: rows are locked before they are leased and
 * locked ones are skipped, so any number of workers side by side never take the same.
 */
export async function takeDue(
  database: Database,
  queue: Queue,
  limit: number,
  only: SQL = sql`true`,
): Promise<string[]> {
  const table = tableOf(queue);
  const rows = await database.transaction((transaction) =>
    transaction.write(
      idRow,
      sql`update ${table} set leased_until = ${leased}
          where id in (
            select id from ${table}
            where due_at <= clock_timestamp() and (leased_until is null or leased_until <= clock_timestamp())
              and ${only}
            order by due_at limit ${limit} for update skip locked)
          returning id::text`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Of the checkouts those in one of these states. */
export const inStates = (states: readonly State[]): SQL =>
  sql`state in (${sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )})`;

/** Of the webhooks those that prove a payment themselves. */
export const provesPayment = sql`paid is not null`;
/** Those about a payment page for which the provider has to be asked, as where money was only set aside. */
export const isAboutSession = sql`paid is null and session_id is not null`;
/** Those about what happened after the purchase: refunds, disputes, warnings. */
export const isAboutIncident = sql`paid is null and session_id is null`;

/** Takes this checkout now, due or not, unless somebody has it; it must have something left to do. */
export async function takeCheckout(database: Database, id: string): Promise<boolean> {
  const taken = await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout set leased_until = ${leased}
          where id = ${id} and due_at is not null
            and (leased_until is null or leased_until <= clock_timestamp())`,
    ),
  );
  return taken === 1;
}

/** Gives a letter or webhook back: to be tried again in so many seconds. */
export async function giveBack(
  database: Database,
  queue: 'webhook' | 'mail',
  id: string,
  again: { seconds: number },
): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update ${tableOf(queue)}
          set leased_until = null, tries = tries + 1,
            due_at = clock_timestamp() + make_interval(secs => ${again.seconds})
          where id::text = ${id} and due_at is not null`,
    ),
  );
}

/** How long a row rests that this version of the program can't read. A newer version may read it in between. */
const unreadableMinutes = 10;

/** Sets aside a row that this version can't read, and alerts the operator once: the others go on. */
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

/**
 * Gives a checkout back, to be looked after again in so many seconds. Race promise: not later than an arrow wants that
 * somebody else went meanwhile.
 */
export async function giveBackCheckout(
  database: Database,
  seen: { id: string; version: number },
  again: { seconds: number },
): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout
          set leased_until = null,
            tries = case when version = ${seen.version} then tries + 1 else tries end,
            due_at = case when version = ${seen.version} and due_at is not null
              then clock_timestamp() + make_interval(secs => ${again.seconds}) else due_at end
          where id = ${seen.id}`,
    ),
  );
}

/** Gives a checkout back after its arrows said themselves when it is due. */
export async function release(database: Database, id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(sql`update storefront.checkout set leased_until = null where id = ${id}`),
  );
}

/** Lengthens a lease that was not given back. */
export async function renew(database: Database, id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout set leased_until = ${leased} where id = ${id} and leased_until is not null`,
    ),
  );
}

/** A step that has not ended by then never will: another worker may take its checkout. */
const mostRenewals = 40;

/** Renews the lease at every third of it, for ten minutes or until the returned function is called. */
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

/** Seconds until the next try: doubling from 2 to a minute, spread so that many don't come back at once. */
export function backOffSeconds(tries: number, random: () => number = Math.random): number {
  return Math.min(60, 2 ** Math.min(tries + 1, 6)) * (0.75 + random() / 2);
}
