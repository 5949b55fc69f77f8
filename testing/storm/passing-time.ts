import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/lib/database/database';
import { type Repeating, repeatEvery } from './repeating';

const tableRow = z.object({ name: z.string() });

/** The tables of the shop that have this column. */
async function tablesWith(shop: Database, column: 'leased_until' | 'due_at'): Promise<string[]> {
  const rows = await shop.rows(
    tableRow,
    sql`select table_name::text as name from information_schema.columns
        where table_schema = 'storefront' and column_name = ${column} order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Lets leases of the shop's workers, and those of the service's idempotency keys, end after so many seconds at most:
 * triggers of the storm's own databases shorten them, so the programs stay as they are.
 */
export async function shortenLeases(shop: Database, ticketing: Database, seconds: number): Promise<void> {
  const length = sql.raw(String(seconds));
  const start = sql`create or replace function`;
  await shop.transaction(async (transaction) => {
    await transaction.run(
      sql`${start} storefront.shorten_lease() returns trigger language plpgsql as $$ begin
            new.leased_until := least(new.leased_until, clock_timestamp() + make_interval(secs => ${length}));
            return new; end $$`,
    );
    for (const table of await tablesWith(shop, 'leased_until'))
      await transaction.run(
        sql`create trigger shorten_lease before insert or update of leased_until
            on ${sql.raw(`storefront.${table}`)} for each row when (new.leased_until is not null)
            execute function storefront.shorten_lease()`,
      );
  });
  await ticketing.transaction(async (transaction) => {
    await transaction.run(
      sql`${start} ticketing.shorten_lease() returns trigger language plpgsql as $$ begin
            new.started_at := least(new.started_at, clock_timestamp() - make_interval(secs => 60 - ${length}));
            return new; end $$`,
    );
    await transaction.run(
      sql`create trigger shorten_lease before insert or update of started_at on ticketing.idempotency_key
          for each row execute function ticketing.shorten_lease()`,
    );
  });
}

const tickMilliseconds = 1_200;
/** Rows that are due so soon are left as they are. */
const soon = sql`clock_timestamp() + interval '200 milliseconds'`;

/**
 * Lets time pass fast for the workers: what they would repeat later is due within a second. Holds end when they end.
 * Lasts until it is stopped.
 */
export async function letTimePass(shop: Database): Promise<Repeating> {
  const queues = await tablesWith(shop, 'due_at');
  const tick = async () => {
    for (const queue of queues) {
      const unlessHeld = queue === 'checkout' ? sql`state not in ('held', 'paying')` : sql`true`;
      await shop.single.run(
        sql`update ${sql.raw(`storefront.${queue}`)} set due_at = clock_timestamp()
            where due_at > ${soon} and ${unlessHeld}`,
      );
    }
    // Lost webhooks are found in the provider's list of events.
    await shop.single.run(sql`update storefront.event_cursor set asked_at = null`);
  };
  return repeatEvery(tickMilliseconds, tick);
}
