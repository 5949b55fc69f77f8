import { asc, eq, sql } from 'drizzle-orm';
import type { Reader } from '../../../database/database';
import { databaseNow } from '../../../database/database-now';
import { auditAlone } from '../../data/audit-store';
import { addDays } from '../../../locale/calendar';
import type { CheckoutContext } from '../../context';
import { PaymentError } from '../../../payment/payment';
import { payoutTable, type StoredPayout } from '../../tables/closing-table';
import { matchPayout } from './match-payout';
import { markPaidOut } from './not-paid-out';

type Needed = Pick<CheckoutContext, 'database' | 'payments'>;

/**
 * Reads the payouts that arrive from one day on and before another, compares each with the shop's payments, and stores the
 * result, which replaces that of an earlier reading.
 */
async function readPayouts(
  { database, payments }: Needed,
  since: string,
  until: string,
  signal?: AbortSignal,
): Promise<{ payouts: number; problems: number }> {
  const counts = { payouts: 0, problems: 0 };
  for await (const payout of payments.listPayouts(since, until)) {
    signal?.throwIfAborted();
    const contains = (intents: readonly string[]) => markPaidOut(database, payout.id, intents);
    const matched = await matchPayout(database, payout, payments.listPayoutEntries(payout.id), contains);
    const row = { ...matched, readAt: sql`clock_timestamp()` };
    await database.transaction(({ db }) =>
      db.insert(payoutTable).values(row).onConflictDoUpdate({ target: payoutTable.id, set: row }),
    );
    counts.payouts += 1;
    counts.problems += matched.problemCount;
  }
  return counts;
}

/** A member of staff asks the provider again about the payouts of a day. `unavailable`: it does not answer. */
export async function readPayoutsAgain(
  context: Needed & Pick<CheckoutContext, 'report'>,
  day: string,
  staff: string,
): Promise<'read' | 'unavailable'> {
  const counts = await readPayouts(context, day, addDays(day, 1)).catch((error: unknown) => {
    if (!(error instanceof PaymentError)) throw error;
    context.report('error', 'the payment provider could not be asked for payouts', { err: error });
    return null;
  });
  if (counts === null) return 'unavailable';
  await auditAlone(context, {
    staff,
    action: 'payouts_read',
    detail: counts,
    subject: { kind: 'closing', id: day },
  });
  return 'read';
}

/** The payouts that arrive on a day, as they were last read. */
export function storedPayouts({ db }: Reader, day: string): Promise<StoredPayout[]> {
  return db.select().from(payoutTable).where(eq(payoutTable.arrivesOn, day)).orderBy(asc(payoutTable.id));
}

/** A payout can still fail days after its arrival; so many past days are read each night, and those to come. */
const [pastDays, comingDays] = [14, 14];

export async function readRecentPayouts(
  context: Needed & Pick<CheckoutContext, 'report'>,
  signal: AbortSignal,
): Promise<void> {
  const today = (await databaseNow(context.database)).toISOString().slice(0, 10);
  const counts = await readPayouts(context, addDays(today, -pastDays), addDays(today, comingDays), signal);
  context.report('info', 'the payouts were compared', counts);
}
