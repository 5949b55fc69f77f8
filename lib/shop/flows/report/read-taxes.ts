import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { sumAmounts } from '../../../money/money';
import type { Period } from './period';
import { readInSteps } from './read-in-steps';
import { saleLines } from './sale-lines';

const taxSchema = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  /** As a fraction: 0.2 is 20 %; null if it is not known. */
  rate: z.number().nullable(),
  sold: z.string(),
  soldExclTax: z.string(),
  refunded: z.string(),
  refundedExclTax: z.string(),
});
export type TaxRow = z.output<typeof taxSchema>;

/** What was sold, and refunded or credited for other tickets, on each day at each rate of tax. */
export async function readTaxes(reader: Reader, period: Period): Promise<TaxRow[]> {
  const statement = {
    ctes: saleLines(period, { ofOrders: { day: sql`day` }, ofItems: { rate: sql`rate` }, withoutTax: true }),
    select: sql`select to_char(day, 'YYYY-MM-DD') as day, rate::float8 as rate,
        sum(sold)::numeric(14, 2)::text as sold, sum(sold_excl)::numeric(14, 2)::text as "soldExclTax",
        sum(refunded + exchanged)::numeric(14, 2)::text as refunded,
        sum(refunded_excl + exchanged_excl)::numeric(14, 2)::text as "refundedExclTax"
      from lines group by day, rate`,
  };
  const rows = new Map<string, TaxRow>();
  for await (const row of readInSteps({ reader, period, row: taxSchema }, statement)) {
    const key = `${row.day} ${row.rate ?? ''}`;
    const known = rows.get(key);
    rows.set(key, known === undefined ? row : added(known, row));
  }
  return [...rows.values()]
    .filter(({ sold, refunded }) => sold !== '0.00' || refunded !== '0.00')
    .sort((a, b) => a.day.localeCompare(b.day) || (a.rate ?? Infinity) - (b.rate ?? Infinity));
}

function added(row: TaxRow, other: TaxRow): TaxRow {
  const amount = (name: 'sold' | 'soldExclTax' | 'refunded' | 'refundedExclTax') =>
    sumAmounts([row[name], other[name]]);
  return {
    day: row.day,
    rate: row.rate,
    sold: amount('sold'),
    soldExclTax: amount('soldExclTax'),
    refunded: amount('refunded'),
    refundedExclTax: amount('refundedExclTax'),
  };
}
