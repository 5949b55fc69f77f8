import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { addresses, lastSegment } from '@/lib/contract/iri';
import { readShared, sharedData } from '@/testing/shared-data';
import { anyFeed } from '@/testing/ticketing-service/arbitrary-feed';
import { openRiver } from '@/testing/ticketing-service/administration';
import { canonical, startExporting } from '@/testing/ticketing-service/exporting';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { catalog } from '@/testing/ticketing-service/schema-org';
import { theatreFeed } from '@/testing/ticketing-service/theatre';
import { productTable } from '../product/product-table';

const exporting = await startExporting();
const { service, importInto, exportOf, expectSame } = exporting;
afterAll(() => exporting.close());

const data = sharedData();

describe('the export of a catalogue', () => {
  it.each<[string, Feed]>([
    ['the boat and the museum', boatAndMuseum()],
    ['the theatre', theatreFeed()],
  ])('of %s is the same, byte for byte, after it was imported elsewhere', async (name, feed) => {
    await expectSame(feed, name);
  });

  it.skipIf(data === null)('of feeds of real sites is the same, too', async () => {
    const tried: string[] = [];
    for (const file of readdirSync(join(data ?? '', 'feeds')).filter((one) => one !== 'README.tsv')) {
      const schemaOrg = readShared(data ?? '', join('feeds', file));
      const body = { catalog: { ...catalog, timezone: 'Europe/Paris' }, schemaOrg };
      const { status } = await service.call('POST', `${addresses.feeds()}?dryRun=true`, { body });
      if (status !== 201) continue;
      await expectSame(body, file);
      tried.push(file);
    }
    expect(tried.length).toBeGreaterThan(3);
  });

  it('keeps the capacity of which some places are for the counter, though it limits nothing', async () => {
    const { events, ...others } = boatAndMuseum();
    const limits = { capacity: 2_147_483_647, remaining: 30, counterPlaces: { count: 1 } };
    const changed = events.map((event) => ({
      ...event,
      sessions: event.sessions.map((one) => ({ ...one, ...limits })),
    }));
    await expectSame({ ...others, events: changed }, 'counter-places');
  });

  it('of any feed is its one canonical form', { timeout: 120_000 }, async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyFeed, async (feed) => {
        count += 1;
        await expectSame(feed, `any-${count}`);
      }),
      { numRuns: 30 },
    );
  });

  it('is the same for feeds that differ in order and in what is the default', async () => {
    const feed = boatAndMuseum();
    const { events, ...others } = feed;
    const [boat, ...rest] = events;
    if (boat === undefined) throw new Error('no boat');
    const same = {
      events: [
        {
          sessions: boat.sessions.toReversed().map((one) => ({ ...one, status: 'scheduled', name: null })),
          name: { fr: 'Bateau', en: 'Boat' },
          key: 'boat',
          description: boat.description,
          venue: { ...boat.venue, position: null, images: [] },
        },
        ...rest,
      ],
      ...others,
    };
    expect(await canonical(same)).toBe(await canonical(feed));
    expect(await canonical({ ...feed, products: feed.products.toReversed() })).not.toBe(
      await canonical(feed),
    );
  });

  it('says what the feed says, not what staff have set', async () => {
    const river = await openRiver(service);
    const id = lastSegment(river.managed);
    const before = await exportOf(id, 'river');
    await river.set({ kind: 'capacity', subject: river.places.ten, capacity: 3 });
    await river.set({ kind: 'price', subject: river.both, from: '2027-06-01', amountInclTax: '1.00' });
    await river.set({ kind: 'sales_stop', subject: river.boatEvent });
    await river.set({ kind: 'hidden' });
    expect(await exportOf(id, 'river')).toEqual(before);
  });

  it('leaves out what was retired, and says what came again', async () => {
    const organization = 'retiring';
    const { catalog: path } = await importInto(theatreFeed(), organization);
    const without = { ...theatreFeed(null), events: theatreFeed(null).events.slice(0, 1) };
    await importInto(without, organization);
    const id = lastSegment(path);
    expect((await exportOf(id, organization)).text).toBe(await canonical(without));
    await importInto(theatreFeed(), organization);
    expect((await exportOf(id, organization)).text).toBe(await canonical(theatreFeed()));
  });

  it('has the hash of its text, and is not sent again to who has it', async () => {
    const organization = 'tagged';
    const { catalog: path } = await importInto(boatAndMuseum(), organization);
    const address = addresses.managedFeed(lastSegment(path));
    const { headers, body } = await service.call('GET', address, { organization });
    const { hash } = z.object({ hash: z.string() }).parse(body);
    expect(headers.get('etag')).toBe(`"${hash}"`);
    const again = { organization, headers: { 'if-none-match': `"${hash}"` } };
    expect((await service.call('GET', address, again)).status).toBe(304);
  });

  it('is refused for a product base of which only the identifier is known', async () => {
    const organization = 'earlier';
    const { catalog: path } = await importInto(boatAndMuseum(), organization);
    const id = lastSegment(path);
    await service.database.transaction(({ db }) => db.update(productTable).set({ productBase: null }));
    const { status, body } = await service.call('GET', addresses.managedFeed(id), { organization });
    expect([status, body]).toMatchObject([
      422,
      { violations: [{ propertyPath: '$.products[2].productBase' }] },
    ]);
    await importInto(boatAndMuseum(), organization);
    expect((await exportOf(id, organization)).text).toBe(await canonical(boatAndMuseum()));
  });
});
