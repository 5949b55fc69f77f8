import { sumAmounts } from '../../money/money';
import type { ShiftFigure, ShiftMethod } from '../values/shift-values';

/** What the entries of a method come to; with what was in the till before (`opening`) for cash; in EUR. */
export function expectedOf(figures: readonly ShiftFigure[], method: ShiftMethod, opening: string): string {
  const amounts = figures.filter((one) => one.method === method).map(({ amount }) => amount);
  return sumAmounts(method === 'cash' ? [opening, ...amounts] : amounts);
}
