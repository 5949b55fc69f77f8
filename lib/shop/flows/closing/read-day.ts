// The daily closing: cash, and the payouts of the payment provider.
import type { Reader } from '../../../database/database';
import type { StoredPayout, Closing } from '../../tables/closing-table';
import type { DayFigure } from '../../values/closing-values';
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
    figures,
    closing,
    cash: cashOf(figures),
    corrections: closing === null ? [] : correctionsOf(closing.figures, figures),
    payouts: await storedPayouts(reader, day.day),
    notPaidOut: await readNotPaidOut(reader, day),
  };
}
