import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { openShopDatabase } from './database-testing';
import { leaseSeconds, takeDue } from './queue-store';
import { startStage, type Stage } from './testing';
import { advance } from './worker';

let server: TestServer;
let stage: Stage;
/** The connections of a second process. */
let other: Database;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  stage = await startStage({ database: await openShopDatabase(url), capture: 'manual' });
  other = await openShopDatabase(url);
});

afterAll(async () => {
  await other.close();
  await stage.close();
  await server.stop();
});

it('a checkout whose steps together outlast a lease is not taken by another process between them', async () => {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  await stage.later(id);
  const slow: string[] = [];
  const taken: string[] = [];
  // Two thirds of a lease pass while the service or the provider works.
  const passTime = async ({ method, path }: { method: string; path: string }) => {
    if (method !== 'POST') return;
    slow.push(path.slice(path.lastIndexOf('/') + 1));
    await other.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout
            set leased_until = leased_until - make_interval(secs => ${(leaseSeconds * 2) / 3})`,
      ),
    );
    taken.push(...(await takeDue(other, 'checkout', 10)));
  };
  Object.assign(stage.ticketing, { meanwhile: passTime });
  Object.assign(stage.provider, { meanwhile: passTime });
  await advance(stage.rooms, id);
  expect(await stage.state(id)).toBe('ordered');
  expect(slow).toEqual(['_bulk', 'capture']);
  expect(taken).toEqual([]);
});

it('the same checkout is taken by another process when one step alone outlasts the lease', async () => {
  stage.reset();
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  await stage.later(id);
  const taken: string[] = [];
  stage.provider.meanwhile = async ({ path }) => {
    if (!path.endsWith('/capture')) return;
    await other.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout
            set leased_until = leased_until - make_interval(secs => ${leaseSeconds})`,
      ),
    );
    taken.push(...(await takeDue(other, 'checkout', 10)));
  };
  await advance(stage.rooms, id);
  expect(taken).toEqual([id]);
});
