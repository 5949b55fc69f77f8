import { setTimeout } from 'node:timers/promises';
import { codeOf } from './database';

interface Repetition {
  /** SQLSTATE codes of the errors after which a repetition may succeed. */
  codes: readonly string[];
  mostTries: number;
  /** `tries`: how many have failed, at least 1. */
  pauseMilliseconds: (tries: number) => number;
}

/** Repeats work that fails with one of these errors; rejects with the error of the last try. */
export async function repeatAfter<Result>(
  { codes, mostTries, pauseMilliseconds }: Repetition,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!codes.includes(codeOf(error) ?? '') || tries === mostTries) throw error;
      await setTimeout(pauseMilliseconds(tries));
    }
  }
}
