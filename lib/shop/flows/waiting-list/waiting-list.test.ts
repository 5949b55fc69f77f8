import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { testDatabase } from '@/testing/database/embedded';
import { openShopDatabase, shopTables } from '@/testing/shop/tables';
import { openWaitingShop, type WaitingShop } from '@/testing/shop/waiting-list';
import { startWorker } from '../../worker/worker';
import { hasAccess } from '../../data/access-store';
import { findCheckout } from '../../data/checkout-store';
import { mostJoinedADay } from '../../rules/waiting-entry';
import { forgetOldPlaces } from '../../data/forget-places';
import { erasePerson, exportPerson } from '../privacy/person';
import { findPlace, leavePlace, returnToLine, takePlace } from './places';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL, with two processes.
let server: TestServer;
let shop: WaitingShop;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  shop = await openWaitingShop([await openShopDatabase(url), await openShopDatabase(url)]);
});

beforeEach(() => shop.reset());

afterAll(async () => {
  await shop.close();
  await server.stop();
});

const browser = { tokenHash: 'browser', network: 'network', site: null };
const minute = 60_000;

describe('joining', () => {
  it('is confirmed by one e-mail with a link to the place, and a second time it says the same and does nothing', async () => {
    expect(await shop.join('Ada@example.org', 2)).toEqual({ kind: 'joined' });
    expect(await shop.join('ada@EXAMPLE.org', 3)).toEqual({ kind: 'joined' });
    await shop.round();
    expect(shop.mails()).toEqual([['ada@example.org', 'You are on the waiting list: Adult']]);
    const place = await findPlace(shop.context, shop.linkOf('ada@example.org'));
    expect(place).toMatchObject({
      state: 'waiting',
      heldUntil: null,
      entry: { quantity: 2, email: 'ada@example.org' },
    });
  });

  it('is refused when there are enough tickets, no session was chosen, or it has begun', async () => {
    shop.stock.left = 2;
    expect(await shop.join('ada@example.org', 2)).toEqual({ kind: 'available' });
    expect(await shop.join('ada@example.org', 3)).toEqual({ kind: 'joined' });
    expect(await shop.join('ben@example.org', 3, new Map())).toMatchObject({ kind: 'session' });
    shop.stock.begins = new Date(Date.now() - minute);
    expect(await shop.join('cleo@example.org', 3)).toEqual({ kind: 'nothing_to_wait_for' });
  });

  it('is limited to the tickets that a browser may hold of the catalogue', async () => {
    const quota = { basket: 2, network: 9, site: 9 };
    const joinFor = (quantity: number, groupLimits = new Map<string, number>()) =>
      shop.join('ada@example.org', quantity, shop.sessions, 'offer', { quota, groupLimits });
    expect(await joinFor(3)).toEqual({ kind: 'quantity' });
    expect(await joinFor(13, new Map([[shop.catalogId, 12]]))).toEqual({ kind: 'quantity' });
    expect(await joinFor(12, new Map([[shop.catalogId, 12]]))).toEqual({ kind: 'joined' });
  });

  it('is limited for an address, without saying so', async () => {
    for (let n = 0; n < mostJoinedADay + 2; n += 1) {
      expect(await shop.join('victim@example.org', 1, shop.sessions, `offer-${n}`)).toEqual({
        kind: 'joined',
      });
    }
    await shop.round();
    expect(shop.mails()).toHaveLength(mostJoinedADay);
  });

  it('has a link that nobody can make', async () => {
    await shop.join('ada@example.org', 1);
    await shop.round();
    const link = shop.linkOf('ada@example.org');
    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    for (const one of [forged, link.split('.')[0] ?? '', 'x', ''])
      expect(await findPlace(shop.context, one)).toBeNull();
  });
});

describe('when tickets become free', () => {
  it('they are held for those who came first, and who wants more than there are keeps the place', async () => {
    await shop.join('ada@example.org', 1);
    await shop.join('ben@example.org', 3);
    await shop.join('cleo@example.org', 1);
    await shop.join('dan@example.org', 1);
    await shop.round();
    shop.stock.left = 2;
    await shop.round();
    expect(await shop.states()).toEqual({
      ada: 'notified',
      ben: 'waiting',
      cleo: 'notified',
      dan: 'waiting',
    });
    expect(shop.stock.left).toBe(0);
    shop.stock.left = 3;
    await shop.round();
    expect(await shop.states()).toMatchObject({ ben: 'notified', dan: 'waiting' });
    expect(shop.mails().filter(([, subject]) => subject.startsWith('Held for you'))).toHaveLength(3);
  });

  it('they are held for at least half an hour, and the browser of the link takes them over', async () => {
    await shop.join('ada@example.org', 2);
    shop.stock.left = 2;
    await shop.round();
    const link = shop.linkOf('ada@example.org');
    const place = await findPlace(shop.context, link);
    expect(place?.heldUntil?.getTime()).toBeGreaterThan(Date.now() + 29 * minute);
    const [first, second] = [
      await takePlace(shop.context, link, browser),
      await takePlace(shop.context, link, browser),
    ];
    expect(first).not.toBeNull();
    expect(second).toBe(first);
    expect(await hasAccess(shop.context.database, browser.tokenHash, first ?? '')).toBe(true);
    expect(await findCheckout(shop.context.database, first ?? '')).toMatchObject({
      state: 'held',
      holdAlive: true,
    });
    expect(await shop.states()).toEqual({ ada: 'taken' });
  });

  it('a session that is chosen counts, too', async () => {
    await shop.join('ada@example.org', 1);
    shop.stock.left = 5;
    shop.stock.leftOfSession = 0;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'waiting' });
    shop.stock.leftOfSession = 5;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'notified' });
  });

  it('several workers hold them once for each person and send one e-mail', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `p${n}@example.org`);
    for (const name of names) await shop.join(name, 1);
    shop.stock.left = 12;
    const workers = shop.processes.map(startWorker);
    await expect
      .poll(() => shop.mails().filter(([, subject]) => subject.startsWith('Held')).length, {
        timeout: 20_000,
      })
      .toBe(12);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(Object.values(await shop.states()))).toEqual(new Set(['notified']));
    expect(shop.stock.held.size).toBe(12);
    expect(new Set(shop.mails().map((mail) => mail.join())).size).toBe(24);
  });

  it('workers that process the same list at the same moment hold nothing twice', async () => {
    await shop.join('ada@example.org', 1);
    await shop.join('ben@example.org', 1);
    shop.stock.left = 4;
    await Promise.all(shop.processes.map((context) => shop.processNow(context)));
    await shop.round();
    expect(shop.stock.held.size).toBe(2);
    expect(await shop.states()).toEqual({ ada: 'notified', ben: 'notified' });
  });
});

describe('a failure', () => {
  it('after the hold and before it is stored costs no place and holds nothing twice', async () => {
    await shop.join('ada@example.org', 2);
    shop.stock.left = 2;
    shop.stock.loseAnswers = 1;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'waiting' });
    // The held tickets no longer show as available, and still the next round finds them.
    expect(shop.stock.left).toBe(0);
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'notified' });
    expect(shop.stock.held.size).toBe(1);
  });

  it('of the mail server until the time is over leaves the place in line as it was', async () => {
    await shop.join('ada@example.org', 1);
    await shop.join('ben@example.org', 1);
    shop.stock.left = 1;
    shop.mailFails(true);
    await shop.round();
    await shop.holdsEnd();
    shop.mailFails(false);
    shop.stock.left = 1;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'notified', ben: 'waiting' });
    expect(
      shop
        .mails()
        .filter(([, subject]) => subject.startsWith('Held'))
        .map(([to]) => to),
    ).toEqual(['ada@example.org']);
  });

  it('of the service is not the end of the line', async () => {
    await shop.join('ada@example.org', 1);
    shop.stock.left = 1;
    shop.stock.isUnavailable = true;
    await shop.round();
    shop.stock.isUnavailable = false;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'notified' });
  });
});

describe('a place ends', () => {
  it('when its time is over: the next person is written to, and one can join the end of the line', async () => {
    await shop.join('ada@example.org', 1);
    await shop.join('ben@example.org', 1);
    shop.stock.left = 1;
    await shop.round();
    const link = shop.linkOf('ada@example.org');
    await shop.holdsEnd();
    expect(await takePlace(shop.context, link, browser)).toBeNull();
    shop.stock.left = 1;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'lapsed', ben: 'notified' });
    expect(await returnToLine(shop.context, link)).toBe(true);
    expect(await returnToLine(shop.context, link)).toBe(false);
    await shop.holdsEnd();
    shop.stock.left = 1;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'notified', ben: 'lapsed' });
    expect(
      shop.mails().filter(([to, subject]) => to.startsWith('ada') && subject.startsWith('Held')),
    ).toHaveLength(2);
  });

  it('when the person leaves: what was held is released at once', async () => {
    await shop.join('ada@example.org', 1);
    await shop.join('ben@example.org', 1);
    shop.stock.left = 1;
    await shop.round();
    await leavePlace(shop.context, shop.linkOf('ada@example.org'));
    await leavePlace(shop.context, shop.linkOf('ada@example.org'));
    expect(shop.stock.left).toBe(1);
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'left', ben: 'notified' });
  });

  it('when what it is for has begun, and then the service is not asked any more', async () => {
    await shop.join('ada@example.org', 1);
    await shop.context.database.transaction((transaction) =>
      transaction.run(sql`update storefront.waiting_entry set ends_at = clock_timestamp()`),
    );
    shop.stock.left = 1;
    const before = shop.stock.reads;
    await shop.round();
    expect(await shop.states()).toEqual({ ada: 'over' });
    expect(shop.stock.reads).toBe(before);
    expect(await shop.round()).toBe(0);
  });
});

describe('the data of a person', () => {
  const textOfAll = async () => {
    const rows = await shop.context.database.rows(
      z.object({ text: z.string() }),
      sql`select entry::text as text from storefront.waiting_entry as entry union all
          select mail::text from storefront.mail`,
    );
    return rows.map(({ text }) => text).join();
  };

  it('is deleted a week after what was waited for', async () => {
    await shop.join('ada@example.org', 1);
    await shop.join('ben@example.org', 1);
    await shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.waiting_entry set ends_at = clock_timestamp() - interval '8 days'
            where email = 'ada@example.org'`,
      ),
    );
    const forget = () => shop.context.database.transaction((transaction) => forgetOldPlaces(transaction, 1));
    expect([await forget(), await forget()]).toEqual([1, 0]);
    expect(await textOfAll()).not.toContain('ada@');
    expect(await shop.states()).toEqual({ ben: 'waiting' });
  });

  it('is exported and erased on request', async () => {
    await shop.join('Ada@example.org', 2);
    await shop.round();
    const data = await exportPerson(shop.context, 'ADA@example.org');
    expect(data.waitingLists).toEqual([
      expect.objectContaining({ product: 'Adult', quantity: 2, state: 'waiting', language: 'en' }),
    ]);
    await erasePerson(shop.context, { email: 'ada@EXAMPLE.org', staff: 'staff' });
    expect(await textOfAll()).toBe('');
    expect((await exportPerson(shop.context, 'ada@example.org')).waitingLists).toEqual([]);
    await expect(shop.round()).resolves.toBe(0);
  });
});

it('a waiting list works on the embedded database, too', async () => {
  const embedded = await openWaitingShop([await testDatabase(shopTables)]);
  await embedded.join('ada@example.org', 1);
  embedded.stock.left = 1;
  await embedded.round();
  expect(await embedded.states()).toEqual({ ada: 'notified' });
  expect(await takePlace(embedded.context, embedded.linkOf('ada@example.org'), browser)).not.toBeNull();
  await embedded.close();
});
