import { expect, it } from 'vitest';
import { surviveKills, surviveStops } from '@/testing/ticketing-service/crash';

// Guarantee I9, the complete test. It takes minutes: `npm run test:long`.
const times = Number(process.env['ACCIDENTS'] ?? 20);

it(`I9: the service killed ${times} times`, { timeout: 900_000 }, async () => {
  const survived = await surviveKills(times);
  process.stdout.write(`${JSON.stringify(survived)}\n`);
  expect(survived.unavailable).toBeGreaterThan(times);
});

it(`I9: PostgreSQL stopped abruptly ${times} times`, { timeout: 900_000 }, async () => {
  const survived = await surviveStops(times);
  process.stdout.write(`${JSON.stringify(survived)}\n`);
  expect(survived.unavailable).toBeGreaterThan(times);
});

it(
  'and the test fails if it should: a database that acknowledges too early loses some',
  { timeout: 60_000 },
  async () => {
    const early = ['synchronous_commit=off', 'wal_writer_delay=200ms'];
    await expect(surviveStops(2, early)).rejects.toThrow(/is lost/);
  },
);
