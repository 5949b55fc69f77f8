import { sql, type SQL } from 'drizzle-orm';
import type { Checkout } from '../rules/checkout';
import { insertedHolds, type NewHold } from './hold-store';
import { insertJobs, jobRow } from './job-store';
import { insertEntry } from './timeline-store';

const now = sql`clock_timestamp()`;

export type NewCheckout = Pick<Checkout, 'id' | 'reference' | 'language' | 'expiresAt'> &
  Partial<Pick<Checkout, 'channel'>>;

/** The parts of a statement that make a checkout, with the job that ends what it holds. */
export function insertedCheckout({
  id,
  reference,
  language,
  channel = 'web',
  expiresAt: end,
}: NewCheckout): SQL[] {
  const endsAt = sql`${end.toISOString()}::timestamptz`;
  return [
    sql`made as (
          insert into storefront.checkout
            (id, reference, state, entered_at, created_at, language, channel, entries, expires_at)
          values (${id}, ${reference}, 'held', ${now}, ${now}, ${language}, ${channel}, '{}'::jsonb, ${endsAt}))`,
    sql`queued as (${insertJobs(sql`select ${jobRow('hold', sql`${id}::text`, endsAt)}`)})`,
  ];
}

/** The parts of a statement that make a checkout which holds this. `detail`: what the timeline says beside their number. */
export const insertedHeld = (
  checkout: NewCheckout,
  holds: readonly Omit<NewHold, 'checkoutId'>[],
  detail: Record<string, unknown> = {},
): SQL[] => [
  ...insertedCheckout(checkout),
  insertedHolds(holds.map((hold) => ({ ...hold, checkoutId: checkout.id }))),
  sql`noted as (${insertEntry(checkout.id, 'held', { reservations: holds.length, ...detail })})`,
];
