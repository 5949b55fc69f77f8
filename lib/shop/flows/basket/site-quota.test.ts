import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { hold, type HoldResult } from './basket';
import type { Holder } from '../../data/claim-store';
import { openShopDatabase } from '@/testing/shop/tables';
import type { CheckoutContext } from '../../context';
import { heldId, holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hashToken, newToken } from '../../tokens';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL.
const quota = { basket: 10, network: 20, site: 30 };
let server: TestServer;
let shop: TestShop;
let context: CheckoutContext;

beforeAll(async () => {
  server = await startPostgres();
  const database = await openShopDatabase(await server.createDatabase());
  shop = await startTestShop({ database, timeoutMilliseconds: 2_000 });
  context = { ...shop.context, quota };
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(() => shop.reset());

/** A browser in a network of its own. */
function browser(site: string | null): Holder {
  return { tokenHash: hashToken(newToken()), network: crypto.randomUUID(), site };
}

const take = (holder: Holder, quantity: number): Promise<HoldResult> =>
  hold(context, { ...holdRequest(shop.ticketing, quantity), ...holder, openCheckoutId: null });

describe('an IPv6 site', () => {
  it('holds at most its limit, however many of its networks are used', async () => {
    const site = crypto.randomUUID();
    const inSite = () => browser(site);
    for (let networks = 0; networks < 3; networks += 1) heldId(await take(inSite(), 10));
    expect(await take(inSite(), 1)).toMatchObject({ kind: 'over_quota', of: 'site', left: 0 });
    // Customers elsewhere, with and without a site, are not limited.
    heldId(await take(browser(crypto.randomUUID()), 1));
    heldId(await take(browser(null), 1));
  });

  it('holds exactly its limit when all browsers request at the same time', async () => {
    const site = crypto.randomUUID();
    const asked = await Promise.all(Array.from({ length: 50 }, () => take(browser(site), 1)));
    expect(asked.filter(({ kind }) => kind === 'held')).toHaveLength(30);
  });
});
