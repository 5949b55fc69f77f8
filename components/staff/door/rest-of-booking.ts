import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type { ShownResult } from './result-lines';
import { countedTariffs } from './tariff-lines';

/** How many tickets of the booking are not in, if one of it is: just now, or from an earlier scan. */
export const restOf = ({ group, result }: DoorResult): number =>
  group === null || (result !== 'admitted' && result !== 'already_admitted')
    ? 0
    : group.size - group.admitted;

/** Who they are by tariff, "1 × adult, 6 × child", or how many if the device does not know. */
export function restText(shown: ShownResult): string {
  const { rest = [], event, tariffNames } = shown;
  // The list of the device may be older than what other entrances have admitted.
  if (rest.length === 0 || rest.length !== restOf(shown)) return String(restOf(shown));
  const lines = countedTariffs(rest, event, tariffNames);
  return lines.map(({ name, count }) => `${count} × ${name}`).join(', ');
}
