import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { customer, ordersBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';

const feeds = '/v1/ticketing/feeds';
const openHouse = '../shared/data/open-house-2021.jsonld';
const memberSchema = z.object({ totalItems: z.int(), member: z.array(z.record(z.string(), z.unknown())) });
const importedSchema = z.object({ catalog: z.string() });
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

async function list(path: string) {
  return memberSchema.parse((await service.call('GET', path)).body);
}

async function hold(offer: unknown, quantity: number) {
  const tickets = await list(`${String(offer)}/tickets`);
  const ticketSessions = tickets.member.map((ticket) => {
    const [session] = z.array(z.object({ '@id': z.string() })).parse(ticket['sessions']);
    return { ticket: ticket['@id'], ...(session === undefined ? {} : { session: session['@id'] }) };
  });
  const { body } = await service.call('POST', '/v1/booking/reservations/_bulk', {
    body: { items: [{ quantity, offer, ticketSessions }] },
  });
  return createReservationsOutputSchema.parse(body);
}

describe('an import', () => {
  it('changes nothing when it is repeated', async () => {
    const first = await service.call('POST', feeds, { body: boatAndMuseum() });
    expect(first).toMatchObject({
      status: 201,
      body: { '@type': 'FeedImport', event: { added: 3 }, product: { added: 3 }, ticket: { added: 4 } },
    });
    const second = await service.call('POST', feeds, { body: boatAndMuseum() });
    const nothing = { added: 0, changed: 0, retired: 0 };
    expect(second.body).toMatchObject({
      event: nothing,
      session: nothing,
      product: nothing,
      ticket: nothing,
      offer: { ...nothing, unchanged: 9 },
    });
  });

  it('says what it changed and retired, and keeps what is sold', async () => {
    await service.call('POST', feeds, { body: boatAndMuseum() });
    const feed = boatAndMuseum({ price: '40.00' });
    feed.events[0]?.sessions.pop();
    feed.products.pop();
    const { body } = await service.call('POST', feeds, { body: feed });
    expect(body).toMatchObject({
      session: { retired: 1 },
      product: { retired: 1 },
      ticket: { retired: 1 },
      offer: { changed: 3, retired: 3, unchanged: 3 },
    });
    const catalog = String((await list('/v1/ticketing/catalogs')).member[0]?.['@id']);
    expect((await list(`${catalog}/products`)).totalItems).toBe(2);
    const back = await service.call('POST', feeds, { body: boatAndMuseum({ price: '40.00' }) });
    expect(back.body).toMatchObject({
      session: { changed: 1 },
      product: { changed: 1 },
      offer: { changed: 3 },
    });
  });

  it('gives the catalogue the colour that the feed names, and takes it away with it', async () => {
    const feed = boatAndMuseum();
    const imported = async (accent: unknown) => {
      const body = { ...feed, catalog: { ...feed.catalog, accent } };
      const { catalog } = importedSchema.parse((await service.call('POST', feeds, { body })).body);
      return (await service.call('GET', catalog)).body;
    };
    expect(await imported('plum')).toMatchObject({ accent: 'plum' });
    expect(await imported(undefined)).toMatchObject({ accent: null });
    const hex = { ...feed, catalog: { ...feed.catalog, accent: '#8d1e72' } };
    expect(await service.call('POST', feeds, { body: hex })).toMatchObject({ status: 422 });
  });

  it('with dryRun only says what it would do', async () => {
    const trial = await service.call('POST', `${feeds}?dryRun=true`, { body: boatAndMuseum() });
    expect(trial.body).toMatchObject({ dryRun: true, event: { added: 3 } });
    expect((await list('/v1/ticketing/catalogs')).totalItems).toBe(0);
  });

  it.each(['dryrun', 'dry_run'])('with the unknown parameter %s is refused', async (name) => {
    const refused = await service.call('POST', `${feeds}?source=a.json&${name}=true`, {
      body: boatAndMuseum(),
    });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: name, message: 'This parameter is not known here. Did you mean dryRun?' },
        ],
      },
    });
    expect((await list('/v1/ticketing/catalogs')).totalItems).toBe(0);
  });

  it.each([
    [{ price: '-1.00' }, 'price'],
    [{ price: '100000000.00' }, 'price'],
    [{ priceExclTax: '36.01' }, 'priceExclTax'],
    [{ originalPrice: '35.99' }, 'originalPrice'],
    [{ originalPrice: '999999999999.99' }, 'originalPrice'],
  ])('with the price %j is refused, as if staff had set it', async (wrong, member) => {
    const feed = boatAndMuseum();
    const [product, ...others] = feed.products;
    const offers = [{ date: '2027-06-01', price: '36.00', capacity: null, ...wrong }];
    const body = { ...feed, products: [{ ...product, offers }, ...others] };
    expect(await service.call('POST', feeds, { body })).toMatchObject({
      status: 422,
      body: { violationCount: 1, violations: [{ propertyPath: `$.products[0].offers[0].${member}` }] },
    });
  });

  it('lists every error with its JSON path, and writes nothing', async () => {
    const feed = boatAndMuseum();
    const [event] = feed.events;
    const wrong = {
      ...feed,
      extra: 1,
      catalog: { ...feed.catalog, timezone: 'Mars/Base' },
      events: [{ ...event, sessions: [{ key: 'a', occursAt: 'noon', capacity: -1 }] }],
    };
    const shape = await service.call('POST', feeds, { body: wrong });
    const paths = z.object({ violations: z.array(z.object({ propertyPath: z.string() })) });
    expect(paths.parse(shape.body).violations.map(({ propertyPath }) => propertyPath)).toEqual([
      '$.events[0].sessions[0].occursAt',
      '$.events[0].sessions[0].capacity',
      '$.extra',
    ]);
    const [product] = feed.products;
    const meaning = await service.call('POST', feeds, {
      body: {
        ...feed,
        catalog: { ...feed.catalog, timezone: 'Mars/Base' },
        events: [event, { ...event, name: { fr: 'Bateau' } }],
        products: [
          { ...product, tickets: [{ key: 't', name: { en: 'T' }, event: 'nowhere', dateAccess: true }] },
        ],
      },
    });
    expect(meaning.status).toBe(422);
    expect(paths.parse(meaning.body).violations.map(({ propertyPath }) => propertyPath)).toEqual([
      '$.catalog.timezone',
      '$.events[1].name.en',
      '$.events[1].key',
      '$.products[0].tickets[0].event',
    ]);
    expect((await list('/v1/ticketing/catalogs')).totalItems).toBe(0);
  });

  it('refuses to lower a capacity below what is held, and accepts a larger one', async () => {
    await service.call('POST', feeds, { body: boatAndMuseum() });
    const catalog = String((await list('/v1/ticketing/catalogs')).member[0]?.['@id']);
    const [product] = (await list(`${catalog}/products`)).member;
    const [offer] = (await list(`${catalog}/offers?product=${String(product?.['id'])}`)).member;
    expect((await hold(offer?.['@id'], 30)).reservations).toHaveLength(1);
    expect(await service.call('POST', feeds, { body: boatAndMuseum({ boatCapacity: 29 }) })).toMatchObject({
      status: 422,
      body: {
        violations: [
          {
            propertyPath: '$.events[0].sessions[0].capacity',
            message: '30 are held or sold already.',
          },
        ],
      },
    });
    expect((await service.call('POST', feeds, { body: boatAndMuseum({ boatCapacity: 30 }) })).status).toBe(
      201,
    );
    expect((await hold(offer?.['@id'], 1)).failedReservations).toMatchObject([{ reason: 'SOLD_OUT' }]);
    expect((await service.call('POST', feeds, { body: boatAndMuseum({ boatCapacity: 31 }) })).status).toBe(
      201,
    );
    expect((await hold(offer?.['@id'], 1)).reservations).toHaveLength(1);
  });

  it('counts what was reserved and sold while there was no limit', async () => {
    const limited = (boatCapacity: number | null) =>
      service.call('POST', feeds, { body: boatAndMuseum({ boatCapacity }) });
    await limited(null);
    const catalog = String((await list('/v1/ticketing/catalogs')).member[0]?.['@id']);
    const [product] = (await list(`${catalog}/products`)).member;
    const [offer] = (await list(`${catalog}/offers?product=${String(product?.['id'])}`)).member;
    const [ordered] = (await hold(offer?.['@id'], 3)).reservations;
    const [held] = (await hold(offer?.['@id'], 2)).reservations;
    const order = (path: unknown) =>
      service.call('POST', ordersBulk, { body: { reservations: [path], customer } });
    expect((await order(ordered?.['@id'])).status).toBe(201);
    expect(await limited(4)).toMatchObject({
      body: { violations: [{ message: '5 are held or sold already.' }] },
    });
    expect((await limited(6)).status).toBe(201);
    expect((await hold(offer?.['@id'], 2)).failedReservations).toMatchObject([{ availableQuantity: 1 }]);
    // The limit is removed for a while: what is held in this time is counted as well, and nothing twice.
    await limited(null);
    expect((await hold(offer?.['@id'], 4)).reservations).toHaveLength(1);
    expect((await limited(10)).status).toBe(201);
    expect((await hold(offer?.['@id'], 2)).failedReservations).toMatchObject([{ availableQuantity: 1 }]);
    expect((await order(held?.['@id'])).status).toBe(201);
    const counters = await service.database.rows(
      z.object({ capacity: z.int(), held: z.int(), sold: z.int() }),
      sql`select capacity, held, sold from ticketing.counter where held + sold > 0`,
    );
    expect(counters).toEqual([{ capacity: 10, held: 4, sold: 5 }]);
  });

  it('needs the scope', async () => {
    expect(
      (await service.call('POST', feeds, { body: boatAndMuseum(), scopes: ['catalog:read'] })).status,
    ).toBe(403);
  });
});

describe.skipIf(!existsSync(openHouse))('a real programme as schema.org events', () => {
  it('is imported completely, changes nothing when it is repeated, and sells a free place', async () => {
    const body = {
      catalog: {
        key: 'open-house',
        name: { en: 'Open House' },
        language: 'en',
        timezone: 'Europe/London',
        issuer: { name: 'Open House' },
      },
      schemaOrg: JSON.parse(readFileSync(openHouse, 'utf8')) as unknown,
    };
    const first = await service.call('POST', feeds, { body });
    expect(first).toMatchObject({ status: 201, body: { event: { added: 87 }, session: { added: 327 } } });
    const second = await service.call('POST', feeds, { body });
    expect(second.body).toMatchObject({
      event: { unchanged: 87 },
      session: { unchanged: 327 },
      offer: { added: 0, changed: 0, retired: 0 },
    });
    const catalog = String((await list('/v1/ticketing/catalogs')).member[0]?.['@id']);
    const offers = await list(`${catalog}/offers?itemsPerPage=100`);
    const limited = offers.member.find((offer) => offer['availableQuantity'] !== null);
    expect(limited).toMatchObject({ price: { amountInclTax: '0.00' } });
    const [reservation] = (await hold(limited?.['@id'], 1)).reservations;
    const customer = { firstname: 'A', lastname: 'B', email: 'a@b.test', country: 'GB', language: 'en' };
    const order = await service.call('POST', '/v1/booking/orders/_bulk', {
      body: { reservations: [reservation?.['@id']], customer },
    });
    expect(order).toMatchObject({
      status: 201,
      body: { orders: [{ totalAmountInclTax: '0.00', totalAmountExclTax: '0.00' }] },
    });
  });
});

describe('a schema.org event in a request', () => {
  it('may begin with a byte order mark, and needs a time zone', async () => {
    const catalog = { key: 'direct', name: { en: 'Direct' }, language: 'en', issuer: { name: 'Direct' } };
    const schemaOrg = {
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': 'talk',
      name: 'A talk',
      performer: 'Somebody',
      startDate: '2027-09-05T13:30',
      offers: { '@type': 'Offer', price: '5.00', priceCurrency: 'EUR' },
    };
    const post = (body: object) =>
      service.call('POST', `${feeds}?dryRun=true`, { body: `\uFEFF${JSON.stringify(body)}` });
    expect(await post({ catalog: { ...catalog, timezone: 'Europe/London' }, schemaOrg })).toMatchObject({
      status: 201,
      body: {
        warningCount: 1,
        warnings: [
          { message: '"performer" is not read.', count: 1, propertyPaths: ['$.schemaOrg.performer'] },
        ],
      },
    });
    expect(await post({ catalog, schemaOrg })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: '$.catalog.timezone' }] },
    });
  });
});
