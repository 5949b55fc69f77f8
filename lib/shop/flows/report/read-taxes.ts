import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import type { Period } from './period';
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
export function readTaxes(reader: Reader, period: Period): Promise<TaxRow[]> {
  return reader.rows(
    taxSchema,
    sql`with ${saleLines(period)}
        select to_char(day, 'YYYY-MM-DD') as day, rate::float8 as rate,
          sum(sold)::numeric(14, 2)::text as sold, sum(sold_excl)::numeric(14, 2)::text as "soldExclTax",
          sum(refunded + exchanged)::numeric(14, 2)::text as refunded,
          sum(refunded_excl + exchanged_excl)::numeric(14, 2)::text as "refundedExclTax"
        from lines group by day, rate
        having sum(sold) <> 0 or sum(refunded) <> 0 or sum(exchanged) <> 0
        order by day, rate nulls last`,
  );
}
