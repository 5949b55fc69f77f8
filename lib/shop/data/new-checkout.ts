import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../database/database';
import { together } from '../../database/together';
import type { Checkout } from '../rules/checkout';
import { insertJobs, jobRow } from './job-store';

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

export async function insertCheckout(transaction: Transaction, checkout: NewCheckout): Promise<void> {
  await transaction.run(together(insertedCheckout(checkout)));
}
