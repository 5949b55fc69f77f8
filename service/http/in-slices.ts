import { setImmediate } from 'node:timers/promises';

// Other requests wait at most this long, plus the time of one step.
const sliceMilliseconds = 8;

/** Runs a long computation in slices. Between them, requests that arrived meanwhile are served. */
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
