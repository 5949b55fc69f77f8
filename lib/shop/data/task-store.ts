import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Reader, Transaction } from '../../database/database';
import { type TaskKind, taskTable } from '../tables/task-table';
import type { Settlement } from '../values/checkout-values';

type Row = typeof taskTable.$inferSelect;

const { id, kind, key, checkoutId, reason, amount, dueAt, closedAt } = taskTable;
const now = sql`clock_timestamp()`;

export type NewTask = Pick<Row, 'kind' | 'key' | 'checkoutId' | 'reason'> &
  Partial<Pick<Row, 'amount' | 'currency' | 'dueAt'>>;

/** Creates a task; one that is open gets what is new about it. */
export async function openTask({ db }: Transaction, task: NewTask): Promise<void> {
  const { kind: of, key: about, checkoutId: purchase, ...content } = task;
  await db
    .insert(taskTable)
    .values({ ...content, id: newId(), kind: of, key: about, checkoutId: purchase, since: now })
    .onConflictDoUpdate({ target: [kind, key], targetWhere: sql`closed_at is null`, set: content });
}

/** The part of a statement that closes the open tasks about a row: a program has done them, or they are needless. */
export const closing = (about: SQL, kinds: readonly TaskKind[]): SQL =>
  sql`update storefront.task set closed_at = ${now}
      where key in (${about}) and closed_at is null and kind in ${kinds}`;

export async function closeTasks(
  transaction: Transaction,
  about: string,
  kinds: readonly TaskKind[],
): Promise<void> {
  await transaction.run(closing(sql`${about}`, kinds));
}

interface Done {
  staff: string;
  settledAs?: Settlement;
}

/**
 * Staff have done what these tasks ask for. Concurrency guarantee: one conditional UPDATE, so of two concurrent calls one closes
 * a task. Resolves to those that it has closed.
 */
export function settleTasks(
  { db }: Transaction,
  which: SQL | undefined,
  { staff, settledAs }: Done,
): Promise<Row[]> {
  return db
    .update(taskTable)
    .set({ closedAt: now, closedBy: staff, ...(settledAs === undefined ? {} : { settledAs }) })
    .where(and(which, isNull(closedAt)))
    .returning();
}

export const isTask = (of: TaskKind, about: string) => and(eq(kind, of), eq(key, about));

export const areTasksOf = (purchase: string, kinds: readonly TaskKind[]) =>
  and(eq(checkoutId, purchase), inArray(kind, [...kinds]));

export type OpenTask = Pick<Row, 'id' | 'kind' | 'key' | 'reason' | 'amount' | 'dueAt'>;

/** What is to be done about a purchase. */
export function readOpenTasks({ db }: Reader, purchase: string): Promise<OpenTask[]> {
  return db
    .select({ id, kind, key, reason, amount, dueAt })
    .from(taskTable)
    .where(and(eq(checkoutId, purchase), isNull(closedAt)))
    .orderBy(taskTable.since, id);
}

/** The tasks of a kind about a row, open or not, the latest first. */
export function readTasks({ db }: Reader, of: TaskKind, about: string): Promise<Row[]> {
  return db.select().from(taskTable).where(isTask(of, about)).orderBy(desc(taskTable.since), desc(id));
}
