// The daily closing: cash, and the payouts of the payment provider.
import type { Reader } from '../../../database/database';
import type { StoredPayout, Closing } from '../../tables/closing-table';
import type { DayFigure } from '../../values/closing-values';
import { readShiftsOfDay, type ShiftsOfDay } from '../shift/read-shifts';
import { findClosing } from './close-day';
import { cashOf, correctionsOf, type Day, readDayFigures } from './day-figures';
import { type NotPaidOut, readNotPaidOut } from './not-paid-out';
import { storedPayouts } from './read-payouts';

export interface DayView {
  figures: readonly DayFigure[];
  /** What the cash payments and refunds add up to. */
  cash: string;
  /** Null: the day is open. */
  closing: (Closing & { name: string | null }) | null;
  /** What was added or taken since the closing. */
  corrections: readonly DayFigure[];
  /** The shifts of the day, and what they and the rest have brought. */
  shifts: ShiftsOfDay;
  payouts: readonly StoredPayout[];
  /** Payments of any day that should be in a payout by now; null: the provider does not say what payouts contain. */
  notPaidOut: NotPaidOut | null;
}

/** Everything about one day; a closed day has the time zone with which it was closed. */
export async function readDay(reader: Reader, day: Day): Promise<DayView> {
  const closing = await findClosing(reader, day.day);
  const timeZone = closing?.timezone ?? day.timeZone;
  const figures = await readDayFigures(reader, { day: day.day, timeZone });
  return {
    figures,
    closing,
    cash: cashOf(figures),
    corrections: closing === null ? [] : correctionsOf(closing.figures, figures),
    shifts: await readShiftsOfDay(reader, { from: day.day, to: day.day, timeZone }),
    payouts: await storedPayouts(reader, day.day),
    notPaidOut: await readNotPaidOut(reader, day),
  };
}
