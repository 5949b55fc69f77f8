import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { printedSeed } from '@/lib/database/seed-testing';
import { testDatabase } from '@/lib/database/testing';
import { checkRoom } from './model-schedules-testing';
import { realRoom, type Room } from './model-testing';

let database: Database;

beforeAll(async () => {
  database = await testDatabase({ migrations: 'service/migrations', schema: 'ticketing_migrations' });
});
afterAll(() => database.close());

const seed = printedSeed('model of availability');

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
  // In full: model.long.test.ts.
  it('does what the model says, whatever the order', { timeout: 300_000 }, async () => {
    await checkRoom(realRoom, { database, seed, runs: 400 });
  });

  it.each(planted)('is caught when it %s', { timeout: 60_000 }, async (_, room) => {
    await expect(checkRoom(room, { database, seed, runs: 500 })).rejects.toThrow('Property failed');
  });
});
