import type { Language } from '../../../locale/languages';
import { describeHolds } from './describe-holds';
import type { CheckoutContext } from '../../context';
import type { Holds } from '../../rules/checkout';
import type { Line } from '../../values/checkout-values';
import { withCurrentVisits } from './current-visits';

/** Descriptions of what is held or was ordered, with the times and places that its documents show. */
export async function describeOrdered(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  holds: Holds,
  language: Language,
): Promise<Line[]> {
  const current = await Promise.all(holds.map((hold) => withCurrentVisits(context, hold, language)));
  return describeHolds(context, current, language);
}
