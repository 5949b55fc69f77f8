import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database';
import { databaseNow } from '../../../database/database-now';
import { PaymentError, type PaymentEvent } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { eventCursorTable } from '../../tables/event-cursor-table';
import { insertWebhook } from '../../data/webhook-store';

const now = sql`clock_timestamp()`;
const secondsLater = (seconds: number) => sql`${now} + make_interval(secs => ${seconds})`;

type CatchingUp = Pick<CheckoutContext, 'database' | 'payments' | 'report'>;

/** How often the provider's list of events is read, by one of all processes. */
const everySeconds = 30;
/** Each reading starts before the last known event: of two events of one moment, one may be listed later. */
const overlapMilliseconds = 60_000;
/** How far back the first reading goes: as long as Stripe itself repeats a webhook. */
const firstMilliseconds = 3 * 24 * 60 * 60_000;
const storedAtOnce = 100;
/** A webhook is overdue when its event is older. If it seems to come from the future, a clock is wrong. */
const overdueMilliseconds = 5_000;
const clockMilliseconds = 60_000;

/** Reads the list, and again half a minute later, or when `catchUpSoon` has said meanwhile. */
export async function processEventList(context: CatchingUp): Promise<void> {
  await catchUpWithEvents(context);
  await context.database.single.run(
    sql`update storefront.job set leased_until = null, tries = 0,
          due_at = case when due_at > ${now} then due_at else ${secondsLater(everySeconds)} end
        where subject = 'event_list'`,
  );
}

/** The database was away, and webhooks were refused: the list is read as soon as the last of them are overdue. */
export async function catchUpSoon({ single }: Database): Promise<void> {
  const soon = secondsLater(overdueMilliseconds / 1000);
  // One that is being read began too early; one that is due is read now.
  await single.run(
    sql`update storefront.job
        set due_at = case when leased_until > ${now} then ${soon} else least(due_at, ${soon}) end
        where subject = 'event_list'`,
  );
}

/**
 * Stores the provider's events whose webhooks did not arrive, as if they had arrived: one list request
 * instead of a request for each pending payment. Resolves to how many were new.
 */
export async function catchUpWithEvents(context: CatchingUp): Promise<number> {
  const { database, payments, report } = context;
  const moment = await databaseNow(database);
  const [cursor] = await database.db.select().from(eventCursorTable).where(eq(eventCursorTable.id, 1));
  const readUntil = cursor?.readUntil ?? null;
  const since =
    readUntil === null ? moment.getTime() - firstMilliseconds : readUntil.getTime() - overlapMilliseconds;
  let latest = readUntil?.getTime() ?? 0;
  let stored = 0;
  try {
    for await (const some of inGroups(payments.listEvents(new Date(since)))) {
      latest = Math.max(latest, ...some.map(({ createdAt }) => createdAt.getTime()));
      const overdue = some.filter(({ createdAt }) => isOverdue(createdAt, moment));
      stored += await storeEvents(database, overdue);
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    report('warn', 'the list of events could not be read', { reason: error.message });
    return stored;
  }
  // The position is stored only after a complete reading: the newest events come first, and the older ones
  // are those that may be missing.
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

function storeEvents(database: Database, events: readonly PaymentEvent[]): Promise<number> {
  return database.transaction(async (transaction) => {
    let stored = 0;
    for (const event of events) if (await insertWebhook(transaction, event)) stored += 1;
    return stored;
  });
}

async function saveCursor(database: Database, readUntil: Date): Promise<void> {
  const { id } = eventCursorTable;
  await database.transaction(({ db }) =>
    db
      .insert(eventCursorTable)
      .values({ id: 1, readUntil })
      .onConflictDoUpdate({ target: id, set: { readUntil } }),
  );
}
