import { sql } from 'drizzle-orm';
import type { Database } from '@/lib/database/database';
import { type Repeating, repeatEvery } from './repeating';

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
    await transaction.run(
      sql`create trigger shorten_lease before insert or update of leased_until on storefront.job
          for each row when (new.leased_until is not null) execute function storefront.shorten_lease()`,
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
export function letTimePass(shop: Database): Repeating {
  const tick = async () => {
    await shop.single.run(
      sql`update storefront.job set due_at = clock_timestamp() where due_at > ${soon} and due_at < 'infinity'
            and kind not in ('hold', 'nightly')`,
    );
  };
  return repeatEvery(tickMilliseconds, tick);
}
