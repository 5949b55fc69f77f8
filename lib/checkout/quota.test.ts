import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { ServiceError } from '../client/service-error';
import { hold, holdAgain, removeItem, type HoldResult } from './basket';
import { isKnownToken } from './access-store';
import { insertClaim, readClaims, type Holder } from './claim-store';
import { openShopDatabase } from './database-testing';
import { readHolds } from './hold-store';
import { placeOrder } from './pay';
import { findUnsettled } from './payment-store';
import { judge } from './quota';
import type { Rooms } from './rooms';
import { heldId, holdRequest, orderOf, startStage, type Stage } from './testing';
import { hashToken, newToken } from './tokens';
import { receiveWebhook } from './webhooks';

// One connection has no races: these run on PostgreSQL.
const quota = { basket: 10, network: 20, site: 30 };
let server: TestServer;
let database: Database;
let stage: Stage;
let rooms: Rooms;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase());
  stage = await startStage({ database, patienceMilliseconds: 2_000 });
  rooms = { ...stage.rooms, quota };
});
afterAll(async () => {
  await stage.close();
  await server.stop();
});
beforeEach(() => stage.reset());

/** A browser; in a network of its own, unless one is named. */
function browser(network: string = crypto.randomUUID()): Holder {
  return { tokenHash: hashToken(newToken()), network, site: null };
}

const take = (holder: Holder, quantity: number, open: string | null = null): Promise<HoldResult> =>
  hold(rooms, { ...holdRequest(stage.ticketing, quantity), ...holder, openCheckoutId: open });

/** Lets all that a checkout holds end. */
async function end(id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.hold set expires_at = clock_timestamp() - interval '1 second' where checkout_id = ${id}`,
    ),
  );
  stage.ticketing.expire();
  await stage.later(id, { holdOver: true });
  await stage.settle();
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
  it('holds 10 at once, and more when some were given back', async () => {
    stage.ticketing.hasExtensions = true;
    const me = browser();
    const id = heldId(await take(me, 6));
    expect(heldId(await take(me, 4, id))).toBe(id);
    expect(await take(me, 1, id)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 0 });
    const [six] = await readHolds(database, id);
    await removeItem(rooms, id, six?.id ?? '');
    expect(await take(me, 7, id)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 6 });
    expect(heldId(await take(me, 6, id))).toBe(id);
  });

  it('that can’t be given back, since this server has no way to, is held until it ends', async () => {
    const me = browser();
    const id = heldId(await take(me, 6));
    await take(me, 4, id);
    const [six] = await readHolds(database, id);
    await removeItem(rooms, id, six?.id ?? '');
    expect(await take(me, 6, id)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 0 });
  });

  it('is no way to hold more by beginning others', async () => {
    const me = browser();
    await take(me, 6);
    expect(await take(me, 6)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 4 });
  });

  it('never holds more than it may', async () => {
    expect(await take(browser(), 11)).toEqual({
      kind: 'over_quota',
      of: 'basket',
      left: 10,
      seconds: null,
    });
    expect(stage.ticketing.stock).toBe(100);
  });

  it('is empty when it was paid for', async () => {
    const me = browser();
    const id = heldId(await take(me, 10));
    await placeOrder(rooms, orderOf(id, '180.00'));
    expect(await take(me, 1)).toMatchObject({ kind: 'over_quota' });
    const payment = await findUnsettled(database, id);
    stage.provider.pay(payment?.sessionId ?? '');
    const { body, signature } = stage.provider.webhook(payment?.sessionId ?? '');
    await receiveWebhook(rooms, body, signature);
    await stage.settle();
    expect(await take(me, 10)).toMatchObject({ kind: 'held' });
  });

  it('that expired counts no more when all of it has ended, until it is held again', async () => {
    stage.ticketing.hasExtensions = true;
    const me = browser();
    const id = heldId(await take(me, 6));
    await end(id);
    const other = heldId(await take(me, 6));
    expect(await holdAgain(rooms, id, me)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 4 });
    const [six] = await readHolds(database, other);
    await removeItem(rooms, other, six?.id ?? '');
    expect(await holdAgain(rooms, id, me)).toMatchObject({ kind: 'held' });
    expect(await claims(me)).toBe(6);
  });

  it('of which one has expired still holds the others, and they make way for the same', async () => {
    stage.ticketing.hasExtensions = true;
    const me = browser();
    const id = heldId(await take(me, 9));
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await take(me, 9)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 1 });
    expect(await holdAgain(rooms, id, me)).toMatchObject({ kind: 'held' });
    expect(await claims(me)).toBe(9);
    // The first nine were given back: nobody holds twice.
    expect(stage.ticketing.stock).toBe(99);
  });
});

describe('an answer to a hold', () => {
  it('that was lost counts as held', async () => {
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await take(me, 5)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 4 });
    expect(await take(me, 4)).toMatchObject({ kind: 'held' });
    // The service has both, though the shop knows of one only.
    expect(stage.ticketing.stock).toBe(98);
  });

  it('that was lost counts once with its retries, and these are asked under its key', async () => {
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after', 'error_before');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await claims(me)).toBe(6);
    const id = heldId(await take(me, 6));
    expect(await claims(me)).toBe(6);
    const [first, ...others] = stage.ticketing.reserveKeys;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([first, first]);
    expect(heldId(await take(me, 4, id))).toBe(id);
    expect(stage.ticketing.reserveKeys.at(-1)).not.toBe(first);
  });

  it('that was lost is asked for again under its key, and the first answer is the only hold', async () => {
    stage.ticketing.hasExtensions = true;
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    heldId(await take(me, 6));
    expect(stage.ticketing.stock).toBe(99);
    expect(await claims(me)).toBe(6);
  });

  it('of which little is left is given back, and asked for anew', async () => {
    stage.ticketing.hasExtensions = true;
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await claimOf(me, sql`at = at - interval '40 seconds'`);
    const id = heldId(await take(me, 6));
    expect((await stage.find(id)).secondsLeft).toBeGreaterThan(50);
    expect(stage.ticketing.stock).toBe(99);
    expect(await claims(me)).toBe(6);
  });

  it('that says that the same is still running is no refusal', async () => {
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after', 'running');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await take(me, 6)).toEqual({ kind: 'busy', running: true, seconds: 2 });
    expect(await claims(me)).toBe(6);
    expect(await take(me, 6)).toMatchObject({ kind: 'held' });
  });

  it('that was lost is remembered for a browser that has nothing else', async () => {
    const me = browser();
    expect(await isKnownToken(database, me.tokenHash)).toBe(false);
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    expect(await isKnownToken(database, me.tokenHash)).toBe(true);
  });

  it('that nobody waits for any more, since who asked has died, is lost as well', async () => {
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await claimOf(me, sql`is_lost = false`);
    expect(await take(me, 6)).toMatchObject({ kind: 'over_quota', left: 4 });
    await claimOf(me, sql`until = until - interval '121 seconds'`);
    expect(await take(me, 6)).toMatchObject({ kind: 'held' });
  });

  it('that was lost long ago is not waited for: the same is asked for anew', async () => {
    const me = browser();
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(take(me, 6)).rejects.toThrow(ServiceError);
    await claimOf(me, sql`at = at - interval '6 minutes'`);
    heldId(await take(me, 6));
    expect(await claims(me)).toBe(6);
    const [first, second] = stage.ticketing.reserveKeys;
    expect(second).not.toBe(first);
  });

  it('that says no leaves nothing counted', async () => {
    const me = browser();
    stage.ticketing.stock = 0;
    expect(await take(me, 10)).toMatchObject({ kind: 'refused' });
    stage.ticketing.stock = 100;
    const repriced = { ...holdRequest(stage.ticketing, 10), ...me, seenPrice: '17.00' };
    expect(await hold(rooms, repriced)).toEqual({ kind: 'repriced' });
    stage.ticketing.reserveFaults.push('forbidden');
    await expect(take(me, 10)).rejects.toThrow(ServiceError);
    expect(await take(me, 10)).toMatchObject({ kind: 'held' });
  });
});

describe('a network', () => {
  it('holds 20 at once, says when more is free, and an ordinary buyer elsewhere is not bothered', async () => {
    const network = crypto.randomUUID();
    await take(browser(network), 10);
    await take(browser(network), 10);
    const refused = await take(browser(network), 1);
    expect(refused).toMatchObject({ kind: 'over_quota', of: 'network', left: 0 });
    expect(refused.kind === 'over_quota' && refused.seconds).toBeGreaterThan(30);
    expect(refused.kind === 'over_quota' && refused.seconds).toBeLessThanOrEqual(60);
    expect(await take(browser(), 2)).toMatchObject({ kind: 'held' });
  });

  it('holds 20 of what 50 browsers of it ask for at once', async () => {
    const network = crypto.randomUUID();
    const asked = await Promise.all(Array.from({ length: 50 }, () => take(browser(network), 1)));
    expect(asked.filter(({ kind }) => kind === 'held')).toHaveLength(20);
    expect(stage.ticketing.stock).toBe(80);
  });

  it('would hold more, did they not wait for each other', async () => {
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
