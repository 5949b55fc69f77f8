import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, language, startClient } from '@/testing/client/test-client';
import type { WireRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { type Offer, offerSchema, offerTicketSchema, type OfferTicket } from '../../../contract/offer';
import { readTicketTypes } from './ticket-types';

afterEach(closeAll);

const catalogId = samples.id(1);
const own = `/v1/ticketing/catalogs/${catalogId}`;
const base = '/v1/ticketing/product_bases/1';
const [ten, two] = [samples.session(10, '2030-06-01T10:00:00Z'), samples.session(14, '2030-06-01T14:00:00Z')];
type SampleSession = typeof ten;

interface Sold {
  offer: Offer;
  tickets: OfferTicket[];
}

/** An offer with tickets for these sessions; null: at any time of the day. */
function sold(number: number, sessions: (SampleSession[] | null)[], changed: object = {}): Sold {
  const path = `${own}/offers/${samples.id(number)}`;
  const tickets = sessions.map((ofTicket, index) =>
    offerTicketSchema.parse({
      '@id': `${path}/tickets/${samples.id(number * 10 + index)}`,
      '@type': 'TicketingOfferTicket',
      id: samples.id(number * 10 + index),
      name: 'Ticket',
      description: '',
      dateAccess: ofTicket === null,
      sessions: ofTicket ?? [],
    }),
  );
  const product = { id: samples.id(number), name: `Type ${number}`, description: '', productBase: base };
  const price = { amountInclTax: '9.00', originalAmountInclTax: '9.00', currency: 'EUR' };
  const offer = offerSchema.parse({
    '@id': path,
    '@type': 'TicketingOffer',
    id: samples.id(number),
    date: '2030-06-01',
    availableQuantity: null,
    realtimePriceRequired: false,
    tickets,
    price: { '@type': 'TicketingOfferPrice', ...price, syncAt: '2030-01-01T00:00:00Z' },
    product: { '@id': `${own}/products/${samples.id(number)}`, '@type': 'TicketingProduct', ...product },
    ...changed,
  });
  return { offer, tickets };
}

/** The numbers of the types that are shown with the offer, of all that the server lists. */
async function typesOf(shown: Sold, all: readonly Sold[], filters = ['session', 'productBase']) {
  const asked: WireRequest[] = [];
  const { client } = await startClient((seen) => {
    asked.push(seen);
    const offers = all.map(({ offer }) => offer);
    if (seen.path === `${own}/offers`) return collection(seen, offers, { filters });
    return collection(seen, all.find(({ offer }) => seen.path === `${offer['@id']}/tickets`)?.tickets ?? []);
  });
  const types = await readTicketTypes(client, catalogId, shown, { language });
  const lists = asked.filter(({ path }) => path === `${own}/offers`).map(({ query }) => query);
  return { names: types.map(({ offer }) => offer.product.name), lists, asked };
}

describe('the types of tickets of an offer', () => {
  it('are all offers for the same sessions, in the order of the server', async () => {
    const [adult, child, family] = [sold(2, [[ten, two], null]), sold(3, [[two]]), sold(4, [[ten]])];
    const { names, lists } = await typesOf(child, [adult, child, family]);
    // The family ticket is for another time only.
    expect(names).toEqual(['Type 2', 'Type 3']);
    expect(lists.map((query) => query.get('session'))).toEqual([two.id]);
  });

  it('are none for more or fewer events, and none of another day', async () => {
    const [boat, both] = [sold(2, [[ten]]), sold(3, [[ten], [two]])];
    const nextDay = sold(4, [[ten]], { date: '2030-06-02' });
    expect((await typesOf(boat, [both, boat, nextDay])).names).toEqual(['Type 2']);
    expect((await typesOf(both, [both, boat, nextDay])).names).toEqual(['Type 3']);
  });

  it('are the variants of one product, if there is no session to choose', async () => {
    const [adult, child] = [sold(2, [null]), sold(3, [null])];
    const other = sold(4, [null], { product: { ...child.offer.product, productBase: null } });
    const { names, lists } = await typesOf(adult, [adult, child, other]);
    expect(names).toEqual(['Type 2', 'Type 3']);
    expect(lists.at(-1)?.get('productBase')).toBe(base);
    // Without the filter, the offers of the day are read.
    const unfiltered = await typesOf(adult, [adult, child, other], []);
    expect(unfiltered.names).toEqual(['Type 2', 'Type 3']);
    expect(unfiltered.lists.at(-1)?.get('date')).toBe('2030-06-01');
    expect((await typesOf(other, [adult, child, other])).asked).toEqual([]);
  });

  it('have prices that do not change', async () => {
    const [adult, moving] = [sold(2, [[ten]]), sold(3, [[ten]], { realtimePriceRequired: true })];
    expect((await typesOf(adult, [adult, moving])).names).toEqual(['Type 2']);
    expect((await typesOf(moving, [adult, moving])).names).toEqual(['Type 3']);
  });
});
