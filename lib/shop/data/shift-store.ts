import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Reader, Transaction } from '../../database/database';
import type { Payment } from '../rules/checkout';
import { isReturned } from '../tables/refund-table';
import { staffMemberTable } from '../tables/audit-table';
import { type Shift, shiftEntryTable, shiftTable } from '../tables/shift-table';
import { type ShiftFigure, shiftFigureSchema } from '../values/shift-values';

/** The shift that a person has open, which can't be counted before this transaction ends. */
const openShiftOf = (staff: string) => sql`(select id from storefront.shift
  where staff = ${staff} and counted_at is null for share) as shift`;

interface NewShift {
  id: string;
  till: string;
  staff: string;
  opening: string;
}

/**
 * False: the person has a shift that is not closed, the till has an open one, or there is one with this identifier. Concurrency
 * guarantee: unique indexes, so of two windows one opens it.
 */
export async function insertShift({ db }: Transaction, shift: NewShift): Promise<boolean> {
  const opened = await db
    .insert(shiftTable)
    .values({ ...shift, openedAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning({ id: shiftTable.id });
  return opened.length === 1;
}

export async function findShift({ db }: Reader, id: string): Promise<Shift | null> {
  const [found] = await db.select().from(shiftTable).where(eq(shiftTable.id, id));
  return found ?? null;
}

/** A shift that nothing is added to until the transaction ends. */
export async function lockShift({ db }: Transaction, id: string): Promise<Shift | null> {
  const [found] = await db.select().from(shiftTable).where(eq(shiftTable.id, id)).for('update');
  return found ?? null;
}

/** The shift of a person that is not closed: open, or counted with a difference; at most one. With the name of who counted it. */
export async function findOwnShift(
  { db }: Reader,
  staff: string,
): Promise<(Shift & { countedByName: string | null }) | null> {
  const isOwn = and(eq(shiftTable.staff, staff), isNull(shiftTable.closedAt));
  const [found] = await db
    .select({ ...getTableColumns(shiftTable), countedByName: staffMemberTable.name })
    .from(shiftTable)
    .leftJoin(staffMemberTable, eq(staffMemberTable.id, shiftTable.countedBy))
    .where(isOwn);
  return found ?? null;
}

/** What the entries of a shift add up to, by kind and method. */
export function readShiftFigures(reader: Reader, id: string): Promise<ShiftFigure[]> {
  return reader.rows(
    shiftFigureSchema,
    sql`select kind, method, count(*)::int as count, sum(amount)::text as amount
        from storefront.shift_entry where shift_id = ${id} group by kind, method order by kind desc, method`,
  );
}

/** Adds a sale to the open shift of the person who has taken the money; without one it belongs to no shift. */
export async function addSaleToShift(
  transaction: Transaction,
  { id, amount, method }: Pick<Payment, 'id' | 'amount' | 'method'>,
  staff: string,
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.shift_entry (id, shift_id, kind, method, amount, source, at)
        select ${newId()}::uuid, shift.id, 'sale', ${method}::text, ${amount}::numeric, ${id}::text, clock_timestamp()
        from ${openShiftOf(staff)}`,
  );
}

/** Adds a refund that staff have given back in cash or by the terminal. Others leave no till. */
export async function addRefundToShift(
  transaction: Transaction,
  refundId: string,
  staff: string,
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.shift_entry (id, shift_id, kind, method, amount, source, at)
        select ${newId()}::uuid, shift.id, 'refund', coalesce(refund.paid_back, payment.method), -refund.amount,
          refund.id::text, clock_timestamp()
        from storefront.refund join storefront.payment on payment.id = refund.payment_id, ${openShiftOf(staff)}
        where refund.id = ${refundId} and ${isReturned} and refund.amount > 0
          and coalesce(refund.paid_back, payment.method) in ('cash', 'terminal')`,
  );
}

/** The same for the money of a refund of the provider that came back. */
export async function addPaidBackToShift(
  transaction: Transaction,
  incidentId: string,
  staff: string,
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.shift_entry (id, shift_id, kind, method, amount, source, at)
        select ${newId()}::uuid, shift.id, 'refund', incident.paid_back, -incident.amount,
          incident.id || '/paid_back', clock_timestamp()
        from storefront.payment_incident incident, ${openShiftOf(staff)}
        where incident.id = ${incidentId} and incident.kind = 'refund_failed' and incident.currency = 'EUR'
          and incident.paid_back in ('cash', 'terminal')
        on conflict (source) do nothing`,
  );
}

interface CashMove {
  /** Made with the form, so that a form that is sent twice moves the cash once. */
  id: string;
  kind: 'in' | 'out';
  /** Above 0. */
  amount: string;
  reason: string;
  staff: string;
}

/** Adds cash that was put in or taken out to the open shift of a person. False: they have none, or it was added before. */
export async function insertCashMove(
  transaction: Transaction,
  { id, kind, amount, reason, staff }: CashMove,
): Promise<boolean> {
  const signed = kind === 'in' ? amount : `-${amount}`;
  const added = await transaction.run(
    sql`insert into storefront.shift_entry (id, shift_id, kind, method, amount, reason, at)
        select ${id}::uuid, shift.id, ${kind}::text, 'cash', ${signed}::numeric, ${reason}::text, clock_timestamp()
        from ${openShiftOf(staff)} on conflict (id) do nothing`,
  );
  return added === 1;
}

/** There is an entry with this identifier. */
export async function hasShiftEntry({ db }: Reader, id: string): Promise<boolean> {
  return (await db.$count(shiftEntryTable, eq(shiftEntryTable.id, id))) > 0;
}
