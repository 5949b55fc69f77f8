import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { feedImportSchema } from '@/lib/contract/feed-import';
import type { Feed } from '@/lib/contract/feed';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { openRiver, type River } from '@/testing/ticketing-service/administration';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const service: TestService = await startTestService();
const feeds = '/v1/ticketing/feeds';
let river: River;

beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
  river = await openRiver(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

async function send(feed: Feed, query = '') {
  const { status, body } = await river.call('POST', `${feeds}${query}`, feed);
  expect([status, body]).toEqual([201, expect.anything()]);
  return feedImportSchema.parse(body);
}

const tables = [
  'catalog',
  'event',
  'session',
  'product',
  'offer',
  'counter',
  'catalog_change',
  'feed_import',
];

/** The whole content of the tables that an import may change. */
async function content(): Promise<string> {
  const row = z.object({ all: z.string() });
  const parts = await Promise.all(
    tables.map((table) =>
      service.database.rows(
        row,
        sql`select coalesce(jsonb_agg(to_jsonb(one) order by to_jsonb(one)), '[]')::text as all
            from ticketing.${sql.raw(table)} one`,
      ),
    ),
  );
  return JSON.stringify(parts);
}

/** Other prices and capacities, a session moved, one gone, one added, one cancelled, and a product gone. */
function changedFeed(): Feed {
  const feed = boatAndMuseum({ boatCapacity: 7, price: '40.00' });
  const [boat] = feed.events;
  const [ten, afternoon] = boat?.sessions ?? [];
  if (boat === undefined || ten === undefined || afternoon === undefined) throw new Error('no boat');
  ten.occursAt = '2027-06-01T11:00:00+02:00';
  afternoon.status = 'cancelled';
  boat.sessions.pop();
  boat.sessions.push({ key: 'new', occursAt: '2027-06-04T10:00:00+02:00', capacity: 5 });
  boat.name = { en: 'Steamer' };
  feed.products.pop();
  return feed;
}

describe('the difference of a feed', () => {
  it('tells in a dry run what the import then does, and writes nothing', async () => {
    const { places } = river;
    const [held] = (await hold(service, [bothItem(places, 2)])).reservations;
    await service.call('POST', ordersBulk, { body: { reservations: [held?.['@id']], customer } });
    // Used tickets were sold, too.
    await service.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.item_ticket set status = 'redeemed', redeemed_at = statement_timestamp()
            where id in (select id from ticketing.item_ticket order by position limit 2)`,
      ),
    );
    await hold(service, [bothItem(places, 1)]);
    const before = await content();
    const trial = await send(changedFeed(), '?dryRun=true');
    expect(await content()).toBe(before);
    const { difference, dryRun, ...others } = await send(changedFeed());
    expect(trial).toEqual({ ...others, dryRun: true, difference });
    expect(dryRun).toBe(false);
    expect(difference).toMatchObject({
      priceCount: 3,
      prices: Array.from({ length: 3 }, () => ({ from: '36.00', to: '40.00', overridden: false })),
      capacityCount: 5,
      soldSessionCount: 1,
      soldTickets: 2,
      soldSessions: [
        {
          what: 'moved',
          name: 'Steamer',
          tickets: 2,
          from: '2027-06-01T08:00:00.000Z',
          to: '2027-06-01T09:00:00.000Z',
        },
      ],
    });
    expect(difference.capacities).toContainEqual(
      expect.objectContaining({ kind: 'session', from: 5, to: 7, held: 1, sold: 2 }),
    );
    const named = (kind: string, change: string) =>
      difference.things.filter((thing) => thing.kind === kind && thing.change === change);
    expect(named('event', 'changed')).toMatchObject([{ name: 'Steamer', members: ['name'] }]);
    expect(named('session', 'added')).toMatchObject([{ date: '2027-06-04', members: [] }]);
    expect(named('session', 'retired')).toMatchObject([{ date: '2027-06-03' }]);
    expect(
      named('session', 'changed')
        .flatMap(({ members }) => members)
        .sort(),
    ).toEqual(['occursAt', 'status']);
    expect(named('product', 'retired')).toMatchObject([{ name: 'Walk' }]);
    expect(named('offer', 'retired')).toHaveLength(3);
    expect((await send(changedFeed(), '?dryRun=1')).difference).toMatchObject({
      things: [],
      priceCount: 0,
      capacityCount: 0,
      soldSessionCount: 0,
      soldTickets: 0,
    });
  });

  it('names the sold sessions that are retired, cancelled or postponed, and no others', async () => {
    const { places } = river;
    const [ten, afternoon] = (
      await hold(service, [bothItem(places, 2), bothItem(places, 1, places.afternoon)])
    ).reservations;
    const body = { reservations: [ten?.['@id'], afternoon?.['@id']], customer };
    expect((await service.call('POST', ordersBulk, { body })).status).toBe(201);
    const feed = boatAndMuseum({ boatCapacity: 5 });
    const sessions = feed.events[0]?.sessions ?? [];
    sessions.shift();
    for (const session of sessions.slice(0, 2)) session.status = 'postponed';
    const { difference } = await send(feed, '?dryRun=true');
    expect(difference.soldSessions).toMatchObject([
      { what: 'postponed', tickets: 1, to: null },
      { what: 'retired', tickets: 2, to: null },
    ]);
  });

  it('is limited to the first 100 of each list, and counts all', async () => {
    const feed = boatAndMuseum({ boatCapacity: 5 });
    const sessions = Array.from({ length: 150 }, (_, i) => ({
      key: `more-${i}`,
      occursAt: '2027-07-01T10:00:00+02:00',
      capacity: 5,
    }));
    feed.events[0]?.sessions.push(...sessions);
    const trial = await send(feed, '?dryRun=true');
    expect(trial.session.added).toBe(150);
    expect(trial.difference.things).toHaveLength(100);
    await send(feed);
    for (const session of sessions) session.capacity = 6;
    const { difference } = await send(feed, '?dryRun=true');
    expect([difference.capacityCount, difference.capacities.length]).toEqual([150, 100]);
  });

  it('says where a price of staff stays in force', async () => {
    await river.set({ kind: 'price', subject: river.both, from: '2027-06-02', amountInclTax: '30.00' });
    const { difference } = await send(boatAndMuseum({ boatCapacity: 5, price: '40.00' }), '?dryRun=true');
    expect(difference.prices.map(({ date, overridden }) => [date, overridden]).sort()).toEqual([
      ['2027-06-01', false],
      ['2027-06-02', true],
      ['2027-06-03', true],
    ]);
  });

  it('has names that look like formulas or markup as they are', async () => {
    const feed = boatAndMuseum({ boatCapacity: 5 });
    const name = `=cmd()|'/C calc'!A1 <script>alert(1)</script> '; drop table ticketing.event; --`;
    for (const event of feed.events) event.name = { en: name };
    expect((await send(feed)).difference.things.map((thing) => thing.name)).toContain(name);
  });
});

describe('the history of imports', () => {
  it('tells who imported what from where, and what was refused and why', async () => {
    const feed = boatAndMuseum({ boatCapacity: 6 });
    await send(feed, '?dryRun=true&actor=Trial');
    const { hash } = await send(feed, '?actor=Ann&source=season.json');
    expect(hash).toBe(createHash('sha256').update(JSON.stringify(feed)).digest('hex'));
    const wrong = { ...feed, events: [{ key: 'boat', name: {}, sessions: [] }] };
    expect((await river.call('POST', `${feeds}?actor=Ben`, wrong)).status).toBe(422);
    // It is told only to the issuer of a catalogue that exists.
    await river.call('POST', feeds, { catalog: { key: 'nowhere' } });
    await service.call('POST', feeds, { body: wrong, organization: 'other' });
    const { body } = await river.call('GET', `${river.catalog}/imports`);
    expect(body).toMatchObject({
      totalItems: 3,
      member: [
        {
          actor: 'Ben',
          source: null,
          accepted: false,
          counts: null,
          errors: expect.arrayContaining([
            { propertyPath: '$.events[0].name.en', message: expect.stringContaining('"en"') as string },
          ]) as unknown,
        },
        { actor: 'Ann', source: 'season.json', accepted: true, hash, counts: { session: { added: 0 } } },
        { actor: 'river', accepted: true, errorCount: 0 },
      ],
    });
  });

  it('has no import of another body than the one that was announced', async () => {
    const sha256 = createHash('sha256').update('another').digest('hex');
    const before = await content();
    const feed = boatAndMuseum({ boatCapacity: 6 });
    expect(await river.call('POST', `${feeds}?sha256=${sha256}`, feed)).toMatchObject({
      status: 422,
      body: {
        violations: [{ propertyPath: 'sha256', message: expect.stringContaining('announced') as string }],
      },
    });
    expect(await content()).toBe(before);
  });

  it('has no import for another catalogue than the one that was named', async () => {
    const before = await content();
    const query = '?catalog=00000000-0000-4000-8000-000000000000';
    expect(await river.call('POST', `${feeds}${query}`, boatAndMuseum({ boatCapacity: 6 }))).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'catalog' }] },
    });
    expect(await content()).not.toBe(before);
  });

  it('takes no actor or source that is too long', async () => {
    const query = `?actor=${'a'.repeat(101)}&source=${'s'.repeat(10_000)}`;
    expect(await river.call('POST', `${feeds}${query}`, boatAndMuseum())).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'actor' }, { propertyPath: 'source' }] },
    });
  });
});
