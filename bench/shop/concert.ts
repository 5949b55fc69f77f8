import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { dayAfter } from '../tools/catalogue';
import type { SoakEnvironment } from '../soak/environment';
import { importFeed } from '../soak/integrators';
import { queryRow } from '../tools/sql';

const key = 'concert';

/** A catalogue of one event with one session, one product and one offer. */
function concertFeed(name: string, capacity: number): Feed {
  const date = dayAfter(30);
  const texts = { en: name };
  const description = { en: `<p>${name}: an evening with the string quartet, in the old market hall.</p>` };
  return {
    format: 'ticketing-feed/1',
    catalog: { key, name: texts, language: 'en', timezone: 'UTC', issuer: { name: 'Bench' } },
    events: [
      {
        key,
        name: texts,
        description,
        sessions: [{ key: date, occursAt: `${date}T19:00:00Z`, duration: 'PT120M', capacity }],
      },
    ],
    products: [
      {
        key,
        name: texts,
        description,
        vatRate: 0.2,
        tickets: [{ key, name: { en: 'Seat' }, event: key, dateAccess: false }],
        offers: [{ date, price: '36.00', capacity: null }],
      },
    ],
  };
}

const concertRow = z.object({
  catalogId: z.string(),
  offerId: z.string(),
  productId: z.string(),
  eventId: z.string(),
  sessionId: z.string(),
});

export type Concert = z.output<typeof concertRow>;

/** Imports the concert, with this name and so many seats, and finds its identifiers. */
export async function importConcert(
  { soak, databases }: SoakEnvironment,
  name: string,
  capacity: number,
): Promise<Concert> {
  await importFeed(soak, concertFeed(name, capacity));
  return queryRow(
    databases.service,
    concertRow,
    `select offer.catalog_id as "catalogId", offer.id as "offerId", offer.product_id as "productId",
       ticket.event_id as "eventId", session.id as "sessionId"
     from ticketing.offer
     join ticketing.product on product.catalog_id = offer.catalog_id and product.id = offer.product_id
     join ticketing.ticket on ticket.catalog_id = offer.catalog_id and ticket.product_id = offer.product_id
     join ticketing.session on session.catalog_id = ticket.catalog_id and session.event_id = ticket.event_id
     where product.key = '${key}'`,
  );
}
