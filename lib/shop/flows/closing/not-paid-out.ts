import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundTexts } from '../../../database/bound-rows';
import type { Database, Reader } from '../../../database/database';
import type { Day } from './day-figures';

/** Weekly payouts, with weekends and holidays, take less. */
const days = 14;
/** Payments from before the first payout that was read are in payouts that were not read, and so are some of the next days. */
const firstDays = 7;
const mostListed = 100;

/** Remembers which payments a payout contains. */
export async function markPaidOut(
  database: Database,
  payoutId: string,
  intents: readonly string[],
): Promise<void> {
  if (intents.length === 0) return;
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.payment set payout_id = ${payoutId}
          where intent in ${boundTexts(intents)}
            and payout_id is distinct from ${payoutId}`,
    ),
  );
}

const sinceRow = z.object({ since: z.date().nullable() });
const missingRow = z.object({
  /** The provider's identifier, or ours. */
  payment: z.string(),
  checkoutId: z.string(),
  reference: z.string(),
  amount: z.string(),
  /** YYYY-MM-DD, in the time zone of the closing. */
  day: z.string(),
  total: z.int(),
});

export interface NotPaidOut {
  /** After how many days a payment should be in a payout. */
  readonly days: number;
  readonly count: number;
  /** The oldest of them. */
  readonly payments: readonly Omit<z.infer<typeof missingRow>, 'total'>[];
}

/**
 * Payments through the provider that are in none of the payouts that were read. Null: no payout was read that says what
 * it contains.
 */
export async function readNotPaidOut(
  reader: Reader,
  { timeZone }: Pick<Day, 'timeZone'>,
): Promise<NotPaidOut | null> {
  const [first] = await reader.rows(
    sinceRow,
    sql`select min(settled_at) as since from storefront.payment where payout_id is not null`,
  );
  const since = first?.since ?? null;
  if (since === null) return null;
  const found = await reader.rows(
    missingRow,
    sql`select coalesce(payment.intent, payment.id::text) as payment, payment.checkout_id as "checkoutId",
          checkout.reference, payment.amount::text as amount,
          to_char(payment.settled_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
          (count(*) over ())::int as total
        from storefront.payment join storefront.checkout on checkout.id = payment.checkout_id
        where payment.payout_id is null and payment.state = 'paid' and payment.method = 'provider'
          and payment.settled_at >= ${since.toISOString()}::timestamptz + make_interval(days => ${firstDays})
          and payment.settled_at < statement_timestamp() - make_interval(days => ${days})
        order by payment.settled_at, payment.id limit ${mostListed}`,
  );
  const payments = found.map(({ payment, checkoutId, reference, amount, day }) => ({
    payment,
    checkoutId,
    reference,
    amount,
    day,
  }));
  return { days, count: found[0]?.total ?? 0, payments };
}
