import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { printedSeed } from '@/lib/database/seed-testing';
import { testDatabase } from '@/lib/database/testing';
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
} from './model-commands-testing';
import { realRoom, type Room } from './model-testing';

let database: Database;

beforeAll(async () => {
  database = await testDatabase({ migrations: 'service/migrations', schema: 'ticketing_migrations' });
});
afterAll(() => database.close());

const seed = printedSeed('model of availability');
const counter = fc.nat(2);
const number = fc.nat(7);
const capacity = fc.option(fc.nat(8), { freq: 6 });
const wanted = fc
  .array(fc.tuple(counter, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 })
  .map((pairs) => new Map(pairs));

const schedule = fc.tuple(
  // Without a limit there is nothing to race for.
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

/** Thrown to undo a run, so that one database serves all. */
class Done extends Error {}

/** Random schedules on a room, each compared with the model after every command. */
function check(room: Room, runs: number): Promise<void> {
  const property = fc.asyncProperty(schedule, ([capacities, commands]) =>
    database
      .transaction(async (transaction) => {
        const run = newRun(transaction, room);
        await limit(run, capacities);
        await fc.asyncModelRun(() => run, commands);
        throw new Done();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Done)) throw error;
      }),
  );
  return fc.assert(property, { seed, numRuns: runs, endOnFailure: room !== realRoom });
}

const planted: [string, Room][] = [
  [
    'forgets to give back what has expired',
    {
      ...realRoom,
      sweep: async (transaction) => {
        await transaction.run(sql`delete from ticketing.hold where expires_at <= clock_timestamp()`);
      },
    },
  ],
  [
    'sells what it gave back',
    {
      ...realRoom,
      convert: async (transaction, catalogId, id, counters) => {
        await realRoom.convert(transaction, catalogId, id, counters);
        return true;
      },
    },
  ],
  [
    'gives back twice',
    {
      ...realRoom,
      release: async (transaction, catalogId, id) => {
        await realRoom.release(transaction, catalogId, id);
        await transaction.run(
          sql`update ticketing.counter set held = held - 1 where catalog_id = ${catalogId} and held > 0`,
        );
      },
    },
  ],
  [
    'takes units without asking what is left',
    {
      ...realRoom,
      hold: async (transaction, id, units) => {
        const held = await realRoom.hold(transaction, id, units);
        return held || units.length === 1;
      },
    },
  ],
  [
    'lowers a limit below what is taken',
    {
      ...realRoom,
      setCapacity: async (transaction, catalogId, id, most) => {
        await realRoom.setCapacity(transaction, catalogId, id, most);
        return true;
      },
    },
  ],
];

describe('the room of availability', () => {
  it('does what the model says, whatever the order', { timeout: 300_000 }, async () => {
    await check(realRoom, 2_000);
  });

  it.each(planted)('is caught when it %s', { timeout: 60_000 }, async (_, room) => {
    await expect(check(room, 500)).rejects.toThrow('Property failed');
  });
});
