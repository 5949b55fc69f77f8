import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database';
import { PaymentError, type PaymentEvent } from '../payment/payment';
import type { Rooms } from './rooms';
import { insertWebhook } from './webhook-store';

/** So often the provider's list of events is read, by one of all processes. */
const everySeconds = 30;
/** Read again from before the last event: the list may show two events of the same moment one after the other. */
const overlapMilliseconds = 60_000;
/** How far back the first reading goes: as long as Stripe itself repeats a webhook. */
const firstMilliseconds = 3 * 24 * 60 * 60_000;
const storedAtOnce = 100;
/** A webhook is overdue when its event is older; of one that seems to come from the future a clock is wrong. */
const overdueMilliseconds = 20_000;
const clockMilliseconds = 60_000;

/**
 * Claims the next reading of the provider's list of events. Race promise: one conditional UPDATE, so of all processes
 * one reads it every 30 seconds.
 */
export function claimCatchUp(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await transaction.run(
      sql`insert into storefront.event_cursor (id) values (1) on conflict (id) do nothing`,
    );
    const claimed = await transaction.run(
      sql`update storefront.event_cursor set asked_at = clock_timestamp()
          where id = 1
            and (asked_at is null or asked_at <= clock_timestamp() - make_interval(secs => ${everySeconds}))`,
    );
    return claimed === 1;
  });
}

/**
 * Stores the provider's events of which no webhook came, as if it had come: one list request instead of a question for
 * each payment under way. Resolves to how many were new.
 */
export async function catchUpWithEvents(
  rooms: Pick<Rooms, 'database' | 'payments' | 'report'>,
): Promise<number> {
  const { database, payments, report } = rooms;
  const { readUntil, now } = await readCursor(database);
  const since =
    readUntil === null ? now.getTime() - firstMilliseconds : readUntil.getTime() - overlapMilliseconds;
  let latest = readUntil?.getTime() ?? 0;
  let stored = 0;
  try {
    for await (const some of inGroups(payments.listEvents(new Date(since)))) {
      latest = Math.max(latest, ...some.map(({ createdAt }) => createdAt.getTime()));
      stored += await storeEvents(
        database,
        some.filter(({ createdAt }) => isOverdue(createdAt, now)),
      );
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    report('warn', 'the list of events could not be read', { reason: error.message });
    return stored;
  }
  // Only after a whole reading: the newest come first, and the older ones are those that may be missing.
  if (latest > 0) await saveCursor(database, new Date(latest));
  if (stored > 0) report('warn', 'events came without their webhooks', { events: stored });
  return stored;
}

function isOverdue(createdAt: Date, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime();
  return age > overdueMilliseconds || age < -clockMilliseconds;
}

async function* inGroups(events: AsyncIterable<PaymentEvent>): AsyncGenerator<PaymentEvent[]> {
  let group: PaymentEvent[] = [];
  for await (const event of events) {
    group.push(event);
    if (group.length < storedAtOnce) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Resolves to how many of them were not stored before. */
function storeEvents(database: Database, events: readonly PaymentEvent[]): Promise<number> {
  return database.transaction(async (transaction) => {
    let stored = 0;
    for (const event of events) if (await insertWebhook(transaction, event)) stored += 1;
    return stored;
  });
}

const cursorRow = z.object({ readUntil: z.date().nullable(), now: z.date() });

async function readCursor(database: Database): Promise<z.infer<typeof cursorRow>> {
  const [row] = await database.rows(
    cursorRow,
    sql`select (select read_until from storefront.event_cursor where id = 1) as "readUntil",
          clock_timestamp() as now`,
  );
  if (row === undefined) throw new Error('the database did not tell the time');
  return row;
}

async function saveCursor(database: Database, readUntil: Date): Promise<void> {
  const until = readUntil.toISOString();
  await database.transaction((transaction) =>
    transaction.run(
      sql`insert into storefront.event_cursor (id, read_until) values (1, ${until}::timestamptz)
          on conflict (id) do update set read_until = excluded.read_until`,
    ),
  );
}
