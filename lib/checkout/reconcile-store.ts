import { sql, type SQL } from 'drizzle-orm';
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

const placedRow = z.object({
  id: z.string(),
  checkoutId: z.string(),
  total: amountSchema,
  createdAt: z.date(),
});
export type PlacedRow = z.infer<typeof placedRow>;

/** A checkout with its money and its orders, as they are written down here. */
export interface Account extends z.infer<typeof checkoutRow> {
  payments: readonly PaymentRow[];
  placed: readonly PlacedRow[];
}

/** From one moment on, and before another. */
export interface Range {
  from: Date;
  until: Date;
}

export function isWithin({ from, until }: Range, moment: Date): boolean {
  return moment >= from && moment < until;
}

/** What the provider and the service listed: payment sessions, payment intents, and references of checkouts. */
export interface Named {
  sessions: readonly string[];
  intents: readonly string[];
  references: readonly string[];
}

/** Checkouts begun in a range, or refunded in it, or one of those that the provider or the service names. */
export function readAccounts(reader: Reader, { from, until }: Range, named: Named): Promise<Account[]> {
  const within = (column: SQL) =>
    sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`;
  const listed = (values: readonly string[]) => sql`(select jsonb_array_elements_text(${json(values)}))`;
  return accountsOf(
    reader,
    // One branch for each index.
    sql`select id from storefront.checkout where ${within(sql`created_at`)}
        union select checkout_id from storefront.payment where ${within(sql`refunded_at`)}
        union select checkout_id from storefront.payment where session_id in ${listed(named.sessions)}
        union select checkout_id from storefront.payment where intent in ${listed(named.intents)}
        union select id from storefront.checkout where reference in ${listed(named.references)}`,
  );
}

/** One checkout; null when there is none (any more). */
export async function readAccount(reader: Reader, id: string): Promise<Account | null> {
  const [found] = await accountsOf(reader, sql`select ${id}::uuid`);
  return found ?? null;
}

async function accountsOf(reader: Reader, chosen: SQL): Promise<Account[]> {
  const checkouts = await reader.rows(
    checkoutRow,
    sql`select id, reference, state, reason, settled_as as "settledAs", language, total,
          created_at as "createdAt", entered_at as "enteredAt"
        from storefront.checkout where id in (${chosen}) order by created_at, id`,
  );
  const ids = sql`(select jsonb_array_elements_text(${json(checkouts.map(({ id }) => id))})::uuid)`;
  const paymentsOf = byCheckout(
    await reader.rows(
      paymentRow,
      sql`select id, checkout_id as "checkoutId", amount, state, session_id as "sessionId", intent,
          created_at as "createdAt", settled_at as "settledAt", refunded_at as "refundedAt"
        from storefront.payment where checkout_id in ${ids} order by created_at, id`,
    ),
  );
  const placedOf = byCheckout(
    await reader.rows(
      placedRow,
      sql`select id, checkout_id as "checkoutId", data->>'totalAmountInclTax' as total, created_at as "createdAt"
        from storefront.placed_order where checkout_id in ${ids} order by created_at, id`,
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
