import { Mismatch, NotShown } from './expect';
import type { World } from './world';

/** One statement of the specification, and how to check whether a server follows it. */
export interface Check {
  /** Where the specification states it, such as `§2.1`. */
  section: string;
  title: string;
  run: (world: World) => Promise<void>;
}

export type Outcome =
  | { kind: 'passed' }
  | { kind: 'failed'; expected: string; got: string; request: string }
  | { kind: 'not shown'; why: string };

export interface Result {
  section: string;
  title: string;
  outcome: Outcome;
}

/**
 * Runs the checks one after the other; an error that a check throws is its outcome and never ends the run.
 */
export async function runChecks(world: World, checks: readonly Check[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of checks) {
    const outcome = await outcomeOf(check, world);
    results.push({ section: check.section, title: check.title, outcome });
  }
  return results;
}

async function outcomeOf(check: Check, world: World): Promise<Outcome> {
  const before = world.probe.exchanges.length;
  try {
    await check.run(world);
    return { kind: 'passed' };
  } catch (error) {
    if (error instanceof NotShown) return { kind: 'not shown', why: error.message };
    const exchange =
      (error instanceof Mismatch ? error.exchange : undefined) ??
      (world.probe.exchanges.length > before ? world.probe.exchanges.at(-1) : undefined);
    const request =
      exchange === undefined ? 'no request' : `${exchange.method} ${exchange.path} → ${exchange.status}`;
    if (error instanceof Mismatch) {
      return { kind: 'failed', expected: error.expected, got: error.got, request };
    }
    const got = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { kind: 'failed', expected: 'the check to come to an end', got, request };
  }
}
