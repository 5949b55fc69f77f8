import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { createOrdersOutputSchema, maximumReservations } from '@/lib/contract/order';
import { maximumQuantity } from '@/lib/contract/reservation';
import { amountSchema } from '@/lib/contract/values';
import { multiplyAmount } from '@/lib/money/money';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import {
  bothItem,
  customer,
  freeItem,
  hold,
  ordersBulk,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
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

const read = async (path: string) => (await service.call('GET', path)).body;
const order = async (reservation: string | undefined) => {
  const body = { reservations: [reservation], customer };
  return service.call('POST', ordersBulk, { body });
};
const importAgain = async (change: Parameters<typeof boatAndMuseum>[0] = { boatCapacity: 5 }) => {
  expect((await river.call('POST', feeds, boatAndMuseum(change))).status).toBe(201);
};
const notOnSale = [{ reason: 'NOT_ON_SALE', availableQuantity: null }];

describe('closed sales', () => {
  it('of a session refuse it, keep what is held, stay closed after an import, and open again', async () => {
    const { places } = river;
    const [held] = (await hold(service, [bothItem(places)])).reservations;
    const stop = await river.set({ kind: 'sales_stop', subject: places.ten });
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject(notOnSale);
    expect((await hold(service, [bothItem(places, 1, places.afternoon)])).reservations).toHaveLength(1);
    expect(await read(`${places.ten}/availability`)).toMatchObject({ status: 'CLOSED', available: false });
    expect(await read(places.ten)).toMatchObject({ status: 'not_on_sale', availableQuantity: 0 });
    await importAgain();
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject(notOnSale);
    expect((await order(held?.['@id'])).status).toBe(201);
    expect((await river.remove(stop)).status).toBe(201);
    expect((await hold(service, [bothItem(places)])).reservations).toHaveLength(1);
    expect(await read(`${places.ten}/availability`)).toMatchObject({ status: 'LIMITED' });
  });

  it('of an event close all its sessions, and what gives access to it on any day', async () => {
    const { places } = river;
    const boat = await river.set({ kind: 'sales_stop', subject: river.boatEvent });
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject(notOnSale);
    expect(await read(`${places.offer}/availability`)).toMatchObject({ status: 'CLOSED' });
    const summary = river.boatEvent.replace('/events/', '/event_summaries/');
    expect(await read(summary)).toMatchObject({ status: 'not_on_sale', fromPrice: null });
    await river.remove(boat);
    expect(await read(summary)).toMatchObject({ status: 'on_sale', fromPrice: '20.00' });
    await river.set({ kind: 'sales_stop', subject: river.museumEvent });
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject(notOnSale);
    expect(await read(`${places.offer}/availability`)).toMatchObject({ status: 'CLOSED' });
    // The boat is sold with another product.
    expect(await read(summary)).toMatchObject({ status: 'on_sale' });
  });

  it('of a product close only its offers', async () => {
    const { places } = river;
    await river.set({ kind: 'sales_stop', subject: river.both });
    expect((await hold(service, [bothItem(places), freeItem(places)])).failedReservations).toMatchObject([
      { ...notOnSale[0], index: 0 },
    ]);
    expect(await read(`${places.offer}/availability`)).toMatchObject({ status: 'CLOSED' });
    expect(await read(`${places.walkOffer}/availability`)).toMatchObject({ status: 'FREESALE' });
  });

  it('twice are closed once, with the last reason', async () => {
    await river.set({ kind: 'sales_stop', subject: river.both });
    const last = await river.set({ kind: 'sales_stop', subject: river.both, reason: 'another' });
    expect((await river.call('GET', `${river.catalog}/overrides`)).body).toMatchObject({
      totalItems: 1,
      member: [{ id: last.id, reason: 'another' }],
    });
    expect((await river.remove(last)).status).toBe(201);
    expect((await river.remove(last)).status).toBe(404);
  });
});

describe('a capacity', () => {
  it('is never below what is held and sold, wins over imports, and returns to what the feed says', async () => {
    const { places } = river;
    const [first] = (await hold(service, [bothItem(places, 1)])).reservations;
    await order(first?.['@id']);
    await hold(service, [bothItem(places, 2)]);
    const body = { ...why, kind: 'capacity', subject: places.ten, capacity: 2 };
    expect(await river.call('POST', `${river.catalog}/overrides`, body)).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: 'capacity', message: 'Sold and held: 3. The capacity can’t be lower than 3.' },
        ],
      },
    });
    await river.set({ ...body, capacity: 3 });
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject([
      { reason: 'SOLD_OUT' },
    ]);
    // The feed may say less than what is sold, because it is not in force.
    await importAgain({ boatCapacity: 2 });
    const set = await river.set({ ...body, capacity: 4 });
    expect(set).toMatchObject({ capacity: 4, feedCapacity: 2 });
    expect((await hold(service, [bothItem(places)])).reservations).toHaveLength(1);
    expect(await river.remove(set)).toMatchObject({
      status: 422,
      body: { violations: [{ message: 'Sold and held: 4. The capacity can’t be lower than 4.' }] },
    });
    await importAgain({ boatCapacity: 9 });
    expect((await river.remove(set)).status).toBe(201);
    expect(await read(places.ten)).toMatchObject({ availableQuantity: 5 });
  });

  it('can be set for a session that was unlimited, and counts what was sold before', async () => {
    const { places } = river;
    await hold(service, [freeItem(places), freeItem(places)]);
    const set = await river.set({ kind: 'capacity', subject: places.walkSession, capacity: 3 });
    expect(set).toMatchObject({ feedCapacity: null });
    expect(await read(places.walkSession)).toMatchObject({ availableQuantity: 1 });
    expect((await river.remove(set)).status).toBe(201);
    expect(await read(places.walkSession)).toMatchObject({ availableQuantity: null });
  });

  it('can be set for an offer', async () => {
    const { places } = river;
    await river.set({ kind: 'capacity', subject: places.offer, capacity: 1 });
    expect((await hold(service, [bothItem(places, 2)])).failedReservations).toMatchObject([
      { reason: 'INSUFFICIENT_QUANTITY', availableQuantity: 1 },
    ]);
  });
});

describe('a price from a day on', () => {
  const offersOf = async () => {
    const body = await read(`${river.catalog}/offers?product=${river.both}&order[date]=asc`);
    return (body as { member: { price: { amountInclTax: string } }[] }).member.map(
      ({ price }) => price.amountInclTax,
    );
  };

  it('is that of its later offers; holds keep theirs; it wins over imports until it is removed', async () => {
    const { places } = river;
    const [held] = (await hold(service, [bothItem(places)])).reservations;
    const first = await river.set({
      kind: 'price',
      subject: river.both,
      from: '2027-06-01',
      amountInclTax: '30.00',
      originalAmountInclTax: '36.00',
    });
    const later = await river.set({
      kind: 'price',
      subject: river.both,
      from: '2027-06-03',
      amountInclTax: '48.00',
    });
    expect(await offersOf()).toEqual(['30.00', '30.00', '48.00']);
    expect(await read(`${places.offer}/price`)).toMatchObject({
      amountInclTax: '30.00',
      originalAmountInclTax: '36.00',
      amountExclTax: '25.00',
    });
    expect(await read(river.boatEvent.replace('/events/', '/event_summaries/'))).toMatchObject({
      fromPrice: '20.00',
    });
    const ordered = createOrdersOutputSchema.parse((await order(held?.['@id'])).body).orders[0];
    expect(ordered?.totalAmountInclTax).toBe('36.00');
    expect((await hold(service, [bothItem(places)])).reservations).toMatchObject([
      { totalAmountInclTax: '30.00' },
    ]);
    await importAgain({ boatCapacity: 5, price: '40.00' });
    expect(await offersOf()).toEqual(['30.00', '30.00', '48.00']);
    await river.remove(first);
    expect(await offersOf()).toEqual(['40.00', '40.00', '48.00']);
    await river.remove(later);
    expect(await offersOf()).toEqual(['40.00', '40.00', '40.00']);
    expect((await hold(service, [bothItem(places)])).reservations).toMatchObject([
      { totalAmountInclTax: '40.00' },
    ]);
  });

  it.each([
    [{ amountInclTax: '-0.01' }, 'amountInclTax', /from 0\.00 to 99999999\.99/],
    [{ amountInclTax: '100000000.00' }, 'amountInclTax', /from 0\.00 to 99999999\.99/],
    [{ amountExclTax: '30.01' }, 'amountExclTax', /not above the price with tax/],
    [{ originalAmountInclTax: '29.99' }, 'originalAmountInclTax', /not below the price/],
    [{ originalAmountInclTax: '9.00' }, 'originalAmountInclTax', /not below the price/],
    [{ originalAmountInclTax: '100000000.00' }, 'originalAmountInclTax', /from 0\.00 to 99999999\.99/],
  ])('is refused with %j', async (wrong, path, words) => {
    const body = {
      ...why,
      kind: 'price',
      subject: river.both,
      from: '2027-06-01',
      amountInclTax: '30.00',
      ...wrong,
    };
    expect(await river.call('POST', `${river.catalog}/overrides`, body)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: path, message: expect.stringMatching(words) as string }] },
    });
  });

  it('may be so high that the total of the largest call still is an amount', async () => {
    const { places } = river;
    await importAgain({ boatCapacity: null });
    const amounts = {
      amountInclTax: '99999999.99',
      amountExclTax: '99999999.99',
      originalAmountInclTax: null,
    };
    await river.set({ kind: 'price', subject: river.both, from: '2027-06-01', ...amounts });
    const [held] = (await hold(service, [bothItem(places, maximumQuantity)])).reservations;
    expect(held?.totalAmountInclTax).toBe('4999999999.50');
    const largest = multiplyAmount('4999999999.50', maximumReservations);
    expect(amountSchema.safeParse(largest)).toMatchObject({ success: true });
  });

  it('is not asked from the issuer’s source', async () => {
    const feed = boatAndMuseum({ boatCapacity: 5 });
    // Nothing answers there, so a price that has to be asked is not available.
    feed.catalog.priceSource = { url: 'http://127.0.0.1:9/prices', timeoutSeconds: 1 };
    expect((await river.call('POST', feeds, feed)).status).toBe(201);
    const walk = river.places.walkOffer;
    expect((await service.call('GET', `${walk}/price`)).status).toBe(503);
    const { product } = (await read(walk)) as { product: { '@id': string } };
    await river.set({ kind: 'price', subject: product['@id'], from: '2027-06-01', amountInclTax: '3.00' });
    expect(await read(`${walk}/price`)).toMatchObject({ amountInclTax: '3.00' });
    expect((await hold(service, [freeItem(river.places)])).reservations).toMatchObject([
      { totalAmountInclTax: '3.00' },
    ]);
  });
});

describe('a hidden catalogue', () => {
  it('is found nowhere and sells nothing, while its orders and its issuer go on', async () => {
    const { places } = river;
    const [held] = (await hold(service, [bothItem(places)])).reservations;
    const hidden = await river.set({ kind: 'hidden' });
    expect(await read('/v1/ticketing/catalogs')).toMatchObject({ totalItems: 0 });
    const summaries = `${river.catalog}/event_summaries`;
    const pages = [river.catalog, `${river.catalog}/events`, summaries, `${river.catalog}/products`];
    const things = [river.both, places.offer, `${places.offer}/tickets`, `${places.offer}/availability`];
    for (const path of [...pages, ...things, places.ten, `${places.ten}/availability`, river.boatEvent])
      expect([path, (await service.call('GET', path)).status]).toEqual([path, 404]);
    const again = await service.call('POST', reservationsBulk, { body: { items: [bothItem(places)] } });
    expect(again).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'items[0].offer' }] } });
    const ordered = createOrdersOutputSchema.parse((await order(held?.['@id'])).body).orders[0];
    const document = await service.call('PATCH', ordered?.documents[0] ?? '', { body: {} });
    expect(document.status).toBe(200);
    await importAgain();
    expect((await service.call('GET', river.catalog)).status).toBe(404);
    expect((await river.call('GET', river.managed)).body).toMatchObject({ hidden: { id: hidden.id } });
    await river.remove(hidden);
    expect((await service.call('GET', river.catalog)).status).toBe(200);
    expect((await hold(service, [bothItem(places)])).reservations).toHaveLength(1);
  });
});
