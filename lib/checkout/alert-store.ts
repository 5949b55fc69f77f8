import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { json, type Reader, type Transaction } from '../database/database';

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

/**
 * Raises an alert, in the transaction that gives the reason for it. False when it was raised before. Race promise: the
 * unique key makes it one alert.
 */
export async function raiseAlert(transaction: Transaction, alert: NewAlert): Promise<boolean> {
  const inserted = await transaction.run(
    sql`insert into storefront.alert (id, kind, key, checkout_id, detail, created_at)
        values (${newId()}, ${alert.kind}, ${alert.key}, ${alert.checkoutId}, ${json(alert.detail)}, clock_timestamp())
        on conflict (kind, key) do nothing`,
  );
  return inserted === 1;
}

/** `other`: a kind that only a newer version running beside this one knows. */
const storedKindSchema = z.enum([...alertKinds, 'other']).catch('other');

const storedAlertSchema = z.object({
  kind: storedKindSchema,
  checkoutId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
});
type StoredAlert = z.infer<typeof storedAlertSchema>;

/** Whether there are alerts of which the operator was not told. */
export async function areAlertsWaiting(reader: Reader): Promise<boolean> {
  const found = await reader.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.alert where notified_at is null limit 1`,
  );
  return found.length > 0;
}

/** Takes alerts that are only to be logged; they are not taken again. */
export function takeAlertsToLog(transaction: Transaction, limit: number): Promise<StoredAlert[]> {
  return transaction.write(
    storedAlertSchema,
    sql`update storefront.alert set notified_at = clock_timestamp()
        where id in (select id from storefront.alert where notified_at is null
          order by created_at limit ${limit} for update skip locked)
        returning kind, checkout_id as "checkoutId", detail, created_at as "createdAt"`,
  );
}

/** Any number that no other advisory lock of this database has. */
const alertEmailLock = 4_027_311;

const attemptSchema = z.object({
  /** Seconds since an alert e-mail was last tried; null when none ever was. */
  seconds: z.number().nullable(),
  /** How often those that wait were tried. */
  tries: z.int(),
});

/**
 * Takes all waiting alerts for one e-mail, when `secondsBetween` such e-mails have passed since the last try. False when
 * it is too early, or another process takes them. Race promise: an advisory lock, and each taking counts as a try, so
 * that any number of processes together send no more than one e-mail in that time.
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
  const taken = await transaction.run(
    sql`update storefront.alert
        set email_id = ${emailId}, attempted_at = clock_timestamp(), tries = ${last.tries} + 1
        where notified_at is null`,
  );
  return taken > 0;
}

const alertOfEmailSchema = storedAlertSchema.extend({
  reference: z.string().nullable(),
  /** Of the purchase: why it needs staff, and what was to be paid. */
  reason: z.string().nullable(),
  total: z.string().nullable(),
});
export type AlertOfEmail = z.infer<typeof alertOfEmailSchema>;

/** The alerts that an e-mail carries, the first raised first, with what is known of their purchases. */
export function readAlertsOfEmail(reader: Reader, emailId: string, limit: number): Promise<AlertOfEmail[]> {
  return reader.rows(
    alertOfEmailSchema,
    sql`select alert.kind, alert.checkout_id as "checkoutId", alert.detail, alert.created_at as "createdAt",
          checkout.reference, checkout.reason, checkout.total
        from storefront.alert left join storefront.checkout on checkout.id = alert.checkout_id
        where alert.email_id = ${emailId} order by alert.created_at, alert.id limit ${limit}`,
  );
}

const alertCountSchema = z.object({
  kind: storedKindSchema,
  /** Of an alert about a payment: what happened, and how it stands. */
  incident: z.string().nullable(),
  status: z.string().nullable(),
  count: z.int(),
});
export type AlertCount = z.infer<typeof alertCountSchema>;

/** How many alerts an e-mail carries, by their kind and by what happened to payments. */
export function countAlertsOfEmail(reader: Reader, emailId: string): Promise<AlertCount[]> {
  return reader.rows(
    alertCountSchema,
    sql`select kind, detail->>'incidentKind' as incident, detail->>'status' as status, count(*)::int as count
        from storefront.alert where email_id = ${emailId}
        group by kind, incident, status order by count desc, kind, incident, status`,
  );
}

/** The operator has got the e-mail. */
export async function finishAlertEmail(transaction: Transaction, emailId: string): Promise<void> {
  await transaction.run(
    sql`update storefront.alert set notified_at = clock_timestamp() where email_id = ${emailId}`,
  );
}
