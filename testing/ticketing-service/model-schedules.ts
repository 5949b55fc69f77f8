import fc from 'fast-check';
import type { Database } from '@/lib/database/database';
import {
  capacityCommand,
  convertCommand,
  expireCommand,
  extendCommand,
  holdCommand,
  limit,
  newRun,
  releaseCommand,
  sweepCommand,
} from './model-commands';
import { realAvailability, type Availability } from './model';

const counter = fc.nat(2);
const number = fc.nat(7);
const capacity = fc.option(fc.nat(8), { freq: 6 });
const wanted = fc
  .array(fc.tuple(counter, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 })
  .map((pairs) => new Map(pairs));

const schedule = fc.tuple(
  // Without a limit there is no race condition to test.
  fc.tuple(capacity, capacity, capacity),
  fc.commands(
    [
      wanted.map(holdCommand),
      wanted.map(holdCommand),
      number.map(convertCommand),
      number.map(releaseCommand),
      number.map(extendCommand),
      number.map(expireCommand),
      number.map(expireCommand),
      fc.constant(null).map(sweepCommand),
      fc.tuple(counter, capacity).map(([which, most]) => capacityCommand(which, most)),
    ],
    { maxCommands: 12 },
  ),
);

/** Thrown to roll back a run, so that one database can be used for all runs. */
class Done extends Error {}

interface Checked {
  database: Database;
  seed: number;
  runs: number;
}

/** Runs random schedules on an implementation, and compares it with the model after every command. */
export function checkAvailability(
  availability: Availability,
  { database, seed, runs }: Checked,
): Promise<void> {
  const property = fc.asyncProperty(schedule, ([capacities, commands]) =>
    database
      .transaction(async (transaction) => {
        const run = newRun(transaction, availability);
        await limit(run, capacities);
        await fc.asyncModelRun(() => run, commands);
        throw new Done();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Done)) throw error;
      }),
  );
  return fc.assert(property, { seed, numRuns: runs, endOnFailure: availability !== realAvailability });
}
