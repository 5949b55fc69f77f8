import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '@/testing/shop/at-once';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { ServiceError } from '../../../client/service-error';
import { lastSegment } from '../../../contract/iri';
import { hold, holdAgain, type HoldResult } from './basket';
import { removeItem } from './remove-item';
import { isKnownToken } from '../../data/access-store';
import { insertClaim, readClaims, type Holder } from '../../data/claim-store';
import { openShopDatabase } from '@/testing/shop/tables';
import { readHolds } from '../../data/hold-store';
import { placeOrder } from '../checkout/place-order';
import { findUnsettled } from '../../data/payment-store';
import { judge } from './quota';
import type { CheckoutContext } from '../../context';
import { heldId, holdRequest, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hashToken, newToken } from '../../tokens';
import { receiveWebhook } from '../payment/webhooks';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL.
const quota = { basket: 10, network: 20, site: 30 };
let server: TestServer;
let database: Database;
let shop: TestShop;
let context: CheckoutContext;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase());
  shop = await startTestShop({ database, timeoutMilliseconds: 2_000 });
  context = { ...shop.context, quota };
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(() => shop.reset());

/** A browser, in a network of its own unless one is given. */
function browser(network: string = crypto.randomUUID(), site: string | null = null): Holder {
  return { tokenHash: hashToken(newToken()), network, site };
}

const take = (holder: Holder, quantity: number, open: string | null = null): Promise<HoldResult> =>
  hold(context, { ...holdRequest(shop.ticketing, quantity), ...holder, openCheckoutId: open });

/** Ends everything that a checkout holds. */
async function end(id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.hold set expires_at = clock_timestamp() - interval '1 second' where checkout_id = ${id}`,
    ),
  );
  shop.ticketing.expire();
  await shop.later(id, { holdOver: true });
  await shop.settle();
}

const claimOf = ({ tokenHash }: Holder, change: SQL) =>
  database.transaction((transaction) =>
    transaction.run(sql`update storefront.claim set ${change} where token_hash = ${tokenHash}`),
  );

const tenUnits = () => {
  const at = new Date();
  const until = new Date(at.getTime() + 60_000);
  return { id: crypto.randomUUID(), holdId: null, units: 10, asked: 'something', at, until };
};

const claims = async (holder: Holder) =>
  (await readClaims(database, holder)).reduce((sum, { units }) => sum + units, 0);

describe('a basket', () => {
  it('holds 10 units at once, and more after some were released', async () => {
    shop.ticketing.hasExtensions = true;
    const me = browser();
    const id = heldId(await take(me, 6));
    expect(heldId(await take(me, 4, id))).toBe(id);
    expect(await take(me, 1, id)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 0 });
    const [six] = await readHolds(database, id);
    await removeItem(context, id, six?.id ?? '');
    expect(await take(me, 7, id)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 6 });
    expect(heldId(await take(me, 6, id))).toBe(id);
  });

  it('on a server that can’t release reservations counts them until they expire', async () => {
    const me = browser();
    const id = heldId(await take(me, 6));
    await take(me, 4, id);
    const [six] = await readHolds(database, id);
    await removeItem(context, id, six?.id ?? '');
    expect(await take(me, 6, id)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 0 });
  });

  it('does not hold more when the browser begins other checkouts', async () => {
    const me = browser();
    await take(me, 6);
    expect(await take(me, 6)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 4 });
  });

  it('never holds more than the limit', async () => {
    expect(await take(browser(), 11)).toEqual({
      kind: 'over_quota',
      of: 'basket',
      left: 10,
      seconds: null,
    });
    expect(shop.ticketing.stock).toBe(100);
  });

  it('counts nothing after it was paid', async () => {
    const me = browser();
    const id = heldId(await take(me, 10));
    await placeOrder(context, orderOf(id, '180.00'));
    expect(await take(me, 1)).toMatchObject({ kind: 'over_quota' });
    const payment = await findUnsettled(database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    const { body, signature } = shop.provider.webhook(payment?.sessionId ?? '');
    await receiveWebhook(context, body, signature);
    await shop.settle();
    expect(await take(me, 10)).toMatchObject({ kind: 'held' });
  });

  it('that expired counts nothing once all its reservations have ended, until it is reserved again', async () => {
    shop.ticketing.hasExtensions = true;
    const me = browser();
    const id = heldId(await take(me, 6));
    await end(id);
    const other = heldId(await take(me, 6));
    expect(await holdAgain(context, id, { ...me, inTurn: atOnce })).toMatchObject({
      kind: 'over_quota',
      of: 'basket',
      left: 4,
    });
    const [six] = await readHolds(database, other);
    await removeItem(context, other, six?.id ?? '');
    expect(await holdAgain(context, id, { ...me, inTurn: atOnce })).toMatchObject({ kind: 'held' });
    expect(await claims(me)).toBe(6);
  });

  it('with one expired reservation still holds the others; they are released when the same items are reserved again', async () => {
    shop.ticketing.hasExtensions = true;
    const me = browser();
    const id = heldId(await take(me, 9));
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await take(me, 9)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 1 });
    expect(await holdAgain(context, id, { ...me, inTurn: atOnce })).toMatchObject({ kind: 'held' });
    expect(await claims(me)).toBe(9);
    // The first nine were released, so nothing is held twice.
    expect(shop.ticketing.stock).toBe(99);
  });
});

describe('an answer to a hold', () => {
  it('that was lost counts as held', async () => {
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await take(me, 5)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 4 });
    expect(await take(me, 4)).toMatchObject({ kind: 'held' });
    // The service holds both, although the shop knows of one only.
    expect(shop.ticketing.stock).toBe(98);
  });

  it('that was lost counts once together with its retries, and the retries use its key', async () => {
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after', 'error_before');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await claims(me)).toBe(6);
    const id = heldId(await take(me, 6));
    expect(await claims(me)).toBe(6);
    const [first, ...others] = shop.ticketing.reserveKeys;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([first, first]);
    expect(heldId(await take(me, 4, id))).toBe(id);
    expect(shop.ticketing.reserveKeys.at(-1)).not.toBe(first);
  });

  it('that was lost is requested again under its key, and the first answer is the only hold', async () => {
    shop.ticketing.hasExtensions = true;
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    heldId(await take(me, 6));
    expect(shop.ticketing.stock).toBe(99);
    expect(await claims(me)).toBe(6);
  });

  it('with little time left is released, and the items are requested again', async () => {
    shop.ticketing.hasExtensions = true;
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await claimOf(me, sql`at = at - interval '40 seconds'`);
    const id = heldId(await take(me, 6));
    expect((await shop.find(id)).secondsLeft).toBeGreaterThan(50);
    expect(shop.ticketing.stock).toBe(99);
    expect(await claims(me)).toBe(6);
  });

  it('that says that the same request is still running is not a refusal', async () => {
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after', 'running');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await take(me, 6)).toEqual({ kind: 'busy', running: true, seconds: 2 });
    expect(await claims(me)).toBe(6);
    expect(await take(me, 6)).toMatchObject({ kind: 'held' });
  });

  it('that was lost makes the token of a browser without a checkout a known token', async () => {
    const me = browser();
    expect(await isKnownToken(database, me.tokenHash)).toBe(false);
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await isKnownToken(database, me.tokenHash)).toBe(true);
  });

  it('that no process waits for any more, because the requesting process crashed, counts as lost too', async () => {
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await claimOf(me, sql`is_lost = false`);
    expect(await take(me, 6)).toMatchObject({ kind: 'over_quota', left: 4 });
    await claimOf(me, sql`until = until - interval '121 seconds'`);
    expect(await take(me, 6)).toMatchObject({ kind: 'held' });
  });

  it('that was lost long ago is not used: the same items are requested under a new key', async () => {
    const me = browser();
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await claimOf(me, sql`at = at - interval '6 minutes'`);
    heldId(await take(me, 6));
    expect(await claims(me)).toBe(6);
    const [first, second] = shop.ticketing.reserveKeys;
    expect(second).not.toBe(first);
  });

  it('that is a refusal leaves no quota claim', async () => {
    const me = browser();
    shop.ticketing.stock = 0;
    expect(await take(me, 10)).toMatchObject({ kind: 'refused' });
    shop.ticketing.stock = 100;
    const offerId = lastSegment(shop.ticketing.item(10).offer);
    const seenPrices = new Map([[offerId, '17.00']]);
    const repriced = { ...holdRequest(shop.ticketing, 10), ...me, seenPrices };
    expect(await hold(context, repriced)).toEqual({ kind: 'repriced', offerId });
    shop.ticketing.reserveFaults.push('forbidden');
    await expect(take(me, 10)).rejects.toThrow(ServiceError);
    expect(await take(me, 10)).toMatchObject({ kind: 'held' });
  });
});

describe('a network', () => {
  it('holds 20 units at once, is told when more is free, and does not limit a customer in another network', async () => {
    const network = crypto.randomUUID();
    await take(browser(network), 10);
    await take(browser(network), 10);
    const refused = await take(browser(network), 1);
    expect(refused).toMatchObject({ kind: 'over_quota', of: 'network', left: 0 });
    expect(refused.kind === 'over_quota' && refused.seconds).toBeGreaterThan(30);
    expect(refused.kind === 'over_quota' && refused.seconds).toBeLessThanOrEqual(60);
    expect(await take(browser(), 2)).toMatchObject({ kind: 'held' });
  });

  it('of 50 browsers that each request one unit at the same time holds 20', async () => {
    const network = crypto.randomUUID();
    const asked = await Promise.all(Array.from({ length: 50 }, () => take(browser(network), 1)));
    expect(asked.filter(({ kind }) => kind === 'held')).toHaveLength(20);
    expect(shop.ticketing.stock).toBe(80);
  });

  it('would hold more than its limit without the lock', async () => {
    const network = crypto.randomUUID();
    let counted = 0;
    let all: () => void = () => undefined;
    const allCounted = new Promise<void>((done) => (all = done));
    const naive = () =>
      database.transaction(async (transaction) => {
        const me = browser(network);
        const refusal = judge(await readClaims(transaction, me), 10, quota);
        if ((counted += 1) === 3) all();
        await allCounted;
        if (refusal === null) await insertClaim(transaction, { ...me, ...tenUnits() });
      });
    await Promise.all([naive(), naive(), naive()]);
    expect(await claims({ tokenHash: '', network, site: null })).toBe(30);
  });
});

describe('an IPv6 site', () => {
  it('holds at most its limit, however many of its networks are used', async () => {
    const site = crypto.randomUUID();
    const inSite = () => browser(undefined, site);
    for (let networks = 0; networks < 3; networks += 1) heldId(await take(inSite(), 10));
    expect(await take(inSite(), 1)).toMatchObject({ kind: 'over_quota', of: 'site', left: 0 });
    // Customers elsewhere, with and without a site, are not limited.
    heldId(await take(browser(undefined, crypto.randomUUID()), 1));
    heldId(await take(browser(), 1));
  });

  it('holds exactly its limit when all browsers request at the same time', async () => {
    const site = crypto.randomUUID();
    const asked = await Promise.all(Array.from({ length: 50 }, () => take(browser(undefined, site), 1)));
    expect(asked.filter(({ kind }) => kind === 'held')).toHaveLength(30);
  });
});

function holdWith(quantity: number, limit: number | null) {
  const { catalogId } = shop.ticketing;
  const groupLimits = new Map(limit === null ? [] : [[catalogId, limit]]);
  const network = crypto.randomUUID();
  return hold({ ...context, groupLimits }, { ...holdRequest(shop.ticketing, quantity), network });
}

it('a catalogue with a limit of its own sells to groups, also beyond the limit of a network', async () => {
  expect(await holdWith(30, null)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 10 });
  expect(await holdWith(30, 30)).toMatchObject({ kind: 'held' });
  expect(await holdWith(31, 30)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 30 });
});

it('a small house can allow fewer', async () => {
  expect(await holdWith(7, 6)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 6 });
  expect(await holdWith(6, 6)).toMatchObject({ kind: 'held' });
});
