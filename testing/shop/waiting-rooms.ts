import { sql } from 'drizzle-orm';
import {
  openWaitingRooms,
  type WaitingRooms,
  type WaitingRoomsOptions,
} from '@/lib/shop/flows/waiting-room/waiting-rooms';
import type { Room } from '@/lib/shop/rules/room';
import { insertRoom, type NewRoom, saveSoldOut } from '@/lib/shop/data/room-store';
import type { Offer } from '@/lib/contract/offer';
import type { Database } from '@/lib/database/database';

/** With letters, because identifiers may be written in upper and lower case. */
const id = (number: number) => `abcdef00-0000-4000-8000-${String(number).padStart(12, '0')}`;
export { saveSoldOut };

/** A catalogue with two products, which have an offer each; and another catalogue. */
export const ids = {
  catalog: id(1),
  otherCatalog: id(2),
  product: id(3),
  otherProduct: id(4),
  offer: id(5),
  otherOffer: id(6),
};

function offerOf(offerId: string, productId: string, availableQuantity: number): Offer {
  const catalog = `/v1/ticketing/catalogs/${ids.catalog}`;
  const product = { id: productId, name: 'Ferry', description: '' };
  const price = { amountInclTax: '18.00', originalAmountInclTax: '18.00', currency: 'EUR' } as const;
  return {
    '@id': `${catalog}/offers/${offerId}`,
    '@type': 'TicketingOffer',
    id: offerId,
    date: '2999-01-01',
    availableQuantity,
    realtimePriceRequired: false,
    tickets: [],
    price: { '@type': 'TicketingOfferPrice', ...price, syncAt: '2026-01-01T00:00:00Z' },
    product: { '@id': `${catalog}/products/${productId}`, '@type': 'TicketingProduct', ...product },
  };
}

/** What is left of the two offers. */
export interface Stock {
  offer: number;
  otherOffer: number;
}

function clientOf(stock: Stock): WaitingRoomsOptions['client'] {
  const offers = () => [
    offerOf(ids.offer, ids.product, stock.offer),
    offerOf(ids.otherOffer, ids.otherProduct, stock.otherOffer),
  ];
  return {
    listCatalogs: () => Promise.resolve({ members: [], complete: true }),
    listOffers: (catalogId, { product }) =>
      Promise.resolve({
        kind: 'found',
        value: {
          members:
            catalogId === ids.catalog
              ? offers().filter((one) => (product ?? one.product.id) === one.product.id)
              : [],
          complete: true,
        },
      }),
    getOffer: (catalogId, offerId) => {
      const value = catalogId === ids.catalog ? offers().find((offer) => offer.id === offerId) : undefined;
      return Promise.resolve(value === undefined ? { kind: 'missing' } : { kind: 'found', value });
    },
  };
}

export const secret = 'a secret of the tests with many characters';

/** The waiting rooms of one process. */
export function processOn(
  database: Database,
  options: Partial<WaitingRoomsOptions> = {},
  stock?: Stock,
): WaitingRooms {
  return openWaitingRooms({
    database,
    secret,
    minutes: 10,
    mode: 'scheduled',
    holdsPerSecond: 2,
    client: clientOf(stock ?? { offer: 5, otherOffer: 5 }),
    report: (_, message, { err }) => {
      if (err !== undefined) throw new Error(message, { cause: err });
    },
    ...options,
  });
}

export function openRoom(database: Database, room: Partial<NewRoom> = {}): Promise<number | null> {
  const scope = { kind: 'catalog', catalogId: ids.catalog } as const;
  return insertRoom(database, { scope, openedBy: 'staff', opensAt: null, timezone: 'Europe/Paris', ...room });
}

/** Lets time pass for all rooms: it is so many seconds after their last step, however long the test took. */
export async function later(database: Database, seconds: number): Promise<void> {
  const before = sql`make_interval(secs => ${seconds})`;
  await database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.waiting_room set opens_at = opens_at - ${before},
          advanced_at = case when advanced_at is not null then clock_timestamp() - ${before} end,
          empty_since = empty_since - ${before}, paused_at = paused_at - ${before}`,
    );
    await transaction.run(sql`update storefront.waiting_advance set at = at - ${before}`);
    await transaction.run(
      sql`update storefront.waiting_admission set used_at = used_at - ${before}, held_at = held_at - ${before}`,
    );
  });
}

/** The room of an offer as it is after a second, or after so many seconds in one step. */
export async function roomLater(
  database: Database,
  rooms: WaitingRooms,
  { seconds = 1, offer = ids.offer }: { seconds?: number; offer?: string } = {},
): Promise<Room> {
  await later(database, seconds);
  rooms.forget();
  const room = await rooms.find(ids.catalog, offer);
  if (room === null) throw new Error('there is no room');
  return room;
}

/** The cookie of a new place. */
export async function placeIn(rooms: WaitingRooms, room: Room): Promise<string> {
  const place = await rooms.take(room);
  if (place === null) throw new Error('the room is closed');
  return place;
}

export const numberOf = (cookie: string) => Number(cookie.split('.', 1)[0]);
