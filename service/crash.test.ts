import { describe, expect, it } from 'vitest';
import { surviveKills, surviveStops } from './crash-testing';

// A taste of crash.long.test.ts, on every run.
describe('what was acknowledged is durable', () => {
  it('though the service is killed', { timeout: 60_000 }, async () => {
    const survived = await surviveKills(2);
    expect(survived.unavailable).toBeGreaterThan(0);
  });

  it('though PostgreSQL is stopped hard', { timeout: 60_000 }, async () => {
    const survived = await surviveStops(2);
    expect(survived.unavailable).toBeGreaterThan(0);
  });

  it(
    'and the test would notice: a database that acknowledges early loses some',
    { timeout: 60_000 },
    async () => {
      const early = ['synchronous_commit=off', 'wal_writer_delay=200ms'];
      await expect(surviveStops(2, early)).rejects.toThrow(/is lost/);
    },
  );
});
