// The daily closing: cash, and the payouts of the payment provider.
import type { Reader } from '../database/database';
import type { StoredPayout, Closing } from './closing/closing-table';
import type { DayFigure } from './closing/closing-values';
import { findClosing } from './closing/close-day';
import { cashOf, correctionsOf, type Day, readDayFigures } from './closing/day-figures';
import { type NotPaidOut, readNotPaidOut } from './closing/not-paid-out';
import { storedPayouts } from './closing/read-payouts';

export { closeDay, type CloseDay, type DayClosed, longestNote } from './closing/close-day';
export type { StoredPayout } from './closing/closing-table';
export type { DayFigure } from './closing/closing-values';
export type { NotPaidOut } from './closing/not-paid-out';
export { payoutJob, readPayoutsAgain } from './closing/read-payouts';

export interface DayView {
  figures: readonly DayFigure[];
  /** What the cash payments and refunds add up to. */
  cash: string;
  /** Null: the day is open. */
  closing: (Closing & { name: string | null }) | null;
  /** What was added or taken since the closing. */
  corrections: readonly DayFigure[];
  payouts: readonly StoredPayout[];
  /** Payments of any day that should be in a payout by now; null: the provider does not say what payouts contain. */
  notPaidOut: NotPaidOut | null;
}

/** Everything about one day; a closed day has the time zone with which it was closed. */
export async function readDay(reader: Reader, day: Day): Promise<DayView> {
  const closing = await findClosing(reader, day.day);
  const figures = await readDayFigures(reader, {
    day: day.day,
    timeZone: closing?.timezone ?? day.timeZone,
  });
  return {
    ...{ figures, closing, cash: cashOf(figures) },
    corrections: closing === null ? [] : correctionsOf(closing.figures, figures),
    payouts: await storedPayouts(reader, day.day),
    notPaidOut: await readNotPaidOut(reader, day),
  };
}
