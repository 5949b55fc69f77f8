import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed } from '@/lib/contract/feed';
import { feedImportSchema } from '@/lib/contract/feed-import';
import { addresses, lastSegment } from '@/lib/contract/iri';
import { type CountingServer, startCountingPostgres, sumOf } from '@/testing/database/counted';
import {
  bothItem,
  customer,
  list,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { theatreFeed } from '@/testing/ticketing-service/theatre';
import { newId } from './ids/new-id';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// How many statements each call sends, once the process knows the catalogue. Who changes a number here makes every call of
// that kind slower or faster.

let server: CountingServer;
let service: TestService;
let databaseUrl: string;
let places: Places;

beforeAll(async () => {
  server = await startCountingPostgres();
  databaseUrl = await server.createDatabase();
  service = await startTestService({ databaseUrl });
  places = await openPlaces(service, 1_000);
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

/** A row of the catalogue is read once a second, whatever is asked. */
const isCatalogRow = /from ticketing\.catalog where id =/;

async function count(work: () => Promise<unknown>) {
  await server.read(databaseUrl);
  await work();
  return sumOf(await server.read(databaseUrl), isCatalogRow);
}

const get = async (path: string, language: string) => {
  const answer = await service.call('GET', path, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
};

describe('a read', () => {
  const catalog = () => places.offer.replace(/\/offers\/.*/, '');
  const event = () => places.ten.replace(/\/sessions\/.*/, '');
  const summary = () => event().replace('/events/', '/event_summaries/');
  const product = async () => String((await list(service, `${catalog()}/products`))[0]?.['@id']);

  it.each([
    ['of a catalogue', () => catalog(), 0],
    ['of an event', () => event(), 0],
    ['of all events', () => `${catalog()}/events`, 0],
    ['of a product', () => product(), 0],
    ['of all products', () => `${catalog()}/products`, 0],
    ['of the catalogues', () => '/v1/ticketing/catalogs', 1],
    ['of the summary of an event', () => summary(), 1],
    ['of the calendar of an event', () => `${summary()}/calendar`, 1],
    ['of all summaries', () => `${catalog()}/event_summaries`, 1],
    ['of the sessions of an event', () => `${event()}/sessions`, 1],
    ['of a session', () => places.ten, 1],
    ['of offers of a day', () => `${catalog()}/offers?date=2027-06-01`, 1],
    ['of an offer', () => places.offer, 1],
    ['of the tickets of an offer', () => `${places.offer}/tickets`, 2],
    ['of the availability of an offer', () => `${places.offer}/availability`, 1],
  ])('%s', async (_name, path, statements) => {
    const address = await path();
    await get(address, 'fr');
    // In the languages of the catalogue, answers that depend on nothing else are kept: each is asked for twice.
    await get(address, 'en');
    const counted = await count(() => get(address, statements === 0 ? 'en' : 'de'));
    expect(counted.count, counted.list).toBe(statements);
  });
});

describe('the feed of a catalogue', () => {
  it('is read in ten statements, whatever the catalogue has', async () => {
    const imported = async (feed: Feed) => {
      const { body } = await service.call('POST', addresses.feeds(), { body: feed });
      return lastSegment(feedImportSchema.parse(body).catalog);
    };
    const longer = boatAndMuseum();
    longer.events.push({ ...theatreFeed(null).events[0], key: 'more' } as Feed['events'][number]);
    for (const feed of [boatAndMuseum(), longer, theatreFeed()]) {
      const path = addresses.managedFeed(await imported(feed));
      const counted = await count(() => get(path, 'en'));
      // The catalogue is read for its owner, for its members, and to see that no import came between.
      expect([counted.count, counted.skipped], counted.list).toEqual([7, 3]);
    }
  });
});

describe('the list of who comes', () => {
  it('is read in three statements, whatever was sold', async () => {
    const path = `${places.ten.replace(/\/sessions\/.*/, '')}/visitors?session=${places.ten}`;
    const held = async (quantity: number) => {
      const items = [{ ...bothItem(places), quantity }];
      const answer = await service.call('POST', reservationsBulk, { body: { items } });
      const { reservations } = answer.body as { reservations: { '@id': string }[] };
      return reservations.map((one) => one['@id']);
    };
    for (const quantity of [1, 20]) {
      await service.call('POST', ordersBulk, { body: { reservations: await held(quantity), customer } });
      const counted = await count(() => get(path, 'en'));
      expect(counted.count, counted.list).toBe(3);
    }
  });
});

describe('a batch of vouchers', () => {
  it('is made, read, listed and disabled in as many statements, whatever the number of its codes', async () => {
    const { body: feed } = await service.call('POST', addresses.feeds(), { body: boatAndMuseum() });
    const path = addresses.voucherBatches(lastSegment(feedImportSchema.parse(feed).catalog));
    const why = { actor: 'tester', reason: 'a test' };
    for (const number of [1, 500]) {
      let batch = '';
      const make = async () => {
        const body = { name: `${number} codes`, number, kind: 'amount', value: '5.00', ...why };
        const answer = await service.call('POST', path, { body });
        expect(answer.status).toBe(201);
        batch = (answer.body as { '@id': string })['@id'];
      };
      const disable = async () => {
        const answer = await service.call('PATCH', batch, { body: { disabled: true, ...why } });
        expect(answer.status).toBe(200);
      };
      const calls = [make, () => get(path, 'en'), () => get(`${batch}/vouchers`, 'en'), disable];
      const counts: number[] = [];
      for (const call of calls) counts.push((await count(call)).count);
      // Beside them, each reads the row of the catalogue.
      expect(counts).toEqual([3, 2, 4, 4]);
    }
  });
});

describe('a purchase', () => {
  const items = () => [bothItem(places)];

  it('is one hold, one order and one file of tickets', async () => {
    let reservation = '';
    const hold = async () => {
      const answer = await service.call('POST', reservationsBulk, {
        body: { items: items() },
        headers: { 'idempotency-key': newId() },
      });
      expect(answer.status).toBe(201);
      const [made] = (answer.body as { reservations: { '@id': string }[] }).reservations;
      reservation = made?.['@id'] ?? '';
    };
    let orderId = '';
    const order = async () => {
      const body = { reservations: [reservation], customer };
      const answer = await service.call('POST', ordersBulk, {
        body,
        headers: { 'idempotency-key': newId() },
      });
      expect(answer.status).toBe(201);
      orderId = (answer.body as { orders: { id: string }[] }).orders[0]?.id ?? '';
    };
    const draw = async () => {
      const answer = await service.call('POST', addresses.ticketsFile(), { body: { orders: [orderId] } });
      expect(answer.status).toBe(201);
    };
    await hold();
    await order();
    await draw();
    const held = await count(hold);
    expect(held.count, held.list).toBe(7);
    const ordered = await count(order);
    expect(ordered.count, ordered.list).toBe(6);
    const drawn = await count(draw);
    expect(drawn.count, drawn.list).toBe(1);
  });
});
