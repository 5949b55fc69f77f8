import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import { queryRows } from './sql';

/** The number of units of the flash sale. */
export const rushUnits = 500;
/** Limited sessions, each with its own offer; the parts that need 1,000 counters use one half each. */
export const spreadOffers = 2000;
const spreadProducts = 10;
const unbounded = 100_000_000;
const daysOfSpread = spreadOffers / spreadProducts;

/** The day so many days after today. */
export function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first day of the catalogue, and its number of days. */
export const lastDays = daysOfSpread;

const text = (en: string) => ({ en, fr: `${en} (fr)` });

/** One hot offer, one for the flash sale, and 2,000 with a limited session each: ten products on 200 days. */
export function benchFeed(): Feed {
  const spread = Array.from({ length: spreadProducts }, (_, i) => i);
  const days = Array.from({ length: daysOfSpread }, (_, i) => dayAfter(7 + i));
  const [day = ''] = days;
  const session = (date: string, capacity: number) => ({
    key: date,
    occursAt: `${date}T10:00:00Z`,
    duration: 'PT60M',
    capacity,
  });
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: 'bench',
      name: text('Bench'),
      language: 'en',
      timezone: 'UTC',
      issuer: { name: 'Bench' },
    },
    events: [
      { key: 'hot', name: text('Hot'), sessions: [session(day, unbounded)] },
      { key: 'rush-a', name: text('First half'), sessions: [session(day, rushUnits)] },
      { key: 'rush-b', name: text('Second half'), sessions: [session(day, rushUnits)] },
      ...spread.map((i) => ({
        key: `spread-${i}`,
        name: text(`Walk ${i}`),
        description: text('An hour through the old town, to the river and back, in all weathers.'),
        sessions: days.map((date) => session(date, unbounded)),
      })),
    ],
    products: [
      product('hot', ['hot'], [day]),
      product('rush', ['rush-a', 'rush-b'], [day]),
      ...spread.map((i) => product(`spread-${i}`, [`spread-${i}`], days)),
    ],
  };
}

function product(key: string, events: readonly string[], days: readonly string[]): Feed['products'][number] {
  return {
    key,
    name: text(`Product ${key}`),
    description: text('<p>What is <em>included</em>: the guide, the headset and a drink at the end.</p>'),
    vatRate: 0.2,
    tickets: events.map((event) => ({
      key: event,
      name: text(`Ticket ${event}`),
      description: text('Valid for one person.'),
      event,
      dateAccess: false,
    })),
    offers: days.map((date) => ({ date, price: '36.00', capacity: null })),
  };
}

/** An offer that can be held, with the data that the SQL of the limits needs. */
export interface BenchOffer {
  catalogId: string;
  offerId: string;
  productId: string;
  chosen: { ticketId: string; eventId: string; sessionId: string }[];
}

const offerRow = z.object({
  product: z.string(),
  catalogId: z.string(),
  offerId: z.string(),
  productId: z.string(),
  chosen: z.array(z.object({ ticketId: z.string(), eventId: z.string(), sessionId: z.string() })),
});

/** The imported offers by their purpose. */
export async function readOffers(
  url: string,
): Promise<{ hot: BenchOffer; rush: BenchOffer; spread: BenchOffer[] }> {
  const rows = await readRows(url, '');
  const [hot, rush] = ['hot', 'rush'].map((key) => rows.find((row) => row.product === key));
  const spread = rows.filter((row) => row.product.startsWith('spread-'));
  if (hot === undefined || rush === undefined || spread.length !== spreadOffers) {
    throw new Error(`the imported catalogue has ${rows.length} offers, not what the bench needs`);
  }
  return { hot, rush, spread };
}

/** The hot offer of each catalogue. */
export function hotOffers(url: string): Promise<BenchOffer[]> {
  return readRows(url, `where product.key = 'hot'`);
}

/** The offers of products with these keys, in this order. */
export async function namedOffers(url: string, keys: readonly string[]): Promise<BenchOffer[]> {
  const rows = await readRows(url, `where product.key in (${keys.map((key) => `'${key}'`).join(', ')})`);
  return keys.flatMap((key) => rows.find((row) => row.product === key) ?? []);
}

function readRows(url: string, where: string): Promise<z.infer<typeof offerRow>[]> {
  return queryRows(
    url,
    offerRow,
    `select product.key as product, offer.catalog_id as "catalogId", offer.id as "offerId",
       offer.product_id as "productId",
       jsonb_agg(jsonb_build_object('ticketId', ticket.id, 'eventId', ticket.event_id, 'sessionId', session.id)
         order by ticket.position) as chosen
     from ticketing.offer
     join ticketing.product on product.catalog_id = offer.catalog_id and product.id = offer.product_id
     join ticketing.ticket on ticket.catalog_id = offer.catalog_id and ticket.product_id = offer.product_id
     join ticketing.session on session.catalog_id = ticket.catalog_id and session.event_id = ticket.event_id
       and session.day = offer.day
     ${where} group by 1, 2, 3, 4, offer.day order by 1, offer.day, 2`,
  );
}

/** One unit of an offer, as POST …/reservations/_bulk expects it. */
export function holdBody({ catalogId, offerId, chosen }: BenchOffer, quantity = 1): string {
  const ticketSessions = chosen.map(({ ticketId, eventId, sessionId }) => ({
    ticket: addresses.ticket(catalogId, offerId, ticketId),
    session: addresses.session(catalogId, eventId, sessionId),
  }));
  return JSON.stringify({
    items: [{ quantity, offer: addresses.offer(catalogId, offerId), ticketSessions }],
  });
}

export const customer = {
  firstname: 'Ada',
  lastname: 'Bench',
  email: 'ada@bench.test',
  country: 'FR',
  language: 'fr',
};
