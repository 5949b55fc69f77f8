import { expect, it } from 'vitest';
import { surviveKills, surviveStops } from './crash-testing';

// I9 of the reliability promises, in full. Minutes: `npm run test:long`.
const times = Number(process.env['ACCIDENTS'] ?? 20);

it(`I9: the service killed ${times} times`, { timeout: 900_000 }, async () => {
  const survived = await surviveKills(times);
  process.stdout.write(`${JSON.stringify(survived)}\n`);
  expect(survived.unavailable).toBeGreaterThan(times);
});

it(`I9: PostgreSQL stopped hard ${times} times`, { timeout: 900_000 }, async () => {
  const survived = await surviveStops(times);
  process.stdout.write(`${JSON.stringify(survived)}\n`);
  expect(survived.unavailable).toBeGreaterThan(times);
});

it(
  'and the test would notice: a database that acknowledges early loses some',
  { timeout: 60_000 },
  async () => {
    const early = ['synchronous_commit=off', 'wal_writer_delay=200ms'];
    await expect(surviveStops(2, early)).rejects.toThrow(/is lost/);
  },
);
