import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '@/lib/database/open-database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openPlaces } from '@/testing/ticketing-service/booking';
import { boatItem, clients, newLoad } from '@/testing/ticketing-service/load';
import { startIssuer, type Issuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';

let server: TestServer;
let issuer: Issuer;
const programs: TestProgram[] = [];

beforeAll(async () => {
  [server, issuer] = await Promise.all([startPostgres(), startIssuer()]);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.close()));
  await issuer.close();
  await server.stop();
});

const row = z.object({ capacity: z.int(), held: z.int(), sold: z.int() });

describe('two service processes on one PostgreSQL', () => {
  it('sell 50 of 50 units to 100 clients with 400 holds, and the history has no contradictions', async () => {
    const databaseUrl = await server.createDatabase();
    const options = { databaseUrl, issuer };
    programs.push(...(await Promise.all([startProgram(options), startProgram(options)])));
    const [one, other] = programs as [TestProgram, TestProgram];
    const item = boatItem(await openPlaces(one, 50));
    const load = newLoad();
    let next = 0;
    await clients(100, async () => {
      const index = next++;
      if (index >= 400) return false;
      await load.hold(index % 2 === 0 ? one : other, `buyer ${index}`, [item]);
      return true;
    });
    expect([load.wrong, load.unavailable]).toEqual([[], 0]);
    const results = load.history.operations.flatMap(({ outcome }) =>
      outcome.kind === 'ok' ? outcome.ids : [outcome.kind],
    );
    expect(results).toHaveLength(400);
    expect(results.filter((id) => id === null)).toHaveLength(350);

    // Then the fifty are ordered, through either process, each twice at once.
    const held = load.history.operations.flatMap(({ organization, outcome }) =>
      outcome.kind === 'ok' && typeof outcome.ids[0] === 'string'
        ? [{ organization, ids: [outcome.ids[0]] }]
        : [],
    );
    const orders = held.flatMap(({ organization, ids }) => [
      load.order(one, organization, ids),
      load.order(other, organization, ids),
    ]);
    expect((await Promise.all(orders)).every(({ kind }) => kind === 'ok')).toBe(true);

    const database = await openDatabase({
      url: databaseUrl,
      folder: '',
      migrations: 'service/migrations',
      schema: 'ticketing_migrations',
    });
    expect(await load.check(database)).toEqual([]);
    const counters = sql`select capacity, held, sold from ticketing.counter where held + sold > 0`;
    expect(await database.rows(row, counters)).toEqual([{ capacity: 50, held: 0, sold: 50 }]);

    // Control test: the checker notices tickets that were deleted directly in the database.
    await database.transaction((transaction) => transaction.run(sql`delete from ticketing.item_ticket`));
    expect(await load.check(database)).toHaveLength(50);
    await database.close();
  });
});
