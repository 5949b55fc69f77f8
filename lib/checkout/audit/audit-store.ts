import { and, desc, eq, getTableColumns, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Reader, Transaction } from '../../database/database';
import { checkoutTable } from '../state/checkout-table';
import { type AuditAction, auditTable, staffMemberTable, type subjectKinds } from './audit-table';

export interface AuditRecord {
  /** The identity provider's identifier of the person. */
  staff: string;
  action: AuditAction;
  subject?: { kind: (typeof subjectKinds)[number]; id: string };
  /** Amounts, counts and identifiers; no personal data of customers. */
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

/** The same for what changes nothing else: looking at an order, a search. */
export function auditAlone({ database }: { database: Database }, record: AuditRecord): Promise<void> {
  return database.transaction((transaction) => audit(transaction, record));
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

/** Entries of the audit log, the newest first, with the name of the person and the reference of the purchase. */
export async function readAudit({ db }: Reader, filter: AuditFilter) {
  const { about, action, from, to, timeZone = 'UTC', before } = filter;
  const startOf = (day: SQL) => sql`(${day})::timestamp at time zone ${timeZone}`;
  const given: (SQL | undefined)[] = [
    about === undefined ? undefined : isAbout(about),
    action === undefined ? undefined : sql`${auditTable.action} = ${action}`,
    from === undefined ? undefined : gte(auditTable.at, startOf(sql`${from}::date`)),
    to === undefined ? undefined : lt(auditTable.at, startOf(sql`${to}::date + 1`)),
    before === undefined ? undefined : lt(auditTable.id, before),
  ];
  return db
    .select({
      ...getTableColumns(auditTable),
      name: staffMemberTable.name,
      reference: checkoutTable.reference,
    })
    .from(auditTable)
    .leftJoin(staffMemberTable, eq(staffMemberTable.id, auditTable.staff))
    .leftJoin(checkoutTable, sql`${checkoutTable.id} = ${checkoutOfEntry}`)
    .where(and(...given))
    .orderBy(desc(auditTable.id))
    .limit(auditPageSize);
}

export type AuditEntry = Awaited<ReturnType<typeof readAudit>>[number];

/** By the person, or by the subject; each through an index. */
function isAbout(text: string): SQL | undefined {
  const people = sql`select id from storefront.staff_member where strpos(lower(name), lower(${text})) > 0`;
  const checkouts = sql`select id::text from storefront.checkout where reference = upper(${text})`;
  return or(
    eq(auditTable.staff, text),
    sql`${auditTable.staff} in (${people})`,
    eq(auditTable.subjectId, text),
    sql`${auditTable.subjectId} in (${checkouts})`,
  );
}
