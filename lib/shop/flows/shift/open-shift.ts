import type { Transaction } from '../../../database/database';
import { compareAmounts } from '../../../money/money';
import { audit } from '../../data/audit-store';
import {
  findOwnShift,
  findShift,
  hasShiftEntry,
  insertCashMove,
  insertShift,
  lockShift,
  readShiftFigures,
} from '../../data/shift-store';
import { expectedOf } from '../../rules/shift';
import type { CheckoutContext } from '../../context';

/** The most characters of a till's name, and of why cash is put in or taken out. */
export const longestTill = 30;
export const longestReason = 200;

interface OpenShift {
  /** That of the form. */
  id: string;
  till: string;
  /** The cash in the till. */
  opening: string;
  staff: string;
}

/** `own`: the person has a shift that is not closed. `till`: somebody has one open at this till. */
type ShiftOpened = 'opened' | 'own' | 'till';

/** Opens a shift. Concurrency guarantee: unique indexes, so of two windows, or two people at one till, one opens it. */
export function openShift(
  { database }: Pick<CheckoutContext, 'database'>,
  request: OpenShift,
): Promise<ShiftOpened> {
  const { id, till, opening, staff } = request;
  return database.transaction(async (transaction) => {
    if (await insertShift(transaction, request)) {
      const subject = { kind: 'shift', id } as const;
      await audit(transaction, { staff, action: 'shift_opened', subject, detail: { till, amount: opening } });
      return 'opened';
    }
    // A second click.
    if ((await findShift(transaction, id))?.staff === staff) return 'opened';
    if ((await findOwnShift(transaction, staff)) !== null) return 'own';
    return 'till';
  });
}

interface MoveCash {
  /** That of the form. */
  id: string;
  kind: 'in' | 'out';
  /** Above 0. */
  amount: string;
  reason: string;
  staff: string;
  /** More may be taken out than the till should have. */
  isSure: boolean;
}

/** `short`: the till should have less than is taken out, and the person was not sure. `before`: the form was sent twice. */
type CashMoved = 'moved' | 'before' | 'none' | 'short';

/**
 * Records cash that was put into the till, or taken out of it, in the person's open shift. Concurrency guarantee: the row of the shift
 * is locked, so two windows do not take the same cash out.
 */
export function moveCash(
  { database }: Pick<CheckoutContext, 'database'>,
  { id, kind, amount, reason, staff, isSure }: MoveCash,
): Promise<CashMoved> {
  return database.transaction(async (transaction) => {
    const own = await findOwnShift(transaction, staff);
    if (own === null || own.countedAt !== null) return 'none';
    if (kind === 'out' && !isSure && (await isShort(transaction, own.id, amount)))
      return (await hasShiftEntry(transaction, id)) ? 'before' : 'short';
    if (!(await insertCashMove(transaction, { id, kind, amount, reason, staff }))) return 'before';
    const subject = { kind: 'shift', id: own.id } as const;
    const detail = { till: own.till, way: kind, amount, reason };
    await audit(transaction, { staff, action: 'shift_cash_moved', subject, detail });
    return 'moved';
  });
}

/** The till of a shift should have less than the amount. */
async function isShort(transaction: Transaction, shiftId: string, amount: string): Promise<boolean> {
  const shift = await lockShift(transaction, shiftId);
  const figures = await readShiftFigures(transaction, shiftId);
  return shift !== null && compareAmounts(amount, expectedOf(figures, 'cash', shift.opening)) > 0;
}
