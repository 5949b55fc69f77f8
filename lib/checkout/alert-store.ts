import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { json, type Transaction } from '../database/database';

/**
 * Why the operator is alerted: a checkout that no program can finish, a checkout that stays in one state for too long,
 * an e-mail that can't be delivered, a finding of the reconciliation, an event at the provider after the purchase, a
 * row that this version can't read.
 */
export const alertKinds = [
  'checkout_needs_attention',
  'checkout_overdue',
  'email_failed',
  'reconciliation_finding',
  'payment_incident',
  'unreadable_row',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export interface NewAlert {
  kind: AlertKind;
  /** Identifies what it is about: raising the same kind and key again does nothing. */
  key: string;
  checkoutId: string | null;
  /** Identifiers, amounts and counts; nothing personal. */
  detail: Record<string, unknown>;
}

/** Raises an alert, in the transaction that gives the reason for it. Race promise: the unique key makes it one alert. */
export async function raiseAlert(transaction: Transaction, alert: NewAlert): Promise<void> {
  await transaction.run(
    sql`insert into storefront.alert (id, kind, key, checkout_id, detail, created_at)
        values (${newId()}, ${alert.kind}, ${alert.key}, ${alert.checkoutId}, ${json(alert.detail)}, clock_timestamp())
        on conflict (kind, key) do nothing`,
  );
}
