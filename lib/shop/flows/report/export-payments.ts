import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { channels, moneyMethods } from '../../values/checkout-values';
import { methodOfRow, paymentsWithin } from './payments';
import { paymentKinds } from '../../values/closing-values';
import { localTime, type Period } from './period';
import { readPages } from './read-pages';

const paymentSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** YYYY-MM-DD HH:MM:SS in the time zone of the period. */
  paidAt: z.string(),
  kind: z.enum(paymentKinds),
  method: z.enum(moneyMethods),
  /** Below 0: to the customer. */
  amount: z.string(),
  reference: z.string(),
  channel: z.enum(channels),
  /** The provider's identifiers of the payment, and of the refund or dispute. */
  intent: z.string().nullable(),
  refund: z.string().nullable(),
  /** The till, and since when the shift was open in which the money was taken or given back; null: in none. */
  till: z.string().nullable(),
  shiftSince: z.string().nullable(),
});
export type PaymentRow = z.output<typeof paymentSchema>;

/** Everything that moved money, in the order of time. */
export function exportPayments(reader: Reader, period: Period): AsyncGenerator<PaymentRow> {
  return readPages((after, limit) => {
    const next =
      after === null ? sql`true` : sql`(one.at, one.id) > (${after.at}::timestamptz, ${after.id}::text)`;
    const ordered = sql`where ${next} order by one.at, one.id limit ${limit}`;
    return reader.rows(
      paymentSchema,
      sql`select one.id, one.at::text as at, ${localTime(sql`one.at`, period)} as "paidAt", one.kind, ${methodOfRow} as method,
            one.amount::text as amount, checkout.reference, checkout.channel, payment.intent, one.refund,
            shift.till, ${localTime(sql`shift.opened_at`, period)} as "shiftSince"
          from (select * from (${paymentsWithin(period, ordered)}) one order by one.at, one.id limit ${limit}) one
            join storefront.payment on payment.id = one.payment_id
            join storefront.checkout on checkout.id = payment.checkout_id
            left join storefront.shift_entry entry on entry.source = one.id
            left join storefront.shift on shift.id = entry.shift_id
          order by one.at, one.id`,
    );
  });
}
