import type { ShownResult } from './result-lines';
import { restOf } from './rest-of-booking';
import { tariffLines } from './tariff-lines';

const shortMilliseconds = 1_600;
const longMilliseconds = 5_000;

/** How long a result covers the page, in milliseconds: longer if there is something to read, to check or to do. */
export function coveringTime(shown: ShownResult): number {
  const isPlain = shown.result === 'admitted' && shown.isAgain !== true && restOf(shown) === 0;
  const isReduced = tariffLines(shown).some((line) => line.isReduced);
  return isPlain && !isReduced ? shortMilliseconds : longMilliseconds;
}
