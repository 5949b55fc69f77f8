import { count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Reader, Transaction } from '../../database/database';
import { checkoutTable } from '../tables/checkout-table';
import { alertTable } from '../tables/alert-table';

const { id, kind, checkoutId, detail, createdAt, notifiedAt } = alertTable;
const columns = { kind, checkoutId, detail, createdAt };
const now = sql`clock_timestamp()`;

type StoredAlert = Pick<typeof alertTable.$inferSelect, keyof typeof columns>;
export type AlertKind = Exclude<StoredAlert['kind'], 'other'>;

export interface NewAlert {
  kind: AlertKind;
  /** Identifies the subject of the alert: raising the same kind and key again does nothing. */
  key: string;
  checkoutId: string | null;
  /** Identifiers, amounts and counts; nothing personal. */
  detail: Record<string, unknown>;
}

/**
 * Raises an alert, in the transaction that gives the reason for it. False when it was raised before.
 * Concurrency guarantee: the unique key allows one alert of each kind and key.
 */
export async function raiseAlert({ db }: Transaction, alert: NewAlert): Promise<boolean> {
  const inserted = await db
    .insert(alertTable)
    .values({ ...alert, id: newId(), createdAt: now })
    .onConflictDoNothing({ target: [kind, alertTable.key] })
    .returning({ id });
  return inserted.length === 1;
}

/** Asked once a second: in the order of the index, so that it is used, whatever the planner expects. */
export const areAlertsWaiting = sql`coalesce(
  (select true from storefront.alert where notified_at is null order by created_at limit 1), false)`;

/** Concurrency guarantee: locked rows are skipped, so no alert is taken twice. */
export async function takeAlertsToLog({ db }: Transaction, limit: number): Promise<StoredAlert[]> {
  const waiting = db
    .select({ id })
    .from(alertTable)
    .where(isNull(notifiedAt))
    .orderBy(createdAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db.update(alertTable).set({ notifiedAt: now }).where(inArray(id, waiting)).returning(columns);
}

/** An arbitrary number that no other advisory lock of this database uses. */
const alertEmailLock = 4_027_311;

const attemptSchema = z.object({
  /** Seconds since an alert e-mail was last tried; null when none ever was. */
  seconds: z.number().nullable(),
  tries: z.int(),
});

/**
 * Assigns all waiting alerts to one e-mail if `secondsBetween` have passed since the last try. False when it
 * is too early, or when another process is assigning them. Concurrency guarantee: an advisory lock, and every
 * call that returns true counts as a try, so all processes together send at most one e-mail in that time.
 */
export async function takeAlertsToMail(
  transaction: Transaction,
  emailId: string,
  secondsBetween: (tries: number) => number,
): Promise<boolean> {
  const [lock] = await transaction.write(
    z.object({ locked: z.boolean() }),
    sql`select pg_try_advisory_xact_lock(${alertEmailLock}) as locked`,
  );
  if (lock?.locked !== true) return false;
  const [last] = await transaction.rows(
    attemptSchema,
    sql`select extract(epoch from clock_timestamp() - (select max(attempted_at) from storefront.alert))::float8 as seconds,
          coalesce((select max(tries) from storefront.alert where notified_at is null), 0) as tries`,
  );
  if (last === undefined || (last.seconds !== null && last.seconds < secondsBetween(last.tries)))
    return false;
  const taken = await transaction.db
    .update(alertTable)
    .set({ emailId, attemptedAt: now, tries: last.tries + 1 })
    .where(isNull(notifiedAt))
    .returning({ id });
  return taken.length > 0;
}

export type AlertOfEmail = Awaited<ReturnType<typeof readAlertsOfEmail>>[number];

export async function readAlertsOfEmail({ db }: Reader, emailId: string, limit: number) {
  const { reference, reason, total } = checkoutTable;
  return db
    .select({ ...columns, reference, reason, total })
    .from(alertTable)
    .leftJoin(checkoutTable, eq(checkoutTable.id, checkoutId))
    .where(eq(alertTable.emailId, emailId))
    .orderBy(createdAt, id)
    .limit(limit);
}

export type AlertCount = Awaited<ReturnType<typeof countAlertsOfEmail>>[number];

/** `incident`: for an alert about a payment, what happened. */
export async function countAlertsOfEmail({ db }: Reader, emailId: string) {
  const incident = sql<string | null>`${detail}->>'incidentKind'`;
  const status = sql<string | null>`${detail}->>'status'`;
  const group = [kind, incident, status];
  return db
    .select({ kind, incident, status, count: count() })
    .from(alertTable)
    .where(eq(alertTable.emailId, emailId))
    .groupBy(...group)
    .orderBy(desc(count()), ...group);
}

export async function finishAlertEmail({ db }: Transaction, emailId: string): Promise<void> {
  await db.update(alertTable).set({ notifiedAt: now }).where(eq(alertTable.emailId, emailId));
}
