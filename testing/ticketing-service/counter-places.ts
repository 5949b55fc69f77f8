import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { offerSchema } from '@/lib/contract/offer';
import { createReservationsOutputSchema, type FailedReservation } from '@/lib/contract/reservation';
import { sessionSchema } from '@/lib/contract/session';
import { midday } from '../midday';
import { customer, list, ordersBulk, reservationsBulk } from './booking';
import type { TestService } from './test-service';

const { timezone, today } = midday();

type FeedSession = Feed['events'][number]['sessions'][number];

/** One departure of a boat, sold alone (`boat`) and together with a museum (`both`). */
export const boatFeed = (key: string, session: Partial<FeedSession> = {}): Feed => ({
  format: 'ticketing-feed/1',
  catalog: { key, name: { en: key }, language: 'en', timezone, issuer: { name: key } },
  events: [
    {
      key: 'boat',
      name: { en: 'Boat' },
      sessions: [
        { key: 'one', occursAt: new Date(Date.now() + 5_400_000).toISOString(), capacity: 40, ...session },
      ],
    },
    { key: 'museum', name: { en: 'Museum' }, sessions: [] },
  ],
  products: ['boat', 'both'].map((name) => ({
    key: name,
    name: { en: name },
    cancellation: { deadlineHours: 0, share: 1 },
    rebooking: { deadlineHours: 0 },
    tickets: [
      { key: 'boat', name: { en: 'Boat' }, event: 'boat', dateAccess: false },
      ...(name === 'both'
        ? [{ key: 'museum', name: { en: 'Museum' }, event: 'museum', dateAccess: true }]
        : []),
    ],
    offers: [{ date: today, price: '10.00', capacity: null }],
  })),
});

/** Who buys: customers, or the counter. */
export type Buyer = 'web' | 'counter';

/** The departure of `boatFeed`, as clients see it and buy it. */
export interface Boat {
  /** Imports it with other terms. */
  change: (session: Partial<FeedSession>) => Promise<void>;
  /** Holds so many places; resolves to the path of the reservation, or why there is none. */
  hold: (
    buyer: Buyer,
    quantity?: number,
    product?: 'boat' | 'both',
    by?: TestService,
  ) => Promise<string | FailedReservation>;
  /** Orders a reservation; resolves to the path of the order. */
  order: (reservation: string, change?: object) => Promise<string>;
  /** What customers can buy, and how many more the counter: of the session, and of its offers. */
  left: () => Promise<{ session: Counts; boat: Counts; both: Counts }>;
  session: () => Promise<z.output<typeof sessionSchema>>;
  catalog: string;
}

type Counts = [left: number, counterOnly: number];

const countsOf = (one: { availableQuantity: number | null; counterOnly?: number | undefined }): Counts => [
  one.availableQuantity ?? -1,
  one.counterOnly ?? -1,
];

/** The offers of a catalogue by their products. */
async function readOffers(service: TestService, catalog: string) {
  const offers = z.array(offerSchema).parse(await list(service, `${catalog}/offers`));
  return (product: 'boat' | 'both') => {
    const offer = offers.find(({ product: { name } }) => name === product);
    if (offer === undefined) throw new Error(`there is no offer of ${product}`);
    return offer;
  };
}

const shop = ['catalog:read', 'booking:read', 'booking:write'];

export async function openBoat(
  service: TestService,
  key: string,
  first: Partial<FeedSession>,
): Promise<Boat> {
  const change: Boat['change'] = async (session) => {
    const { status, body } = await service.call('POST', '/v1/ticketing/feeds', {
      body: boatFeed(key, session),
    });
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  };
  await change(first);
  const catalog = String(
    (await list(service, '/v1/ticketing/catalogs')).find(({ name }) => name === key)?.['@id'],
  );
  const offerOf = await readOffers(service, catalog);
  const [event] = await list(service, `${catalog}/events`);
  const sessionPath = String((await list(service, `${String(event?.['@id'])}/sessions`))[0]?.['@id']);
  const session = async () => sessionSchema.parse((await service.call('GET', sessionPath)).body);
  return {
    catalog,
    change,
    session,
    hold: async (buyer, quantity = 1, product = 'boat', by = service) => {
      const { tickets, '@id': offer } = offerOf(product);
      const ticketSessions = tickets.map(({ '@id': ticket, name }) =>
        name === 'Boat' ? { ticket, session: sessionPath } : { ticket },
      );
      const { status, body } = await by.call('POST', reservationsBulk, {
        body: {
          items: [{ quantity, offer, ticketSessions }],
          ...(buyer === 'counter' ? { counter: true } : {}),
        },
        scopes: buyer === 'counter' ? [...shop, 'booking:counter'] : shop,
      });
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
      const { reservations, failedReservations } = createReservationsOutputSchema.parse(body);
      const result = reservations[0]?.['@id'] ?? failedReservations[0];
      if (result === undefined) throw new Error('there is no result');
      return result;
    },
    order: async (reservation, others = {}) => {
      const { status, body } = await service.call('POST', ordersBulk, {
        body: { reservations: [reservation], customer, ...others },
      });
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
      const { orders } = z.object({ orders: z.array(z.object({ '@id': z.string() })) }).parse(body);
      return orders[0]?.['@id'] ?? '';
    },
    left: async () => {
      const now = await readOffers(service, catalog);
      return { session: countsOf(await session()), boat: countsOf(now('boat')), both: countsOf(now('both')) };
    },
  };
}
