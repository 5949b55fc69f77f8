import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { printedSeed } from '@/testing/faults/random';
import { testDatabase } from '@/testing/database/embedded';
import { checkAvailability } from '@/testing/ticketing-service/model-schedules';
import { realAvailability, type Availability } from '@/testing/ticketing-service/model';

let database: Database;

beforeAll(async () => {
  database = await testDatabase({ migrations: 'service/migrations', schema: 'ticketing_migrations' });
});
afterAll(() => database.close());

const seed = printedSeed('model of availability');

const faultyCopies: [string, Availability][] = [
  [
    'does not release expired holds',
    {
      ...realAvailability,
      sweep: async (transaction) => {
        await transaction.run(sql`delete from ticketing.hold where expires_at <= statement_timestamp()`);
      },
    },
  ],
  [
    'sells released units',
    {
      ...realAvailability,
      convert: async (transaction, catalogId, id, counters) => {
        await realAvailability.convert(transaction, catalogId, id, counters);
        return true;
      },
    },
  ],
  [
    'releases units twice',
    {
      ...realAvailability,
      release: async (transaction, catalogId, id) => {
        await realAvailability.release(transaction, catalogId, id);
        await transaction.run(
          sql`update ticketing.counter set held = held - 1 where catalog_id = ${catalogId} and held > 0`,
        );
      },
    },
  ],
  [
    'reserves units without checking what is left',
    {
      ...realAvailability,
      hold: async (transaction, id, units) => {
        const held = await realAvailability.hold(transaction, id, units);
        return held || units.length === 1;
      },
    },
  ],
  [
    'lowers a limit below what is held and sold',
    {
      ...realAvailability,
      setCapacity: async (transaction, catalogId, id, most) => {
        await realAvailability.setCapacity(transaction, catalogId, id, most);
        return true;
      },
    },
  ],
];

describe('the availability module', () => {
  // The full test is in model.long.test.ts.
  it('does what the model says, in any order of commands', { timeout: 300_000 }, async () => {
    await checkAvailability(realAvailability, { database, seed, runs: 400 });
  });

  it.each(faultyCopies)('fails the test when it %s', async (_, availability) => {
    await expect(checkAvailability(availability, { database, seed, runs: 500 })).rejects.toThrow(
      'Property failed',
    );
  });
});
