import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { creditedAmount } from '../../data/credit-store';
import { channels } from '../../values/checkout-values';
import { isWithin, localTime, type Period } from './period';
import { type Place, readPages } from './read-pages';
import { goodwillToRefund, refundedBesides, refundsOfOrder } from './refunds';

const amount = z.string();

const orderSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** YYYY-MM-DD HH:MM:SS in the time zone of the period. */
  orderedAt: z.string(),
  reference: z.string(),
  number: z.string(),
  channel: z.enum(channels),
  language: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string().nullable(),
  company: z.string().nullable(),
  vatNumber: z.string().nullable(),
  total: amount,
  totalExclTax: amount.nullable(),
  /** What staff have refunded at the provider's pages is of the whole purchase: it is in the row of its first order. */
  refunded: amount,
  /** What is owed, and not paid back yet. */
  toRefund: amount,
  /** What of its price has paid for other tickets, for which its own were exchanged. */
  exchanged: amount,
  /** The code of the voucher that was used, and what it took off; `total` is what is left. */
  voucher: z.string().nullable(),
  complimentary: z.boolean(),
  discount: amount,
  /** What of the purchase was paid with tickets of earlier ones, and with money; in the row of its first order. */
  paidWithTickets: amount,
  paidWithMoney: amount,
});
export type OrderRow = z.output<typeof orderSchema>;

/** The page of orders at the service after a place, the oldest first. */
export function ordersAfter(period: Period, after: Place | null, limit: number): SQL {
  const next =
    after === null
      ? sql`true`
      : sql`(one.created_at, one.id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  return sql`select * from storefront.placed_order one
    where ${isWithin(sql`one.created_at`, period)} and ${next}
    order by one.created_at, one.id limit ${limit}`;
}

const isFirst = sql`not exists (select 1 from storefront.placed_order earlier
  where earlier.checkout_id = placed.checkout_id and (earlier.created_at, earlier.id) < (placed.created_at, placed.id))`;

/** The credit of the tickets that were exchanged for this purchase. */
const paidWithTickets = sql`(select coalesce(sum(${creditedAmount}), 0)
  from storefront.rebooking
    join storefront.cancellation on cancellation.checkout_id = rebooking.earlier_id
      and cancellation.rebooked_to = rebooking.checkout_id and cancellation.state = 'cancelled'
    join storefront.checkout as replacement on replacement.id = rebooking.checkout_id
  where rebooking.checkout_id = placed.checkout_id)`;

const paidWithMoney = sql`(select coalesce(sum(payment.amount), 0) from storefront.payment
  where payment.checkout_id = placed.checkout_id and payment.state = 'paid')`;

/** Orders at the service, with the customer unless their data was erased. */
export function exportOrders(reader: Reader, period: Period): AsyncGenerator<OrderRow> {
  return readPages((after, limit) =>
    readOrderRows(reader, {
      placed: ordersAfter(period, after, limit),
      timeZone: period.timeZone,
      isNewestFirst: false,
    }),
  );
}

interface RowsOf {
  /** Rows of `placed_order`. */
  readonly placed: SQL;
  readonly timeZone: string;
  readonly isNewestFirst: boolean;
}

/** Some orders, as exports have them. */
export function readOrderRows(
  reader: Reader,
  { placed, timeZone, isNewestFirst }: RowsOf,
): Promise<OrderRow[]> {
  const order = isNewestFirst
    ? sql`placed.created_at desc, placed.id desc`
    : sql`placed.created_at, placed.id`;
  return reader.rows(
    orderSchema,
    sql`select placed.id, placed.created_at::text as at, ${localTime(sql`placed.created_at`, { timeZone })} as "orderedAt",
          checkout.reference, placed.reference as number, checkout.channel, checkout.language,
          checkout.customer->>'firstname' as firstname, checkout.customer->>'lastname' as lastname,
          checkout.customer->>'email' as email, checkout.customer->>'phone' as phone,
          checkout.customer->>'country' as country,
          checkout.invoice->>'company' as company, checkout.invoice->>'vatNumber' as "vatNumber",
          placed.data->>'totalAmountInclTax' as total, placed.data->>'totalAmountExclTax' as "totalExclTax",
          (refunds.refunded + case when ${isFirst} then ${refundedBesides} else 0 end)::numeric(14, 2)::text as refunded,
          (refunds."toRefund" + case when ${isFirst} then ${goodwillToRefund} else 0 end)::numeric(14, 2)::text as "toRefund",
          refunds.exchanged::numeric(14, 2)::text as exchanged,
          placed.data->>'voucher' as voucher,
          coalesce(placed.data->>'complimentary' = 'true', false) as complimentary, coalesce(placed.data->>'discountInclTax', '0.00') as discount,
          (case when ${isFirst} then ${paidWithTickets} else 0 end)::numeric(14, 2)::text as "paidWithTickets",
          (case when ${isFirst} then ${paidWithMoney} else 0 end)::numeric(14, 2)::text as "paidWithMoney"
        from (${placed}) placed
          join storefront.checkout on checkout.id = placed.checkout_id
          cross join lateral (${refundsOfOrder}) refunds
        order by ${order}`,
  );
}
