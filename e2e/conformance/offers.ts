import { expectSameResource } from './catalog';
import type { Check } from './check';
import { expectRefusal, expectSame, expectShape, expectSuccess, expectThat, notShown } from './expect';
import { membersOf, type Probe } from './probe';
import * as shapes from './shapes';
import { arrayOf, isObject, type Json, lastSegment, objectOf, pathOf, textOf, wholeOf } from './values';
import { productBase, sample, type World } from './world';

/** A session that belongs to a ticket, and an offer with that ticket. */
async function accessible(world: World): Promise<{ session: string; offer: string }> {
  for (const { offer, choice } of await world.purchases()) {
    for (const { session } of choice) if (session !== undefined) return { session, offer };
  }
  return notShown('no ticket with sessions was found');
}

const offersCompared = 6;

async function givesAccess(probe: Probe, offer: string, session: string): Promise<boolean> {
  const tickets = membersOf(await probe.get(`${offer}/tickets`)).filter(isObject);
  return tickets.some((ticket) => arrayOf(ticket['sessions']).some((one) => pathOf(one) === session));
}

async function filtered(world: World, query: string): Promise<Json[]> {
  const answer = await world.probe.get(`${await world.catalog()}/offers?${query}`);
  expectSuccess(answer);
  return membersOf(answer).filter(isObject);
}

const filters: readonly Check[] = [
  {
    section: '§4.1',
    title: 'rule 1: offers filtered by session are those that give access to it',
    run: async (world) => {
      const { session, offer } = await accessible(world);
      const found = await sample(
        world.probe,
        `${await world.catalog()}/offers?session=${lastSegment(session)}`,
      );
      expectThat(
        found.map(pathOf).includes(offer),
        `${offer}, a ticket of which has ${session}`,
        found.map(pathOf),
      );
      const ends = [...found.slice(0, offersCompared), ...found.slice(-offersCompared)];
      for (const one of new Set(ends.map(pathOf))) {
        expectThat(
          await givesAccess(world.probe, one, session),
          `a ticket of ${one} that has ${session}`,
          'none',
        );
      }
    },
  },
  {
    section: '§4.1',
    title: 'offers filtered by product are that product’s',
    run: async (world) => {
      const [offer] = await world.offers();
      const product = pathOf(offer?.['product']);
      const found = await filtered(world, `product=${lastSegment(product)}`);
      expectThat(found.length > 0, `offers of ${product}`, 'none');
      for (const one of found) expectSame(pathOf(one['product']), product, 'the product', undefined);
    },
  },
  {
    section: '§4.1',
    title: 'offers filtered by date are of that day, and all of them are there',
    run: async (world) => {
      const offers = await world.offers();
      const date = textOf(offers.at(-1)?.['date']);
      const found = await sample(world.probe, `${await world.catalog()}/offers?date=${date}`);
      expectThat(found.length > 0, `offers of ${date}`, 'none');
      for (const one of found) expectSame(one['date'], date, 'the date');
      for (const one of offers.filter((other) => other['date'] === date).slice(0, offersCompared)) {
        expectThat(
          found.some((other) => pathOf(other) === pathOf(one)),
          pathOf(one),
          found.map(pathOf),
        );
      }
    },
  },
  {
    section: '§4.1',
    title: 'offers filtered by product and date meet both',
    run: async (world) => {
      const [purchase] = await world.purchases();
      if (purchase === undefined) return notShown('needs an offer that can be bought');
      const { offer, product } = purchase;
      const date = textOf(objectOf((await world.probe.get(offer)).body)['date']);
      const found = await filtered(world, `product=${lastSegment(product)}&date=${date}`);
      expectThat(found.map(pathOf).includes(offer), offer, found.map(pathOf));
      for (const one of found) {
        expectSame([pathOf(one['product']), one['date']], [product, date], 'the product and the date');
      }
    },
  },
  {
    section: '§4.1',
    title: 'order[date]=asc sorts by date',
    run: async (world) => {
      const found = await filtered(world, 'order[date]=asc&itemsPerPage=100');
      const dates = found.map(({ date }) => textOf(date));
      if (new Set(dates).size < 2) notShown('the offers are all of one day');
      expectSame(dates, [...dates].sort(), 'the dates, ascending');
    },
  },
  {
    section: '§2.1',
    title: 'search of the offers describes the filters',
    run: async (world) => {
      const list = objectOf((await world.probe.get(`${await world.catalog()}/offers`)).body);
      if (!isObject(list['search'])) notShown('search is optional, and the offers have none');
      const { mapping, template } = objectOf(list['search']);
      const variables = arrayOf(mapping).map((one) => textOf(objectOf(one)['variable']));
      for (const name of ['session', 'product', 'date']) {
        expectThat(variables.includes(name), `a mapping of ${name}`, variables);
        expectThat(textOf(template).includes(name), `${name} in the template`, template);
      }
    },
  },
];

const single: readonly Check[] = [
  {
    section: '§4.1',
    title: 'an offer is the same at both of its addresses',
    run: async (world) => {
      const [offer] = await world.offers();
      const path = pathOf(offer);
      const within = await world.probe.get(`${await world.catalog()}/offers/${lastSegment(path)}`);
      const short = await world.probe.get(`/v1/ticketing/offers/${lastSegment(path)}`);
      for (const answer of [within, short]) {
        expectSuccess(answer);
        expectShape(shapes.offer, answer.body, 'an offer', answer);
      }
      expectSameResource(objectOf(short.body), objectOf(within.body), short);
    },
  },
  {
    section: '§2',
    title: 'what an offer refers to can be read',
    run: async (world) => {
      const [offer] = await world.offers();
      const paths = [pathOf(offer?.['product']), ...arrayOf(offer?.['tickets']).map(pathOf)];
      for (const path of paths) {
        expectShape(shapes.path, path, 'a path');
        expectSuccess(await world.probe.get(path));
      }
    },
  },
  {
    section: '§4.1',
    title: 'the offers of a product base are offers',
    run: async (world) => {
      const answer = await world.probe.get(`${await productBase(world)}/offers`);
      expectSuccess(answer);
      for (const one of membersOf(answer)) expectShape(shapes.offer, one, 'an offer', answer);
    },
  },
  {
    section: '§4.1',
    title: 'an offer of another catalogue’s path is not found',
    run: async (world) => {
      const [offer] = await world.offers();
      const foreign = '/v1/ticketing/catalogs/00000000-0000-4000-8000-000000000000';
      const path = `${foreign}/offers/${lastSegment(pathOf(offer))}`;
      expectRefusal(await world.probe.get(path), 'there is no such catalogue');
    },
  },
];

const tickets: readonly Check[] = [
  {
    section: '§2.8',
    title: 'a ticket with date access has no sessions',
    run: async (world) => {
      const all = (await world.purchases()).flatMap((purchase) => purchase.tickets);
      const dated = all.filter(({ dateAccess }) => dateAccess);
      if (dated.length === 0) notShown('no ticket with date access was found');
      for (const { resource } of dated) expectSame(resource['sessions'], [], 'the sessions');
    },
  },
  {
    section: '§2.6',
    title: 'the tickets embedded in an offer are those of its collection',
    run: async (world) => {
      const { offer, members } = await world.tickets();
      const embedded = arrayOf(objectOf((await world.probe.get(offer)).body)['tickets']);
      const names = (list: unknown[]) =>
        list.map((one) => `${pathOf(one)} ${textOf(objectOf(one)['name'])}`).sort();
      expectSame(names(embedded), names(members), 'the tickets');
    },
  },
];

const moment: readonly Check[] = [
  {
    section: '§2.7',
    title: 'the price of an offer has its fields, in EUR',
    run: async (world) => {
      const { offer } = await world.tickets();
      const answer = await world.probe.get(`${offer}/price`);
      expectSuccess(answer);
      expectShape(shapes.offerPrice, answer.body, 'a price', answer);
    },
  },
  {
    section: '§2.6',
    title: 'a price that does not change is the same in the list and at the price address',
    run: async (world) => {
      const offer = (await world.offers()).find((one) => one['realtimePriceRequired'] === false);
      if (offer === undefined) return notShown('every offer asks for the real-time price');
      const answer = await world.probe.get(`${pathOf(offer)}/price`);
      expectSuccess(answer);
      const { amountInclTax, originalAmountInclTax, currency } = objectOf(offer['price']);
      expectSameResource(objectOf(answer.body), { amountInclTax, originalAmountInclTax, currency }, answer);
    },
  },
  {
    section: '§4.1',
    title: 'rule 4: an offer whose price may change has a real-time price',
    run: async (world) => {
      const offer = (await world.offers()).find((one) => one['realtimePriceRequired'] === true);
      if (offer === undefined) return notShown('no offer asks for the real-time price');
      const answer = await world.probe.get(`${pathOf(offer)}/price`);
      expectSuccess(answer);
      expectShape(shapes.offerPrice, answer.body, 'a price', answer);
    },
  },
  {
    section: '§4.1',
    title: 'rule 3: an offer with limited capacity tells its availability',
    run: async (world) => {
      const offer = (await world.offers()).find((one) => wholeOf(one['availableQuantity']) !== null);
      if (offer === undefined) return notShown('no offer has a limited capacity');
      const answer = await world.probe.get(`${pathOf(offer)}/availability`);
      expectSuccess(answer);
      expectSame(objectOf(answer.body)['@type'], 'TicketingOfferAvailability', '@type', answer);
    },
  },
];

export const offerChecks: readonly Check[] = [...filters, ...single, ...tickets, ...moment];
