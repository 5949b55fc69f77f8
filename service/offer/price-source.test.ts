import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { offerPriceSchema, offerSchema } from '@/lib/contract/offer';
import {
  bothItem,
  customer,
  freeItem,
  hold,
  list,
  openPlaces,
  ordersBulk,
  type Places,
} from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { httpPriceSource } from './http-price-source';
import { savePrice } from './price-store';

/** An issuer's price source on a free loopback port. */
interface PriceServer {
  /** host:port */
  host: string;
  /** Without a query. */
  url: string;
  /** The requests that it got, oldest first. */
  asked: { query: Record<string, string>; accept: string | undefined }[];
  /** The number of connections that it has had, with or without requests. */
  connections: () => number;
  /** Sets its answer from now on. */
  answerWith: (answer: (response: ServerResponse) => void) => void;
  /** Answers with a price and the given other members. */
  charge: (price: string, more?: Record<string, unknown>) => void;
  close: () => Promise<void>;
}

async function startPriceServer(): Promise<PriceServer> {
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(500).end();
  let connections = 0;
  const asked: PriceServer['asked'] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://prices.test');
    asked.push({ query: Object.fromEntries(searchParams), accept: request.headers.accept });
    answer(response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const answerWith: PriceServer['answerWith'] = (next) => (answer = next);
  return {
    host,
    url: `http://${host}/prices`,
    asked,
    connections: () => connections,
    answerWith,
    charge: (price, more = {}) =>
      answerWith((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ price, ...more }));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const feeds = '/v1/ticketing/feeds';
let issuer: PriceServer;
let service: TestService;
let places: Places;

beforeAll(async () => {
  issuer = await startPriceServer();
  service = await startTestService({ priceSourceHosts: ['other.example', issuer.host] });
  places = await openPlaces(service);
});
beforeEach(async () => {
  await importFeed(service, { url: `${issuer.url}?tenant=river`, timeoutSeconds: 10 });
  issuer.asked.length = 0;
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await issuer.close();
});

function importFeed(to: TestService, priceSource: Feed['catalog']['priceSource']) {
  const feed = boatAndMuseum({ boatCapacity: 1000 });
  return to.call('POST', feeds, {
    body: { ...feed, catalog: { ...feed.catalog, priceSource } },
    organization: 'river',
  });
}

/** The price at …/price. */
async function price(of = service) {
  const { status, body } = await of.call('GET', `${places.walkOffer}/price`);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return offerPriceSchema.parse(body);
}

/** The price in the offer. */
async function listed() {
  return offerSchema.parse((await service.call('GET', places.walkOffer)).body).price;
}

/** Makes the last fetch so old that the price is fetched again. */
async function later(): Promise<void> {
  await service.database.transaction((transaction) =>
    transaction.run(sql`update ticketing.offer set priced_at = statement_timestamp() - interval '1 second'`),
  );
}

describe('a price that changes', () => {
  it('is fetched, and becomes the listed one', async () => {
    issuer.charge('12.00', { originalPrice: '15.00', priceExclTax: '10.00', currency: 'EUR' });
    const before = await listed();
    expect(before).toMatchObject({ amountInclTax: '0.00', originalAmountInclTax: '0.00' });
    const now = await price();
    expect(now).toMatchObject({
      amountInclTax: '12.00',
      originalAmountInclTax: '15.00',
      amountExclTax: '10.00',
      currency: 'EUR',
    });
    expect(Date.parse(now.syncAt)).toBeGreaterThan(Date.parse(before.syncAt));
    expect(issuer.asked).toEqual([
      {
        query: { tenant: 'river', product: 'walk', date: '2027-06-01', offer: 'walk/2027-06-01' },
        accept: 'application/json',
      },
    ]);
    const { amountExclTax, ...embedded } = now;
    expect(amountExclTax).toBe('10.00');
    expect(await listed()).toEqual(embedded);
    const catalog = places.walkOffer.split('/offers/')[0] ?? '';
    expect(await list(service, `${catalog}/offers?date=2027-06-01`)).toContainEqual(
      expect.objectContaining({ '@id': places.walkOffer, price: embedded }),
    );
  });

  it('has no reduction and uses the product’s tax if the issuer gives neither', async () => {
    issuer.charge('11.00');
    expect(await price()).toMatchObject({
      amountInclTax: '11.00',
      originalAmountInclTax: '11.00',
      amountExclTax: '10.00',
    });
  });

  it('is valid for a second, and not after the next import', async () => {
    issuer.charge('12.00');
    await price();
    issuer.charge('13.00');
    expect((await price()).amountInclTax).toBe('12.00');
    await later();
    expect((await price()).amountInclTax).toBe('13.00');
    const { syncAt } = await listed();
    await importFeed(service, { url: issuer.url });
    const imported = await listed();
    expect(imported.amountInclTax).toBe('0.00');
    expect(Date.parse(imported.syncAt)).toBeGreaterThan(Date.parse(syncAt));
    expect((await price()).amountInclTax).toBe('13.00');
  });

  it('is fetched once for all concurrent requests', async () => {
    issuer.charge('14.00');
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, async () => (await price()).amountInclTax),
      hold(service, [freeItem(places), freeItem(places)]).then(
        ({ reservations }) => reservations[1]?.totalAmountInclTax,
      ),
    ]);
    expect(new Set(answers)).toEqual(new Set(['14.00']));
    expect(issuer.asked).toHaveLength(1);
  });

  it('is not overwritten by an answer to an earlier question', async () => {
    issuer.charge('12.00');
    const { syncAt } = await price();
    const [catalogId = '', id = ''] = places.walkOffer.split('/').filter((part) => part.includes('-'));
    const answer = { kind: 'price', price: '9.00', originalPrice: null, priceExclTax: null } as const;
    const save = (askedAt: number) =>
      service.database.transaction((transaction) =>
        savePrice(transaction, { catalogId, id }, answer, new Date(askedAt)),
      );
    await save(Date.parse(syncAt) - 1);
    expect((await listed()).amountInclTax).toBe('12.00');
    await save(Date.parse(syncAt) + 1);
    // The test writes it to the database directly, so the service lists it within a second.
    await expect.poll(async () => (await listed()).amountInclTax, { timeout: 3_000 }).toBe('9.00');
  });

  it('is the listed one if the catalogue names no source', async () => {
    await importFeed(service, null);
    expect((await price()).amountInclTax).toBe('0.00');
    expect(issuer.asked).toEqual([]);
  });
});

describe('a hold', () => {
  it('is made at the current price, and keeps it in the order', async () => {
    issuer.charge('12.00', { priceExclTax: '10.50' });
    const { reservations } = await hold(service, [freeItem(places), bothItem(places)]);
    expect(reservations).toMatchObject([
      { totalAmountInclTax: '12.00', items: [{ unitAmountInclTax: '12.00' }] },
      { totalAmountInclTax: '36.00' },
    ]);
    expect((await listed()).amountInclTax).toBe('12.00');
    await later();
    issuer.charge('99.00');
    expect((await price()).amountInclTax).toBe('99.00');
    const path = reservations[0]?.['@id'] ?? '';
    expect((await service.call('GET', path)).body).toMatchObject({ totalAmountInclTax: '12.00' });
    const order = await service.call('POST', ordersBulk, { body: { reservations: [path], customer } });
    expect(order).toMatchObject({
      status: 201,
      body: { orders: [{ totalAmountInclTax: '12.00', totalAmountExclTax: '10.50' }] },
    });
  });

  it('fetches nothing when the price never changes', async () => {
    expect((await hold(service, [bothItem(places)])).reservations).toHaveLength(1);
    expect(issuer.asked).toEqual([]);
  });
});

const answers: [string, (response: ServerResponse) => void][] = [
  ['500', (response) => response.writeHead(500).end()],
  ['no content', (response) => response.writeHead(204).end()],
  ['a redirect', (response) => response.writeHead(302, { location: issuer.url }).end()],
  ['no JSON', (response) => response.end('<html>12.00</html>')],
  ['no price', (response) => response.end('{"cost": "12.00"}')],
  ['a number', (response) => response.end('{"price": 12.00}')],
  ['a third place', (response) => response.end('{"price": "12.001"}')],
  ['a price that is too high', (response) => response.end('{"price": "100000000.00"}')],
  ['more without tax', (response) => response.end('{"price": "12.00", "priceExclTax": "12.01"}')],
  ['a price below zero', (response) => response.end('{"price": "-12.00"}')],
  ['more than 64 KiB', (response) => response.end(`{"price": "12.00"${' '.repeat(64 * 1024)}}`)],
  ['half an answer', (response) => response.writeHead(200).write('{"price"', () => response.destroy())],
];

const away = { status: 503, body: { status: 503, detail: 'The price is not available at the moment.' } };

describe('a source', () => {
  async function sellsNothing(): Promise<void> {
    const { reservations, failedReservations } = await hold(service, [freeItem(places), bothItem(places)]);
    expect(reservations).toMatchObject([{ totalAmountInclTax: '36.00' }]);
    expect(failedReservations).toMatchObject([{ index: 0, reason: 'NOT_ON_SALE', availableQuantity: null }]);
    expect((await listed()).amountInclTax).toBe('0.00');
  }

  it.each(answers)('that answers with %s is treated as not reachable', async (_, answer) => {
    issuer.answerWith(answer);
    const told = await service.call('GET', `${places.walkOffer}/price`);
    expect(told).toMatchObject(away);
    expect(told.headers.get('retry-after')).toBe('5');
    await sellsNothing();
    expect(issuer.asked).toHaveLength(2);
  });

  it('that takes too long is treated as not reachable', async () => {
    await importFeed(service, { url: issuer.url, timeoutSeconds: 0.1 });
    issuer.answerWith((response) => response.writeHead(200).write('{'));
    expect(await service.call('GET', `${places.walkOffer}/price`)).toMatchObject(away);
    await sellsNothing();
  });

  it('that no longer knows the offer gives no price', async () => {
    issuer.answerWith((response) => response.writeHead(404).end());
    expect((await service.call('GET', `${places.walkOffer}/price`)).status).toBe(404);
    expect((await service.call('GET', places.walkOffer)).status).toBe(200);
    await sellsNothing();
    await service.database.transaction((to) => to.run(sql`update ticketing.offer set sale_ends_at = now()`));
    // It is not asked for an offer that is not on sale, whose listed price stays.
    expect((await price()).amountInclTax).toBe('0.00');
  });

  it('may send a large answer up to the limit', async () => {
    issuer.answerWith((response) => response.end(`{"price": "12.00"${' '.repeat(60 * 1024)}}`));
    expect((await price()).amountInclTax).toBe('12.00');
  });
});

describe('a private address', () => {
  it('is called only if its host is listed', async () => {
    const guarded = await startTestService({ priceSourceHosts: ['127.0.0.1', 'localhost'] });
    const before = issuer.connections();
    const port = issuer.host.split(':')[1] ?? '';
    for (const url of [issuer.url, `https://${issuer.host}`, `https://localhost:${port}`]) {
      expect((await importFeed(guarded, { url })).status).toBe(201);
      expect(await guarded.call('GET', `${places.walkOffer}/price`)).toMatchObject(away);
    }
    expect(issuer.connections()).toBe(before);
    expect(guarded.unexpectedErrors).toEqual([]);
    await guarded.close();
  });

  it('is not called without TLS', async () => {
    const question = { product: 'walk', offer: 'walk/2027-06-01', date: '2027-06-01' };
    const source = { url: issuer.url.replace('127.0.0.1', 'localhost'), timeoutSeconds: 10 };
    // The error is not the one for a name that was looked up.
    expect(await httpPriceSource({ hosts: [] }).fetchPrice({ source, ...question })).toEqual({
      kind: 'unavailable',
      why: 'the host is not one that may be asked',
    });
  });
});

describe('a feed', () => {
  const violations = z.object({ violations: z.array(z.object({ propertyPath: z.string() })) });

  it.each([
    [{ url: 'http://prices.example/' }, ['url']],
    [{ url: 'http://10.0.0.1/' }, ['url']],
    [{ url: 'http://127.0.0.1.example/' }, ['url']],
    [{ url: 'https://user:word@prices.example/' }, ['url']],
    [{ url: 'ftp://prices.example/' }, ['url']],
    [{ url: 'prices' }, ['url']],
    [{ url: `https://prices.example/${'x'.repeat(2000)}` }, ['url']],
    [{ timeoutSeconds: 3 }, ['url']],
    [{ url: 'https://prices.example/', timeoutSeconds: 11 }, ['timeoutSeconds']],
    [{ url: 'https://prices.example/', timeoutSeconds: 0 }, ['timeoutSeconds']],
    [{ url: 'https://prices.example/', token: 'x' }, ['token']],
  ])('with the source %j is refused', async (source, names) => {
    const { status, body } = await importFeed(service, source as Feed['catalog']['priceSource']);
    expect(status).toBe(422);
    const paths = violations.parse(body).violations.map(({ propertyPath }) => propertyPath);
    expect(paths).toEqual(names.map((name) => `$.catalog.priceSource.${name}`));
  });

  it.each([
    'https://prices.example/v1?key=a',
    'http://localhost:4100/p',
    'http://[::1]:1/',
    'http://127.0.0.1/',
  ])('may name %s', async (url) => {
    expect((await importFeed(service, { url })).status).toBe(201);
  });
});
