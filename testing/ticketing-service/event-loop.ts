import { parsingTime, processorTime } from '../processor-time';

const mostTries = 5;

/**
 * How long other work waits while this work runs: the most processor time that the process uses between two turns of
 * the event loop, as a multiple of the time that parsing a list of a million numbers takes on the same processor.
 * Other programs on the machine lengthen both. Work that takes more than `wanted` is repeated, five times at most, and
 * the smallest result counts.
 */
export async function longestTurn<Result>(
  work: () => Promise<Result>,
  wanted: number,
): Promise<{ longest: number; result: Result }> {
  let smallest = await measure(work);
  for (let tries = 1; tries < mostTries && smallest.longest > wanted; tries += 1) {
    const next = await measure(work);
    if (next.longest < smallest.longest) smallest = next;
  }
  return smallest;
}

async function measure<Result>(work: () => Promise<Result>): Promise<{ longest: number; result: Result }> {
  const unit = parsingTime();
  let longest = 0;
  let isDone = false;
  let sinceLast = processorTime();
  const turn = () => {
    longest = Math.max(longest, sinceLast());
    sinceLast = processorTime();
    if (!isDone) setImmediate(turn);
  };
  turn();
  try {
    const result = await work();
    turn();
    return { longest: longest / unit, result };
  } finally {
    isDone = true;
  }
}
