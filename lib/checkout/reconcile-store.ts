import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { amountSchema } from '../contract/values';
import { json, type Reader } from '../database/database';
import { checkoutSchema, paymentSchema } from './checkout';

const checkoutRow = checkoutSchema.pick({
  id: true,
  reference: true,
  state: true,
  reason: true,
  settledAs: true,
  language: true,
  total: true,
  createdAt: true,
  enteredAt: true,
});

const paymentRow = paymentSchema.pick({
  id: true,
  checkoutId: true,
  amount: true,
  state: true,
  sessionId: true,
  intent: true,
  createdAt: true,
  settledAt: true,
  refundedAt: true,
});
export type PaymentRow = z.infer<typeof paymentRow>;

const placedRow = z.object({ id: z.string(), checkoutId: z.string(), total: amountSchema });
export type PlacedRow = z.infer<typeof placedRow>;

/** A checkout with its money and its orders, as they are written down here. */
export interface Account extends z.infer<typeof checkoutRow> {
  payments: readonly PaymentRow[];
  placed: readonly PlacedRow[];
}

/** Checkouts begun since, or with a payment asked for since, or one of those that the provider names. */
export async function readAccounts(
  reader: Reader,
  since: Date,
  named: { sessions: readonly string[]; intents: readonly string[] },
): Promise<Account[]> {
  const from = since.toISOString();
  const checkouts = await reader.rows(
    checkoutRow,
    sql`select id, reference, state, reason, settled_as as "settledAs", language, total,
          created_at as "createdAt", entered_at as "enteredAt"
        from storefront.checkout
        where created_at >= ${from}::timestamptz or id in (
          select checkout_id from storefront.payment
          where created_at >= ${from}::timestamptz
            or session_id in (select jsonb_array_elements_text(${json(named.sessions)}))
            or intent in (select jsonb_array_elements_text(${json(named.intents)})))
        order by created_at, id`,
  );
  const ids = json(checkouts.map(({ id }) => id));
  const paymentsOf = byCheckout(
    await reader.rows(
      paymentRow,
      sql`select id, checkout_id as "checkoutId", amount, state, session_id as "sessionId", intent,
          created_at as "createdAt", settled_at as "settledAt", refunded_at as "refundedAt"
        from storefront.payment
        where checkout_id in (select jsonb_array_elements_text(${ids})::uuid) order by created_at, id`,
    ),
  );
  const placedOf = byCheckout(
    await reader.rows(
      placedRow,
      sql`select id, checkout_id as "checkoutId", data->>'totalAmountInclTax' as total
        from storefront.placed_order
        where checkout_id in (select jsonb_array_elements_text(${ids})::uuid) order by created_at, id`,
    ),
  );
  return checkouts.map((checkout) => ({
    ...checkout,
    payments: paymentsOf.get(checkout.id) ?? [],
    placed: placedOf.get(checkout.id) ?? [],
  }));
}

function byCheckout<Row extends { checkoutId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.checkoutId);
    if (group === undefined) groups.set(row.checkoutId, [row]);
    else group.push(row);
  }
  return groups;
}
