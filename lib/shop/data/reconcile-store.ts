import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { boundTexts } from '../../database/bound-rows';
import { isOneOf } from '../../database/conditions';
import type { Reader } from '../../database/database';
import { type Refund, refundTable } from '../tables/refund-table';
import { paymentIncidentTable } from '../tables/incident-table';
import type { Checkout, Payment } from '../rules/checkout';
import { checkoutTable, paymentTable, placedOrderTable } from '../tables/checkout-table';
import { settledAs, taskTable } from '../tables/task-table';
import { paymentsWhere } from './payment-store';

const { id, reference, state, reason, language, total, credit, createdAt, enteredAt } = checkoutTable;
const money = { total, credit };
const checkoutColumns = { id, reference, state, reason, settledAs, language, ...money, createdAt, enteredAt };

const placedColumns = {
  id: placedOrderTable.id,
  checkoutId: placedOrderTable.checkoutId,
  createdAt: placedOrderTable.createdAt,
};
export type PlacedRow = Pick<typeof placedOrderTable.$inferSelect, keyof typeof placedColumns>;

export interface Account extends Pick<Checkout, keyof typeof checkoutColumns> {
  payments: readonly Payment[];
  placed: readonly PlacedRow[];
  /** Those that the shop has asked for: of the whole payment, or for cancelled tickets. */
  refunds: readonly Refund[];
  /** The provider's ids of failed refunds whose money staff have given back in another way. */
  replacedRefunds: readonly string[];
  /** The provider's ids of refunds on its own pages that staff have dealt with. */
  acknowledgedRefunds: readonly string[];
}

/** From one moment (included) to another (excluded). */
export interface Range {
  from: Date;
  until: Date;
}

export function isWithin({ from, until }: Range, moment: Date): boolean {
  return moment >= from && moment < until;
}

/** What the provider and the service listed: payment sessions, intents, and references of checkouts. */
interface Named {
  sessions: readonly string[];
  intents: readonly string[];
  references: readonly string[];
}

/** Checkouts begun or refunded in a range, and those that the provider or the service names. */
export function readAccounts(reader: Reader, { from, until }: Range, named: Named): Promise<Account[]> {
  const within = (column: SQL) =>
    sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`;
  return selectAccounts(
    reader,
    // One branch for each index.
    sql`select id from storefront.checkout where ${within(sql`created_at`)}
        union select checkout_id from storefront.refund where state in ('done', 'settled') and ${within(sql`entered_at`)}
        union select checkout_id from storefront.payment where session_id in ${boundTexts(named.sessions)}
        union select checkout_id from storefront.payment where intent in ${boundTexts(named.intents)}
        union select id from storefront.checkout where reference in ${boundTexts(named.references)}`,
  );
}

export async function readAccount(reader: Reader, checkoutId: string): Promise<Account | null> {
  const [found] = await selectAccounts(reader, sql`select ${checkoutId}::uuid`);
  return found ?? null;
}

async function selectAccounts(reader: Reader, chosen: SQL): Promise<Account[]> {
  const { db } = reader;
  const checkouts = await db
    .select(checkoutColumns)
    .from(checkoutTable)
    .where(sql`${id} in (${chosen})`)
    .orderBy(createdAt, id);
  const ids = checkouts.map((checkout) => checkout.id);
  const payments = await paymentsWhere(reader, isOneOf(paymentTable.checkoutId, ids));
  const placed = await db
    .select(placedColumns)
    .from(placedOrderTable)
    .where(isOneOf(placedOrderTable.checkoutId, ids))
    .orderBy(placedOrderTable.createdAt, placedOrderTable.id);
  const refunds = await db
    .select()
    .from(refundTable)
    .where(isOneOf(refundTable.checkoutId, ids))
    .orderBy(refundTable.createdAt, refundTable.id);
  const { id: incidentId, checkoutId, paidBack } = paymentIncidentTable;
  const replaced = await db
    .select({ id: incidentId, checkoutId })
    .from(paymentIncidentTable)
    .where(and(isOneOf(checkoutId, ids), isNotNull(paidBack)));
  const acknowledged = await db
    .select({ id: taskTable.key, checkoutId: taskTable.checkoutId })
    .from(taskTable)
    .where(
      and(
        isOneOf(taskTable.checkoutId, ids),
        eq(taskTable.reason, 'refunded_at_provider'),
        isNotNull(taskTable.closedBy),
      ),
    );
  const replacedOf = grouped(replaced, (one) => one.checkoutId);
  const acknowledgedOf = grouped(acknowledged, (one) => one.checkoutId);
  const refundsOf = grouped(refunds, ({ checkoutId }) => checkoutId);
  const paymentsOf = grouped(payments, (payment) => payment.checkoutId);
  const placedOf = grouped(placed, (order) => order.checkoutId);
  return checkouts.map((checkout) => {
    return {
      ...checkout,
      payments: paymentsOf.get(checkout.id) ?? [],
      placed: placedOf.get(checkout.id) ?? [],
      refunds: refundsOf.get(checkout.id) ?? [],
      replacedRefunds: (replacedOf.get(checkout.id) ?? []).map((one) => one.id),
      acknowledgedRefunds: (acknowledgedOf.get(checkout.id) ?? []).map((one) => one.id),
    };
  });
}

/** In the order of the rows. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
