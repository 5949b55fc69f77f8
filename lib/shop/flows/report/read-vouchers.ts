import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { compareAmounts, sumAmounts } from '../../../money/money';
import { shownCode } from '../../rules/shown-code';
import { beginOf, type Period } from './period';
import { isInStep, readInSteps } from './read-in-steps';

const voucherSchema = z.object({
  /** Empty: staff gave the tickets, with a code for each purchase. */
  code: z.string(),
  /** By how many purchases: one may have several orders. */
  uses: z.int(),
  /** What was taken off the orders. */
  discount: z.string(),
  /** What these orders cost, after the discount and with their fees. */
  sold: z.string(),
});
type VoucherSales = z.output<typeof voucherSchema>;

export interface VoucherReport {
  total: Omit<VoucherSales, 'code'>;
  /** The largest discount first. Codes of gift cards are cut: two may look the same. */
  byCode: VoucherSales[];
}

/**
 * What vouchers took off the orders of a period, on the day of the order, as the service says in each order. As with
 * sales, a later cancellation changes nothing here. Orders of a service without vouchers, or from before it had them, say
 * nothing and have no discount.
 */
export async function readVouchers(reader: Reader, period: Period): Promise<VoucherReport> {
  const codes = new Map<string, VoucherSales>();
  const statement = {
    ctes: [],
    select: sql`select ${shownAs} as code, (count(*) filter (where ${isFirstUse(period)}))::int as uses,
        sum(coalesce((data->>'discountInclTax')::numeric, 0))::numeric(14, 2)::text as discount,
        sum((data->>'totalAmountInclTax')::numeric)::numeric(14, 2)::text as sold
      from storefront.placed_order one
      where ${isInStep(sql`created_at`)} and data->>'voucher' is not null
      group by 1`,
  };
  for await (const row of readInSteps({ reader, period, row: voucherSchema }, statement)) {
    const known = codes.get(row.code);
    codes.set(row.code, known === undefined ? row : added(known, row));
  }
  const byCode = [...codes.values()].sort(
    (a, b) => compareAmounts(b.discount, a.discount) || (a.code < b.code ? -1 : 1),
  );
  return {
    total: {
      uses: byCode.reduce((sum, { uses }) => sum + uses, 0),
      discount: sumAmounts(byCode.map(({ discount }) => discount)),
      sold: sumAmounts(byCode.map(({ sold }) => sold)),
    },
    byCode: byCode.map((one) => ({ ...one, code: shownCode(one.code) })),
  };
}

const shownAs = sql`case when data->>'complimentary' = 'true' then '' else data->>'voucher' end`;

/** A purchase with several orders uses a voucher once. */
const isFirstUse = (period: Period) => sql`not exists (
  select 1 from storefront.placed_order earlier
  where earlier.checkout_id = one.checkout_id and earlier.data->>'voucher' = one.data->>'voucher'
    and (earlier.created_at, earlier.id) < (one.created_at, one.id) and earlier.created_at >= ${beginOf(period)})`;

function added(row: VoucherSales, other: VoucherSales): VoucherSales {
  return {
    code: row.code,
    uses: row.uses + other.uses,
    discount: sumAmounts([row.discount, other.discount]),
    sold: sumAmounts([row.sold, other.sold]),
  };
}
