import { audit } from '../../data/audit-store';
import { findOwnShift, findShift, insertCashMove, insertShift } from '../../data/shift-store';
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
}

/** Records cash that was put into the till, or taken out of it, in the person's open shift. */
export function moveCash(
  { database }: Pick<CheckoutContext, 'database'>,
  { id, kind, amount, reason, staff }: MoveCash,
): Promise<'moved' | 'before' | 'none'> {
  return database.transaction(async (transaction) => {
    const own = await findOwnShift(transaction, staff);
    if (own === null || own.countedAt !== null) return 'none';
    if (!(await insertCashMove(transaction, { id, kind, amount, reason, staff }))) return 'before';
    const subject = { kind: 'shift', id: own.id } as const;
    const detail = { till: own.till, way: kind, amount, reason };
    await audit(transaction, { staff, action: 'shift_cash_moved', subject, detail });
    return 'moved';
  });
}
