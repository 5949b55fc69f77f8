import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '@/lib/database/database';
import { filledAmount, hashed } from './filled-shop';

const kinds = [
  ['refund_failed', 'open'],
  ['dispute', 'open'],
  ['fraud_warning', 'open'],
  ['dispute', 'lost'],
  ['refunded_at_provider', 'open'],
  ['dispute', 'won'],
] as const;

/**
 * Adds work for staff to a shop filled with purchases: `each` rows in every group, and 50 times as many
 * incidents that staff have dealt with. `every`: the distance from one of these purchases to the next.
 */
export async function fillAttention(
  database: Database,
  { each, every }: { each: number; every: number },
): Promise<void> {
  const numbers = (offset: number): SQL =>
    sql`(select ${offset}::int + ${every}::int * i as n, i from generate_series(1, ${each}::int) i) made`;
  const waitsFor = (set: SQL, offset: number): SQL =>
    sql`update storefront.checkout set ${set} from ${numbers(offset)} where id = ${hashed('checkout')}`;
  const mails = (attention: string, offset: number): SQL =>
    sql`update storefront.mail set attention = ${attention}, attention_at = clock_timestamp() - i * interval '1 minute'
        from ${numbers(offset)} where id = ${hashed('mail')}`;
  const statements = [
    waitsFor(sql`state = 'attention', reason = 'order_unknown', settled_as = null`, 1),
    waitsFor(sql`escalated_at = clock_timestamp() - i * interval '1 minute'`, 2),
    sql`insert into storefront.timeline (checkout_id, at, what, detail)
        select ${hashed('checkout')}, clock_timestamp(), 'payment_unexpected',
          jsonb_build_object('payment', ${hashed('payment')}) from ${numbers(3)}`,
    sql`delete from storefront.refund using ${numbers(3)} where payment_id = ${hashed('payment')}`,
    mails('email_failed', 4),
    mails('documents_missing', 5),
    ...kinds.map((kind, index) => incidents(kind, numbers(6 + index), sql`null`)),
    sql`insert into storefront.cancellation (id, checkout_id, order_id, tickets, state, reason, override, amount, created_at,
          entered_at)
        select ${hashed('cancellation')}, ${hashed('checkout')}, gen_random_uuid(), '[]', 'cancelled', 'ill', false,
          ${filledAmount}::numeric, clock_timestamp(), clock_timestamp() from ${numbers(13)}`,
    sql`insert into storefront.refund (id, checkout_id, payment_id, cause, cancellation_id, amount, state, problem,
          created_at, entered_at)
        select gen_random_uuid(), ${hashed('checkout')}, ${hashed('payment')}, 'cancelled_tickets',
          ${hashed('cancellation')}, ${filledAmount}::numeric, 'failed', 'refund_failed', at, at
        from (select *, clock_timestamp() - i * interval '1 minute' as at from ${numbers(13)}) waits`,
    incidents(['dispute', 'open'], numbers(12), sql`clock_timestamp()`),
    incidents(
      ['fraud_warning', 'open'],
      sql`(select i as n, i from generate_series(1, ${each * 50}::int) i) made`,
      sql`clock_timestamp()`,
      'old_warning',
    ),
  ];
  await database.transaction(async (transaction) => {
    for (const statement of statements) await transaction.run(statement);
  });
}

function incidents(
  [kind, status]: readonly [string, string],
  from: SQL,
  acknowledgedAt: SQL,
  name = kind,
): SQL {
  return sql`insert into storefront.payment_incident (id, checkout_id, payment_id, kind, status, amount, currency,
      answer_due_at, opened_at, seen_at, updated_at, asked_at, acknowledged_at)
    select ${name}::text || '_' || n, ${hashed('checkout')}, ${hashed('payment')}, ${kind}, ${status},
      ${filledAmount}::numeric, 'EUR', clock_timestamp() + i * interval '1 minute', at, at, at, at, ${acknowledgedAt}
    from (select *, clock_timestamp() - i * interval '1 minute' as at from ${from}) seen`;
}
