import { execFile } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Cluster, citusServer, citusUrl } from '@/testing/database/citus';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { bothItem, openPlaces, reservationsBulk } from '@/testing/ticketing-service/booking';
import { startTestService } from '@/testing/ticketing-service/test-service';
import { distribute, distributions } from './distribute';

describe('distributing the tables', () => {
  it('names every table, those that are referred to first', async () => {
    const service = await startTestService();
    const tables = await service.database.rows(
      z.object({ name: z.string() }),
      sql`select tablename as name from pg_tables where schemaname = 'ticketing'`,
    );
    await service.close();
    const named = distributions.map(({ table }) => table);
    expect(named.toSorted()).toEqual(tables.map(({ name }) => name).sort());
    expect(new Set(named).size).toBe(named.length);
  });

  describe.skipIf(citusUrl !== undefined)('on one PostgreSQL', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it('is refused with a sentence', async () => {
      const { code, stderr } = await run(await server.createDatabase());
      expect([code, stderr]).toEqual([
        1,
        'The database does not have the extension citus: see docs/scaling.md.\n',
      ]);
    });
  });

  // Without TEST_CITUS_URL these are reported as skipped.
  describe.skipIf(citusUrl === undefined)('on a cluster', () => {
    let cluster: Cluster;
    beforeAll(() => {
      cluster = citusServer(citusUrl ?? '');
    });
    afterAll(() => cluster.stop());

    it('happens once, and the command says so', async () => {
      const url = await cluster.createEmpty();
      const first = await run(url);
      expect([first.code, first.stdout]).toEqual([
        0,
        expect.stringContaining('Distributed: catalog, counter'),
      ]);
      expect(await run(url)).toMatchObject({ code: 0, stdout: 'All tables are distributed already.\n' });
    });

    it('while the service sells loses no unit, and it sells on', async () => {
      const url = await cluster.createEmpty();
      const service = await startTestService({ databaseUrl: url });
      const places = await openPlaces(service, 100_000);
      const statuses: number[] = [];
      let isSelling = true;
      const sell = async () => {
        while (isSelling) {
          const { status } = await service.call('POST', reservationsBulk, {
            body: { items: [bothItem(places)] },
          });
          statuses.push(status);
        }
      };
      const sellers = Array.from({ length: 4 }, sell);
      await expect.poll(() => statuses.length).toBeGreaterThan(20);
      expect(await distribute(url)).toHaveLength(distributions.length);
      const before = statuses.length;
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 20);
      isSelling = false;
      await Promise.all(sellers);
      const [counted] = await service.database.rows(
        z.object({ held: z.int(), holds: z.int(), reservations: z.int() }),
        sql`select (select max(held) from ticketing.counter) as held,
              (select count(distinct hold_id)::int from ticketing.hold) as holds,
              (select count(*)::int from ticketing.reservation) as reservations`,
      );
      const sold = statuses.filter((status) => status === 201).length;
      expect(counted).toEqual({ held: sold, holds: sold, reservations: sold });
      expect(new Set(statuses)).toEqual(new Set([201]));
      await service.close();
    });
  });
});

function run(url: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = ['--import', 'tsx', 'service/distribute-command.ts'];
  const env = { ...process.env, DATABASE_URL: url };
  return new Promise((done) => {
    execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
