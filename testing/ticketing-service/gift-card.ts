import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { voucherSchema } from '@/lib/contract/voucher';
import { sendScan } from './admission';
import { customer, hold, list, openPlaces, ordersBulk, type Places } from './booking';
import { boatAndMuseum } from './feed';
import { textOfFile } from './order';
import type { TestAnswer, TestService } from './test-service';

/** A gift card that was bought: the first one of its order. */
export interface BoughtCard {
  order: Order;
  ticket: string;
  code: string;
  codes: string[];
}

export interface GiftCards {
  places: Places;
  catalog: string;
  item: (quantity: number) => object;
  buy: (quantity?: number) => Promise<BoughtCard>;
  vouchers: () => Promise<z.infer<typeof voucherSchema>[]>;
  voucherOf: (code: string) => Promise<string>;
  /** The result of a scan on the last day. */
  scan: (what: { code: string } | { ticket: string }) => Promise<string>;
  /** How many visits have visitors on the last day. */
  visitors: () => Promise<number>;
  pdf: (order: Order) => Promise<string>;
  /** Lets a reservation expire. */
  expire: (reservation: string) => Promise<unknown>;
  /** Imports the catalogue with another gift card. */
  import: (change?: CardChange) => Promise<TestAnswer>;
}

/** Until when they are valid. */
const lastDay = '2029-12-31';

type Product = Feed['products'][number];
type CardChange = Pick<Product, 'rebooking'> & { dateAccess?: boolean };

/** The boat and the museum, and gift cards of EUR 50.00. `cancellation`: the rule of the boat and the museum. */
export function withGiftCards(
  options: Parameters<typeof boatAndMuseum>[0],
  { dateAccess = true, ...change }: CardChange = {},
): Feed {
  const feed = boatAndMuseum(options);
  const card: Product = {
    key: 'gift-card',
    name: { en: 'Gift card', fr: 'Carte cadeau' },
    vatRate: 0.2,
    giftCard: true,
    cancellation: { deadlineHours: 0, share: 1 },
    tickets: [{ key: 'card', name: { en: 'Gift card' }, event: 'gift-card', dateAccess }],
    offers: [{ date: lastDay, price: '50.00', capacity: null }],
    ...change,
  };
  return {
    ...feed,
    events: [
      ...feed.events,
      { key: 'gift-card', name: { en: 'Gift card', fr: 'Carte cadeau' }, sessions: [] },
    ],
    products: [...feed.products, card],
  };
}

export async function openGiftCards(
  service: TestService,
  options: Parameters<typeof boatAndMuseum>[0] = {},
): Promise<GiftCards> {
  const send = (change?: CardChange) =>
    service.call('POST', '/v1/ticketing/feeds', {
      body: withGiftCards({ boatCapacity: 500, ...options }, change),
      organization: 'river',
    });
  const places = await openPlaces(service, 500);
  const imported = await send();
  const { catalog } = z.object({ catalog: z.string() }).parse(imported.body);
  const [offer] = await list(service, `${catalog}/offers?date=${lastDay}`);
  const [ticket] = await list(service, `${String(offer?.['@id'])}/tickets`);
  const item = (quantity: number) => ({
    quantity,
    offer: offer?.['@id'],
    ticketSessions: [{ ticket: ticket?.['@id'] }],
  });
  const vouchers = async () =>
    z
      .object({ member: z.array(voucherSchema) })
      .parse((await service.call('GET', `${catalog}/vouchers`, { organization: 'river' })).body).member;
  return {
    places,
    catalog,
    item,
    buy: (quantity = 1) => buy(service, item(quantity)),
    vouchers,
    voucherOf: async (code) => (await vouchers()).find((one) => one.code === code)?.['@id'] ?? '',
    scan: async (what) => (await sendScan(service, { ...what, date: lastDay })).result,
    visitors: async () => (await list(service, `/v1/booking/admission_sessions?date=${lastDay}`)).length,
    pdf: async ({ documents }) => {
      const { body } = await service.call('PATCH', documents[0] ?? '', {
        body: {},
        headers: { 'accept-language': 'en' },
      });
      return textOfFile(service, z.object({ temporaryUrl: z.string() }).parse(body).temporaryUrl);
    },
    expire: (reservation) =>
      service.database.transaction((transaction) =>
        transaction.run(
          sql`update ticketing.reservation set expires_at = statement_timestamp() - interval '1 second'
              where id = ${reservation.split('/').at(-1)}`,
        ),
      ),
    import: send,
  };
}

async function buy(service: TestService, item: object): Promise<BoughtCard> {
  const reservations = (await hold(service, [item])).reservations.map((one) => one['@id']);
  const { status, body } = await service.call('POST', ordersBulk, { body: { reservations, customer } });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const [order] = createOrdersOutputSchema.parse(body).orders;
  const tickets = order?.items[0]?.tickets ?? [];
  const codes = await Promise.all(
    tickets.map(async (path) => itemTicketSchema.parse((await service.call('GET', path)).body).reference),
  );
  const [[ticket], [code]] = [tickets, codes];
  if (order === undefined || ticket === undefined || code === undefined)
    throw new Error('nothing was bought');
  return { order, ticket, code, codes };
}
