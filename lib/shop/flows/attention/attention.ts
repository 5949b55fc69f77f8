import { sql, type SQL } from 'drizzle-orm';
import type { Reader } from '../../../database/database';
import { orderColumns, paidInstead, type FoundOrder } from '../lookup/find-orders';
import { isOfCatalogs } from '../../data/booking-catalogs';
import type { StaffCatalogs } from '../../rules/staff-catalogs';
import { checkoutTable } from '../../tables/checkout-table';
import { type TaskKind, taskKinds, taskTable } from '../../tables/task-table';

/** A task of the staff list, with its purchase. */
export interface Waiting extends FoundOrder {
  task: Pick<typeof taskTable.$inferSelect, 'id' | 'kind' | 'key' | 'reason' | 'currency' | 'dueAt'>;
  /** Since when, by the database's clock. */
  waitingSeconds: number;
}

/** How many tasks of a kind are shown when all kinds are shown, and on a page of one kind. */
export const besideOthers = 10;
export const onOnePage = 25;

/** Which part of the list is shown; `group` null: the beginning of every kind of task. */
export interface AttentionPlace {
  group: TaskKind | null;
  /** Counted from 1. A page number after the last page shows the last page. */
  page: number;
}

export interface AttentionPart {
  group: TaskKind;
  count: number;
  page: number;
  pages: number;
  entries: Waiting[];
}

/**
 * A page of one kind, even if nothing waits in it; or the beginning of every kind with something in it. Only of bookings whose
 * tickets are all of these catalogues.
 */
export async function readAttentionPlace(
  reader: Reader,
  { group, page }: AttentionPlace,
  catalogs: StaffCatalogs,
): Promise<AttentionPart[]> {
  const size = group === null ? besideOthers : onOnePage;
  const found = await readTasks(reader, { kind: group, page, size, catalogs });
  const parts = (group === null ? taskKinds : [group]).map((kind) => {
    const entries = found.filter(({ task }) => task.kind === kind);
    const count = entries[0]?.count ?? 0;
    const pages = group === null ? 1 : Math.max(1, Math.ceil(count / size));
    return { group: kind, count, page: Math.min(page, pages), pages, entries };
  });
  return group === null ? parts.filter(({ count }) => count > 0) : parts;
}

/** Of these the newest is the most urgent; of others the one that waits longest. */
const newestFirst: readonly TaskKind[] = ['fraud_warning', 'dispute_lost', 'to_acknowledge', 'at_bank'];
/** A dispute without a deadline from the provider may be due at once. */
const urgency: SQL = sql`case when kind = 'dispute_open' then due_at end nulls first,
  case when kind in ${newestFirst} then since end desc nulls last, since, key`;

/**
 * A page of the open tasks of one kind, or of each, with their purchases and the number of all of a kind; within a kind the most
 * urgent first. A page after the last one is the last one.
 */
function readTasks(
  { db }: Reader,
  {
    kind: ofKind,
    page,
    size,
    catalogs,
  }: { kind: TaskKind | null; page: number; size: number; catalogs: StaffCatalogs },
): Promise<(Waiting & { count: number })[]> {
  const before = sql`(least(${page}::int, ceil(count::numeric / ${size})) - 1) * ${size}`;
  return db
    .select({
      ...orderColumns,
      // The money that waits; or what was to be paid: the rest was paid with exchanged tickets.
      total: sql<
        string | null
      >`coalesce(task.amount::text, ${paidInstead}, greatest(${checkoutTable.total} - ${checkoutTable.credit}, 0)::text)`,
      task: {
        id: sql<string>`task.id`,
        kind: sql<TaskKind>`task.kind`,
        key: sql<string>`task.key`,
        reason: sql<string>`task.reason`,
        currency: sql<string>`task.currency`,
        dueAt: sql<Date | null>`task.due_at`.mapWith(taskTable.dueAt),
      },
      waitingSeconds: sql<number>`greatest(0, floor(extract(epoch from clock_timestamp() - task.since)))::int`,
      count: sql<number>`count::int`,
    })
    .from(
      sql`(select *, count(*) over (partition by kind) as count,
          row_number() over (partition by kind order by ${urgency}) as place
        from storefront.task
        where closed_at is null and (${ofKind}::text is null or kind = ${ofKind})
          and ${isOfCatalogs(sql`task.checkout_id`, catalogs)}) as task`,
    )
    .innerJoin(checkoutTable, sql`${checkoutTable.id} = task.checkout_id`)
    .where(sql`place > ${before} and place <= ${before} + ${size}`)
    .orderBy(sql`task.kind`, sql`place`);
}
