import { beginningOf, type ReturnTerms } from '../../locale/return-sentence';
import { compareAmounts } from '../../money/money';
import type { Line } from '../values/checkout-values';

/** How a line can be cancelled and exchanged, by the rules that it had when it was held and by its present times. */
export function returnTermsOf(line: Line): ReturnTerms {
  const { unitAmount, tickets, timezone, returns } = line;
  return {
    ...returns,
    isFree: compareAmounts(unitAmount, '0.00') === 0,
    begins: beginningOf(
      tickets.map(({ occursAt }) => occursAt),
      line,
    ),
    timezone,
  };
}
