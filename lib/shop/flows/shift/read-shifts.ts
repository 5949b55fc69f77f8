import { and, asc, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { staffMemberTable } from '../../tables/audit-table';
import { type Shift, shiftEntryTable, shiftTable } from '../../tables/shift-table';
import { shiftMethods } from '../../values/shift-values';
import { methodOfRow, paymentsWithin } from '../report/payments';
import { beginOf, endOf, type Period } from '../report/period';

/** Names of people; null: they have never signed in here. */
interface Names {
  name: string | null;
  countedByName: string | null;
  closedByName: string | null;
}
export type NamedShift = Shift & Names;

const [opener, counter, closer] = ['opener', 'counter', 'closer'].map((name) =>
  alias(staffMemberTable, name),
) as [typeof staffMemberTable, typeof staffMemberTable, typeof staffMemberTable];

const namedShifts = ({ db }: Reader) =>
  db
    .select({
      ...getTableColumns(shiftTable),
      name: opener.name,
      countedByName: counter.name,
      closedByName: closer.name,
    })
    .from(shiftTable)
    .leftJoin(opener, eq(opener.id, shiftTable.staff))
    .leftJoin(counter, eq(counter.id, shiftTable.countedBy))
    .leftJoin(closer, eq(closer.id, shiftTable.closedBy))
    .$dynamic();

const shiftPageSize = 50;

/** Shifts, the latest first. `before`: the one after which the page begins. */
export async function listShifts(
  reader: Reader,
  { before }: { before: string | undefined },
): Promise<{ shifts: NamedShift[]; next: string | null }> {
  const place = sql`(select opened_at, id from storefront.shift where id = ${before})`;
  const found = await namedShifts(reader)
    .where(before === undefined ? undefined : sql`(${shiftTable.openedAt}, ${shiftTable.id}) < ${place}`)
    .orderBy(desc(shiftTable.openedAt), desc(shiftTable.id))
    .limit(shiftPageSize + 1);
  const shifts = found.slice(0, shiftPageSize);
  return { shifts, next: found.length > shiftPageSize ? (shifts.at(-1)?.id ?? null) : null };
}

/** Cash that was put into the till or taken out of it. */
export interface CashMove {
  id: string;
  /** Below 0: it was taken out. */
  amount: string;
  reason: string | null;
  at: Date;
}

/** A shift, and the cash that was put in and taken out, the oldest first; null: there is none. */
export async function readShift(
  reader: Reader,
  id: string,
): Promise<{ shift: NamedShift; moves: CashMove[] } | null> {
  const [shift] = await namedShifts(reader).where(eq(shiftTable.id, id));
  return shift === undefined ? null : { shift, moves: await readCashMoves(reader, id) };
}

export function readCashMoves({ db }: Reader, id: string): Promise<CashMove[]> {
  const { id: entry, shiftId, kind, amount, reason, at } = shiftEntryTable;
  return db
    .select({ id: entry, amount, reason, at })
    .from(shiftEntryTable)
    .where(and(eq(shiftId, id), inArray(kind, ['in', 'out'])))
    .orderBy(asc(at), asc(entry));
}

const tillRow = z.object({ till: z.string(), isOwn: z.boolean() });
const tillDays = 60;

/** The tills of the last weeks, and that of the person's last shift; null: they have had none. */
export async function readTills(
  reader: Reader,
  staff: string,
): Promise<{ tills: string[]; last: string | null }> {
  const rows = await reader.rows(
    tillRow,
    sql`(select till, true as "isOwn" from storefront.shift where staff = ${staff} order by opened_at desc limit 1)
        union all
        (select max(till) as till, false as "isOwn" from storefront.shift
          where opened_at > statement_timestamp() - make_interval(days => ${tillDays})
          group by lower(till) order by till limit 50)`,
  );
  return {
    tills: rows.flatMap(({ till, isOwn }) => (isOwn ? [] : [till])),
    last: rows.find(({ isOwn }) => isOwn)?.till ?? null,
  };
}

/** What a day's payments and refunds at the counter have brought in a shift, or (`shift` null) outside of shifts. */
const dayOfShiftRow = z.object({
  shift: z.string().nullable(),
  method: z.enum(shiftMethods),
  amount: z.string(),
});
export type DayOfShift = z.output<typeof dayOfShiftRow>;

export interface ShiftsOfDay {
  /** Those that were open on the day, the earliest first. */
  shifts: NamedShift[];
  /** Together they are the day's cash and card payments at the counter. */
  amounts: DayOfShift[];
}

export async function readShiftsOfDay(reader: Reader, period: Period): Promise<ShiftsOfDay> {
  const shifts = await namedShifts(reader)
    .where(
      and(
        lt(shiftTable.openedAt, endOf(period)),
        sql`(${shiftTable.countedAt} is null or ${shiftTable.countedAt} >= ${beginOf(period)})`,
      ),
    )
    .orderBy(asc(shiftTable.openedAt), asc(shiftTable.id));
  const amounts = await reader.rows(
    dayOfShiftRow,
    sql`select entry.shift_id as shift, ${methodOfRow} as method, sum(one.amount)::numeric(14, 2)::text as amount
        from (${paymentsWithin(period)}) one join storefront.payment on payment.id = one.payment_id
          left join storefront.shift_entry entry on entry.source = one.id
        where ${methodOfRow} in ('cash', 'terminal')
        group by 1, 2 order by 1, 2`,
  );
  return { shifts, amounts };
}
