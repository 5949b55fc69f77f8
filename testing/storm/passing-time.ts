import { sql } from 'drizzle-orm';
import type { Database } from '@/lib/database/database';
import { type Repeating, repeatEvery } from './repeating';

/**
 * Lets the service forget a running request, whose idempotency key another one waits for, after so many seconds instead of
 * sixty: a trigger of the storm's own database makes it older, so the program stays as it is.
 */
export async function shortenRequests(ticketing: Database, seconds: number): Promise<void> {
  const length = sql.raw(String(seconds));
  await ticketing.transaction(async (transaction) => {
    await transaction.run(
      sql`create or replace function ticketing.shorten_request() returns trigger language plpgsql as $$ begin
            new.started_at := least(new.started_at, clock_timestamp() - make_interval(secs => 60 - ${length}));
            return new; end $$`,
    );
    await transaction.run(
      sql`create trigger shorten_request before insert or update of started_at on ticketing.idempotency_key
          for each row execute function ticketing.shorten_request()`,
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
