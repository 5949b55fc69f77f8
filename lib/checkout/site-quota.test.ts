import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { hold, type HoldResult } from './basket';
import type { Holder } from './claim-store';
import { openShopDatabase } from './database-testing';
import type { Rooms } from './rooms';
import { heldId, holdRequest, startStage, type Stage } from './testing';
import { hashToken, newToken } from './tokens';

// One connection has no races: these run on PostgreSQL.
const quota = { basket: 10, network: 20, site: 30 };
let server: TestServer;
let stage: Stage;
let rooms: Rooms;

beforeAll(async () => {
  server = await startPostgres();
  const database = await openShopDatabase(await server.createDatabase());
  stage = await startStage({ database, patienceMilliseconds: 2_000 });
  rooms = { ...stage.rooms, quota };
});
afterAll(async () => {
  await stage.close();
  await server.stop();
});
beforeEach(() => stage.reset());

/** A browser in a network of its own. */
function browser(site: string | null): Holder {
  return { tokenHash: hashToken(newToken()), network: crypto.randomUUID(), site };
}

const take = (holder: Holder, quantity: number): Promise<HoldResult> =>
  hold(rooms, { ...holdRequest(stage.ticketing, quantity), ...holder, openCheckoutId: null });

describe('an IPv6 site', () => {
  it('holds so many at once, from however many of its networks', async () => {
    const site = crypto.randomUUID();
    const inSite = () => browser(site);
    for (let networks = 0; networks < 3; networks += 1) heldId(await take(inSite(), 10));
    expect(await take(inSite(), 1)).toMatchObject({ kind: 'over_quota', of: 'site', left: 0 });
    // Customers elsewhere, with and without a site, notice nothing.
    heldId(await take(browser(crypto.randomUUID()), 1));
    heldId(await take(browser(null), 1));
  });

  it('holds exactly so many when all ask at the same time', async () => {
    const site = crypto.randomUUID();
    const asked = await Promise.all(Array.from({ length: 50 }, () => take(browser(site), 1)));
    expect(asked.filter(({ kind }) => kind === 'held')).toHaveLength(30);
  });
});
