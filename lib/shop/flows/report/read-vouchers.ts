import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { sumAmounts } from '../../../money/money';
import { isWithin, type Period } from './period';

const voucherSchema = z.object({
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
  /** The largest discount first. */
  byCode: VoucherSales[];
}

/**
 * What vouchers took off the orders of a period, on the day of the order, as the service says in each order. As with
 * sales, a later cancellation changes nothing here. Orders of a service without vouchers, or from before it had them, say
 * nothing and have no discount.
 */
export async function readVouchers(reader: Reader, period: Period): Promise<VoucherReport> {
  const byCode = await reader.rows(
    voucherSchema,
    sql`select data->>'voucher' as code, count(distinct checkout_id)::int as uses,
          sum(coalesce((data->>'discountInclTax')::numeric, 0))::numeric(14, 2)::text as discount,
          sum((data->>'totalAmountInclTax')::numeric)::numeric(14, 2)::text as sold
        from storefront.placed_order
        where ${isWithin(sql`created_at`, period)} and data->>'voucher' is not null
        group by data->>'voucher'
        order by sum(coalesce((data->>'discountInclTax')::numeric, 0)) desc, code`,
  );
  return {
    total: {
      uses: byCode.reduce((sum, { uses }) => sum + uses, 0),
      discount: sumAmounts(byCode.map(({ discount }) => discount)),
      sold: sumAmounts(byCode.map(({ sold }) => sold)),
    },
    byCode,
  };
}
