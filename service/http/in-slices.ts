import { setImmediate } from 'node:timers/promises';

// Others wait this long at most, with what comes between two steps on top.
const sliceMilliseconds = 8;

/**
 * Runs a long computation without keeping others waiting: after some milliseconds of its steps, what came in meanwhile
 * is served first.
 */
export async function inSlices<Result>(steps: Iterator<unknown, Result, undefined>): Promise<Result> {
  let end = performance.now() + sliceMilliseconds;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + sliceMilliseconds;
  }
}
