import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { printedSeed } from '@/testing/faults/random';
import { testDatabase } from '@/testing/database/embedded';
import { checkAvailability } from '@/testing/ticketing-service/model-schedules';
import { realAvailability } from '@/testing/ticketing-service/model';

// The full model test (`npm run test:long`). model.test.ts has a shorter one, and shows which faults it finds.
const seed = printedSeed('model of availability, in full');

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ migrations: 'service/migrations', schema: 'ticketing_migrations' });
});
afterAll(() => database.close());

it(
  'the availability module does what the model says, in any order of commands, 2,000 times',
  { timeout: 300_000 },
  async () => {
    await expect(
      checkAvailability(realAvailability, { database, seed, runs: 2_000 }),
    ).resolves.toBeUndefined();
  },
);
