import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database';
import { compareAmounts, subtractAmounts } from '../../../money/money';
import { audit } from '../../data/audit-store';
import { lockShift, readShiftFigures } from '../../data/shift-store';
import type { CheckoutContext } from '../../context';
import { type Shift, shiftTable } from '../../tables/shift-table';
import { expectedOf } from '../../rules/shift';

type Storing = Pick<CheckoutContext, 'database'>;
const now = sql`clock_timestamp()`;

/** The most characters of the note. */
export const longestShiftNote = 500;

interface ByStaff {
  shiftId: string;
  staff: string;
  /** Whose shift it has to be: their own, or anybody's. */
  of: 'own' | 'anybody';
}

const isTheirs = (shift: Shift | null, { staff, of }: ByStaff): shift is Shift =>
  shift !== null && (of === 'anybody' || shift.staff === staff);

interface CountShift extends ByStaff {
  /** The cash in the till, with what was in it before, and the total of the card terminal. */
  cash: string;
  terminal: string;
}

/** `closed`: nothing differs. `counted`: something does, and a note has to say why. `before`: somebody has counted it. */
export type ShiftCounted = 'closed' | 'counted' | 'before' | 'missing';

/**
 * Records what was counted, before anybody is shown what it should be, once. Concurrency guarantee: the row of the shift is locked;
 * a sale that is under way is counted, or belongs to no shift.
 */
export function countShift({ database }: Storing, request: CountShift): Promise<ShiftCounted> {
  const { shiftId, staff, cash, terminal } = request;
  return database.transaction(async (transaction) => {
    const shift = await lockShift(transaction, shiftId);
    if (!isTheirs(shift, request)) return 'missing';
    if (shift.countedAt !== null) return 'before';
    const figures = await readShiftFigures(transaction, shiftId);
    const [expectedCash, expectedTerminal] = (['cash', 'terminal'] as const).map((method) =>
      expectedOf(figures, method, shift.opening),
    ) as [string, string];
    const counted = {
      countedBy: staff,
      countedCash: cash,
      countedTerminal: terminal,
      expectedCash,
      expectedTerminal,
      figures,
    };
    const isSame =
      compareAmounts(cash, expectedCash) === 0 && compareAmounts(terminal, expectedTerminal) === 0;
    const closed = isSame ? { note: '', closedAt: now, closedBy: staff } : {};
    await change(transaction, shiftId, { ...counted, countedAt: now, ...closed });
    await auditCount(transaction, { ...shift, ...counted }, staff, isSame ? 'shift_closed' : 'shift_counted');
    return isSame ? 'closed' : 'counted';
  });
}

/** Closes a shift that was counted with a difference; `note`: why, not empty. */
export function explainShift(
  { database }: Storing,
  request: ByStaff & { note: string },
): Promise<'closed' | 'before' | 'missing'> {
  const { shiftId, staff, note } = request;
  return database.transaction(async (transaction) => {
    const shift = await lockShift(transaction, shiftId);
    if (!isTheirs(shift, request) || shift.countedAt === null) return 'missing';
    if (shift.closedAt !== null) return 'before';
    await change(transaction, shiftId, { note, closedAt: now, closedBy: staff });
    await auditCount(transaction, shift, staff, 'shift_closed');
    return 'closed';
  });
}

async function change(
  { db }: Transaction,
  id: string,
  values: Parameters<ReturnType<Transaction['db']['update']>['set']>[0],
): Promise<void> {
  await db.update(shiftTable).set(values).where(eq(shiftTable.id, id));
}

async function auditCount(
  transaction: Transaction,
  shift: Shift,
  staff: string,
  action: 'shift_counted' | 'shift_closed',
): Promise<void> {
  const { id, till, staff: owner } = shift;
  const detail = { till, ...(owner === staff ? {} : { owner }), ...differencesOf(shift) };
  await audit(transaction, { staff, action, subject: { kind: 'shift', id }, detail });
}

/** How much more than expected was counted; null: it is not counted. */
function differencesOf(
  shift: Pick<Shift, 'countedCash' | 'countedTerminal' | 'expectedCash' | 'expectedTerminal'>,
): { cashDifference: string; terminalDifference: string } | null {
  const { countedCash, countedTerminal, expectedCash, expectedTerminal } = shift;
  if (countedCash === null || countedTerminal === null || expectedCash === null || expectedTerminal === null)
    return null;
  return {
    cashDifference: subtractAmounts(countedCash, expectedCash),
    terminalDifference: subtractAmounts(countedTerminal, expectedTerminal),
  };
}
