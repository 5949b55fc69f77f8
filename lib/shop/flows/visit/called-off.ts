import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import type { Holds } from '../../rules/checkout';
import { withCurrentVisits } from './current-visits';

/**
 * Before money is taken: stores what the catalogue says now of the sessions that are held, for `isCalledOff`. If the service
 * can't be asked, what was seen last stays.
 */
export async function refreshVisits(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  holds: Holds,
  language: Language,
): Promise<void> {
  await Promise.all(holds.map((hold) => withCurrentVisits(context, hold, language)));
}

/** Pure. Whether the issuer has cancelled or postponed a session that is held, as far as is known. */
export function isCalledOff(holds: Holds): boolean {
  const lines = holds.flatMap(({ descriptions }) => Object.values(descriptions).flat());
  return lines.some(({ tickets }) => tickets.some(({ calledOff }) => calledOff !== undefined));
}
