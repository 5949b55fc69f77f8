import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { boundTexts } from '../../database/bound-rows';
import { type Database, json, type Reader, type Transaction } from '../../database/database';
import { readQuery } from '../rules/read-query';
import { checkoutTable, plainReference } from '../tables/checkout-table';
import { auditChanges } from '../values/audit-changes';
import {
  type AuditAction,
  auditLooks,
  auditTable,
  staffMemberTable,
  type subjectKinds,
} from '../tables/audit-table';

export interface AuditRecord {
  /** The identity provider's identifier of the person. */
  staff: string;
  action: AuditAction;
  subject?: { kind: (typeof subjectKinds)[number]; id: string };
  /** Amounts, counts and identifiers; no personal data of customers but a masked `address`. */
  detail?: Record<string, unknown>;
}

/** Writes an entry of the audit log, in the transaction of the action that it is about. */
export async function audit(
  { db }: Transaction,
  { staff, action, subject, detail = {} }: AuditRecord,
): Promise<void> {
  const [subjectKind, subjectId] = [subject?.kind, subject?.id];
  await db
    .insert(auditTable)
    .values({ at: sql`clock_timestamp()`, staff, action, subjectKind, subjectId, detail });
}

/** Writes an entry of the audit log about an action that changes nothing else: looking at an order, a search. */
export function auditAlone({ database }: { database: Database }, record: AuditRecord): Promise<void> {
  return database.transaction((transaction) => audit(transaction, record));
}

/**
 * As `auditAlone`, for an action that may be repeated without doing anything again: `key` is the member of `detail` that names what
 * was made. Concurrency guarantee: of several calls at once, one writes the entry.
 */
export function auditOnce(
  { database }: { database: Database },
  record: AuditRecord,
  key: string,
): Promise<void> {
  const { action, detail = {} } = record;
  const made = json({ [key]: detail[key] });
  return database.transaction(async (transaction) => {
    await transaction.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${action} ${String(detail[key])}`}, 0))`,
    );
    const written = sql`${auditTable.action} = ${action} and ${auditTable.detail} @> ${made}`;
    if ((await transaction.db.$count(auditTable, written)) === 0) await audit(transaction, record);
  });
}

/** Remembers the name of a person who signs in. */
export async function saveStaffName(
  { db }: Transaction,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const signedInAt = sql`clock_timestamp()`;
  await db
    .insert(staffMemberTable)
    .values({ id, name, signedInAt })
    .onConflictDoUpdate({ target: staffMemberTable.id, set: { name, signedInAt } });
}

export interface AuditFilter {
  /** A person's name or identifier, the reference of a purchase, or another identifier. */
  about?: string | undefined;
  /** The name of one, or `auditChanges`. */
  action?: string | undefined;
  /** YYYY-MM-DD; `to` is included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Of these days: the IANA name. */
  timeZone?: string;
  /** The entry after which the page begins: older ones follow. */
  before?: number | undefined;
}

export const auditPageSize = 100;

const checkoutOfEntry = sql`case when ${auditTable.subjectKind} = 'checkout' then ${auditTable.subjectId}::uuid end`;

/** What an entry is about, by its action. */
const idIn = (name: string, action: AuditAction) =>
  sql`case when ${auditTable.action} = ${action} then (${auditTable.detail}->>${name})::uuid end`;

/** Why, as it was typed; it is stored with the cancellation or the refund, and erased with the personal data. */
const cancellationReason = sql<string | null>`coalesce(
  (select nullif(reason, '') from storefront.cancellation
    where id = ${idIn('cancellation', 'cancellation_requested')}),
  (select settled_reason from storefront.refund where id = ${idIn('refund', 'cancellation_settled')}),
  (select reason from storefront.refund where id = ${idIn('refund', 'goodwill_requested')}))`;

const subjectMember = alias(staffMemberTable, 'subject_member');

/** Entries of the audit log, the newest first, with the name of the person and the reference of the purchase. */
export async function readAudit(reader: Reader, filter: AuditFilter) {
  const { about, action, from, to, timeZone = 'UTC', before } = filter;
  const startOf = (day: SQL) => sql`(${day})::timestamp at time zone ${timeZone}`;
  const given: (SQL | undefined)[] = [
    about === undefined ? undefined : await isAbout(reader, about),
    action === undefined ? undefined : isAction(action),
    from === undefined ? undefined : gte(auditTable.at, startOf(sql`${from}::date`)),
    to === undefined ? undefined : lt(auditTable.at, startOf(sql`${to}::date + 1`)),
    before === undefined ? undefined : lt(auditTable.id, before),
  ];
  return reader.db
    .select({
      ...getTableColumns(auditTable),
      cancellationReason,
      name: staffMemberTable.name,
      /** Of a member of staff whom the entry is about. */
      subjectName: subjectMember.name,
      reference: checkoutTable.reference,
    })
    .from(auditTable)
    .leftJoin(staffMemberTable, eq(staffMemberTable.id, auditTable.staff))
    .leftJoin(
      subjectMember,
      and(eq(auditTable.subjectKind, 'staff'), eq(subjectMember.id, auditTable.subjectId)),
    )
    .leftJoin(checkoutTable, sql`${checkoutTable.id} = ${checkoutOfEntry}`)
    .where(and(...given))
    .orderBy(desc(auditTable.id))
    .limit(auditPageSize);
}

const isAction = (action: string): SQL =>
  action === auditChanges
    ? notInArray(auditTable.action, [...auditLooks])
    : sql`${auditTable.action} = ${action}`;

export type AuditEntry = Awaited<ReturnType<typeof readAudit>>[number];

/** The members of `detail` that identify something. */
const identifiers = [
  'document',
  'ticket',
  'payment',
  'incident',
  'cancellation',
  'override',
  'voucher',
  'session',
  'code',
  'hash',
  'file',
  'earlier',
];

const foundRow = z.object({ id: z.string() });

/** By the person, the subject, or an identifier in the details; each through an index. */
async function isAbout(reader: Reader, text: string): Promise<SQL | undefined> {
  const code = readQuery(text)?.code ?? null;
  const ours = code === null ? '' : `${code.slice(0, 4)}-${code.slice(4)}`;
  const people = await reader.rows(
    foundRow,
    sql`select id from storefront.staff_member where strpos(lower(name), lower(${text})) > 0`,
  );
  const checkouts = await reader.rows(
    foundRow,
    sql`select id from storefront.checkout where reference = ${ours}
        union select checkout_id from storefront.placed_order where ${plainReference} = ${code}`,
  );
  const texts = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const isOneOfTexts = (column: Column, ids: readonly string[]) =>
    sql`${column} = any(array${boundTexts(ids)})`;
  return or(
    isOneOfTexts(auditTable.staff, [text, ...people.map(({ id }) => id)]),
    isOneOfTexts(auditTable.subjectId, [...texts, ...[...people, ...checkouts].map(({ id }) => id)]),
    ...identifiers.flatMap((name) =>
      texts.map((one) => sql`${auditTable.detail} @> ${json({ [name]: one })}`),
    ),
  );
}
