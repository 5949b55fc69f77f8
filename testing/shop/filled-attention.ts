import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '@/lib/database/database';
import { type TaskKind, taskKinds } from '@/lib/shop/tables/task-table';
import { filledAmount, hashed } from './filled-shop';

/** What staff have to do, by the kind of task; a kind alone: the reason has the same name. */
const reasons: Partial<Record<TaskKind, string>> = {
  purchase: 'order_unknown',
  refund: 'cancellation_refund_failed',
  refund_failed: 'refund_undelivered',
  to_acknowledge: 'refunded_at_provider',
  at_bank: 'dispute_open',
};

/**
 * Adds work for staff to a shop filled with purchases: `each` tasks of every kind, and 50 times as many that staff have dealt
 * with. `every`: the distance from one of these purchases to the next.
 */
export async function fillAttention(
  database: Database,
  { each, every }: { each: number; every: number },
): Promise<void> {
  const tasks = (kind: TaskKind, rows: SQL, closedAt: SQL): SQL =>
    sql`insert into storefront.task (id, kind, key, checkout_id, reason, amount, since, due_at, closed_at, closed_by)
        select gen_random_uuid(), ${kind}, ${kind}::text || '_' || n, ${hashed('checkout')}, ${reasons[kind] ?? kind},
          ${filledAmount}::numeric, clock_timestamp() - i * interval '1 minute',
          clock_timestamp() + i * interval '1 minute', ${closedAt}, case when ${closedAt} is null then null else 'ada' end
        from ${rows} made`;
  const statements = [
    ...taskKinds.map((kind, offset) =>
      tasks(
        kind,
        sql`(select ${offset + 1}::int + ${every}::int * i as n, i from generate_series(1, ${each}::int) i)`,
        sql`null::timestamptz`,
      ),
    ),
    tasks(
      'fraud_warning',
      sql`(select i as n, i from generate_series(1, ${each * 50}::int) i)`,
      sql`clock_timestamp()`,
    ),
  ];
  await database.transaction(async (transaction) => {
    for (const statement of statements) await transaction.run(statement);
  });
}
