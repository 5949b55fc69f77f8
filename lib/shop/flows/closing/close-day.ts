import { eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../../../database/database';
import { compareAmounts, subtractAmounts } from '../../../money/money';
import { audit } from '../../data/audit-store';
import { staffMemberTable } from '../../tables/audit-table';
import type { CheckoutContext } from '../../context';
import { type Closing, closingTable } from '../../tables/closing-table';
import { cashOf, type Day, readDayFigures } from './day-figures';

/** The most characters of the note. */
export const longestNote = 500;

export interface CloseDay extends Day {
  /** The cash that was counted, without what was in the till before. */
  counted: string;
  /** The cash that the page showed. */
  expected: string;
  note: string;
  staff: string;
}

/**
 * `already`: someone has closed it. `changed`: there is other cash than the page showed. `note`: a difference needs one.
 * `future`: the day has not begun.
 */
export type DayClosed = 'closed' | 'already' | 'changed' | 'note' | 'future';

/** Records the cash of a day, once. Concurrency guarantee: the day is the primary key, so of two people one closes it. */
export function closeDay(
  { database }: Pick<CheckoutContext, 'database'>,
  request: CloseDay,
): Promise<DayClosed> {
  return database.transaction(async (transaction) => {
    if ((await findClosing(transaction, request.day)) !== null) return 'already';
    if (await isFuture(transaction, request)) return 'future';
    const { day, timeZone, counted, note, staff } = request;
    const figures = await readDayFigures(transaction, request);
    const expected = cashOf(figures);
    if (compareAmounts(expected, request.expected) !== 0) return 'changed';
    const difference = subtractAmounts(counted, expected);
    if (compareAmounts(difference, '0.00') !== 0 && note === '') return 'note';
    const written = await transaction.db
      .insert(closingTable)
      .values({
        day,
        figures,
        expected,
        counted,
        note,
        staff,
        timezone: timeZone,
        closedAt: sql`clock_timestamp()`,
      })
      .onConflictDoNothing()
      .returning({ day: closingTable.day });
    if (written.length === 0) return 'already';
    const subject = { kind: 'closing', id: day } as const;
    await audit(transaction, {
      staff,
      action: 'day_closed',
      subject,
      detail: { expected, counted, difference },
    });
    return 'closed';
  });
}

/** With the name of the person who closed the day, if it is known. */
export async function findClosing(
  { db }: Reader,
  day: string,
): Promise<(Closing & { name: string | null }) | null> {
  const [found] = await db
    .select({ ...getTableColumns(closingTable), name: staffMemberTable.name })
    .from(closingTable)
    .leftJoin(staffMemberTable, eq(staffMemberTable.id, closingTable.staff))
    .where(eq(closingTable.day, day));
  return found ?? null;
}

async function isFuture(transaction: Transaction, { day, timeZone }: Day): Promise<boolean> {
  const [row] = await transaction.rows(
    z.object({ future: z.boolean() }),
    sql`select ${day}::date > (clock_timestamp() at time zone ${timeZone})::date as future`,
  );
  return row?.future ?? true;
}
