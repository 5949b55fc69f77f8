import { randomUUID } from 'node:crypto';
import { idSchema } from '../../../contract/iri';
import { isPlainLine, isPlainText } from '../../../contract/plain-text';
import { typedText, typedWords } from '../../../contract/typed-text';
import { findOwnShift } from '../../../shop/data/shift-store';
import {
  countShift,
  explainShift,
  longestShiftNote,
  type ShiftCounted,
} from '../../../shop/flows/shift/close-shift';
import { longestReason, longestTill, moveCash, openShift } from '../../../shop/flows/shift/open-shift';
import { listShifts, readCashMoves, readShift, readTills } from '../../../shop/flows/shift/read-shifts';
import { forStaff, type Staff } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { typedAmount } from '../../common/forms/typed-amount';
import { typedBalance } from '../../common/forms/typed-balance';

/** How many characters may be typed. */
export const shiftLimits = { till: longestTill, reason: longestReason, note: longestShiftNote };

type Seller = Staff<'sales:make by catalog'>;

/** The person's shift that is not closed, with the cash that was moved; or what a new one begins with. */
export function readOwnShift() {
  return forStaff('sales:make by catalog', async ({ member, checkoutContext }) => {
    const { database } = checkoutContext;
    const shift = await findOwnShift(database, member.id);
    const tills = shift === null ? await readTills(database, member.id) : { tills: [], last: null };
    const moves = shift === null ? [] : await readCashMoves(database, shift.id);
    return { ...tills, formId: randomUUID(), shift, moves };
  });
}

/** The page of one shift; null: there is none. */
export function readShiftPage(shiftId: string) {
  return forStaff('reports:read by catalog', async ({ member, checkoutContext }) => {
    const id = idSchema.safeParse(shiftId).data;
    const found = id === undefined ? null : await readShift(checkoutContext.database, id);
    if (found === null) return null;
    const isOwn = found.shift.staff === member.id;
    // That of another person has sales of all catalogues.
    if (!isOwn && member.catalogs !== 'all') return null;
    return {
      ...found,
      isOwn,
      mayClose: may(member, 'sales:make by catalog') && (isOwn || mayCloseAny(member)),
    };
  });
}

/** `before`: the shift after which the page begins. */
export function readShiftList(before: string | undefined) {
  return forStaff('reports:read', ({ checkoutContext }) =>
    listShifts(checkoutContext.database, { before: idSchema.safeParse(before).data }),
  );
}

/** Agents sell at the counter, and close shifts that others have left open. */
const mayCloseAny = (member: Seller['member']): boolean => may(member, 'orders:change');

/** `taken`: somebody has a shift open at the till. The others are the fields that are wrong. */
export type OpenProblem = 'till' | 'opening' | 'own' | 'taken';

/** Opens a shift of the person; or what is wrong. */
export async function openOwnShift(
  { member, checkoutContext }: Seller,
  typed: { id: string; till: string; opening: string },
): Promise<OpenProblem | null> {
  const till = typedText(typed.till);
  const opening = typedAmount(typed.opening);
  if (till === '' || till.length > longestTill || !isPlainLine(till)) return 'till';
  if (opening === null) return 'opening';
  const opened = await openShift(checkoutContext, { id: typed.id, till, opening, staff: member.id });
  return opened === 'opened' ? null : opened === 'till' ? 'taken' : opened;
}

/** `sure`: more is taken out than the till should have, and that was not ticked. */
export type MoveProblem = 'amount' | 'reason' | 'none' | 'sure';

/** Records cash that was put in or taken out; or what is wrong. */
export async function moveShiftCash(
  { member, checkoutContext }: Seller,
  typed: { id: string; kind: 'in' | 'out'; amount: string; reason: string; sure: string },
): Promise<MoveProblem | null> {
  const amount = typedAmount(typed.amount);
  const reason = typedWords(typed.reason);
  if (amount === null || amount === '0.00') return 'amount';
  if (reason === '' || reason.length > longestReason || !isPlainLine(reason)) return 'reason';
  const { id, kind } = typed;
  // The tick is of the amount that was asked about.
  const isSure = typedAmount(typed.sure) === amount;
  const moved = await moveCash(checkoutContext, { id, kind, amount, reason, staff: member.id, isSure });
  return moved === 'none' ? moved : moved === 'short' ? 'sure' : null;
}

const byStaff = (member: Seller['member'], shiftId: string) =>
  ({ shiftId, staff: member.id, of: mayCloseAny(member) ? 'anybody' : 'own' }) as const;

/** `others`: it is not one's own shift, and that was not ticked. */
export type CountProblem = 'cash' | 'terminal' | 'others' | Exclude<ShiftCounted, 'closed' | 'counted'>;

/** Records what was counted; or what is wrong. */
export async function countTypedShift(
  { member, checkoutContext }: Seller,
  typed: { shiftId: string; cash: string; terminal: string; others: boolean },
): Promise<{ done: 'closed' | 'counted' } | { problem: CountProblem }> {
  const cash = typedAmount(typed.cash);
  const terminal = typedBalance(typed.terminal);
  if (cash === null) return { problem: 'cash' };
  if (terminal === null) return { problem: 'terminal' };
  const by = byStaff(member, typed.shiftId);
  const isOfAnybody = by.of === 'anybody' && typed.others;
  const of = isOfAnybody ? 'anybody' : 'own';
  const counted = await countShift(checkoutContext, { ...by, of, cash, terminal });
  if (counted === 'missing' && by.of !== of) return { problem: 'others' };
  return counted === 'closed' || counted === 'counted' ? { done: counted } : { problem: counted };
}

export type NoteProblem = 'note' | 'before' | 'missing';

/** Closes a shift that was counted with a difference; or what is wrong. */
export async function explainTypedShift(
  { member, checkoutContext }: Seller,
  typed: { shiftId: string; note: string },
): Promise<NoteProblem | null> {
  const note = typedWords(typed.note);
  if (note === '' || note.length > longestShiftNote || !isPlainText(note)) return 'note';
  const closed = await explainShift(checkoutContext, { ...byStaff(member, typed.shiftId), note });
  return closed === 'closed' ? null : closed;
}
