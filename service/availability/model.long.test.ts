import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { printedSeed } from '@/lib/database/seed-testing';
import { testDatabase } from '@/lib/database/testing';
import { checkRoom } from './model-schedules-testing';
import { realRoom } from './model-testing';

// The model in full; a smaller dose, and what it would notice: model.test.ts. `npm run test:long`.
const seed = printedSeed('model of availability, in full');

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ migrations: 'service/migrations', schema: 'ticketing_migrations' });
});
afterAll(() => database.close());

it(
  'the room of availability does what the model says, whatever the order, 2,000 times',
  { timeout: 300_000 },
  async () => {
    await expect(checkRoom(realRoom, { database, seed, runs: 2_000 })).resolves.toBeUndefined();
  },
);
