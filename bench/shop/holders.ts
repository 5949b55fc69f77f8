import { z } from 'zod';
import { hold } from '@/lib/shop/flows/basket/basket';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import type { CheckoutContext } from '@/lib/shop/context';
import { hashToken, newToken } from '@/lib/shop/tokens';
import type { Feed } from '@/lib/contract/feed';
import { addresses, lastSegment } from '@/lib/contract/iri';
import { multiplyAmount } from '@/lib/money/money';
import { stripePayments } from '@/lib/payment/stripe-payments';
import { readConfig } from '@/lib/runtime/config';
import { openCheckoutContext, openClient, openShopDatabase } from '@/lib/runtime/open-parts';
import { webhookSecret } from '@/testing/fakes/stripe/events';
import { secretKey, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import { dayAfter } from '../tools/catalogue';
import type { SoakEnvironment } from '../soak/environment';
import { importFeed } from '../soak/integrators';
import { queryRows } from '../tools/sql';

const key = 'festival';
const day = dayAfter(30);
const price = '36.00';
const ticketsEach = 2;
export const amountEach = multiplyAmount(price, ticketsEach);
const buyersAtOnce = 16;

/** A session of the programme, by its key. */
export interface PlannedSession {
  readonly key: string;
  readonly hour: number;
}

/** One event with these sessions on one day, and one product with an offer for it. */
function programme(sessions: readonly PlannedSession[]): Feed {
  const name = { en: 'Festival' };
  return {
    format: 'ticketing-feed/1',
    catalog: { key, name, language: 'en', timezone: 'UTC', issuer: { name: 'Bench' } },
    events: [
      {
        key,
        name,
        sessions: sessions.map((one) => ({
          key: one.key,
          occursAt: `${day}T${one.hour}:00:00Z`,
          duration: 'PT60M',
          capacity: 1_000_000,
        })),
      },
    ],
    products: [
      {
        key,
        name,
        vatRate: 0.2,
        tickets: [{ key, name: { en: 'Seat' }, event: key, dateAccess: false }],
        offers: [{ date: day, price, capacity: null }],
      },
    ],
  };
}

const sessionRow = z.object({
  catalogId: z.string(),
  eventId: z.string(),
  sessionId: z.string(),
  sessionKey: z.string(),
  offerId: z.string(),
  ticketId: z.string(),
  occursAt: z.date(),
});
export type SoldSession = z.output<typeof sessionRow>;

/** Imports the programme, and finds its sessions. */
export async function importProgramme(
  { soak, databases }: SoakEnvironment,
  sessions: readonly PlannedSession[],
): Promise<(sessionKey: string) => SoldSession> {
  await importFeed(soak, programme(sessions));
  const rows = await queryRows(
    databases.service,
    sessionRow,
    `select session.catalog_id as "catalogId", session.event_id as "eventId", session.id as "sessionId",
       session.key as "sessionKey", session.occurs_at as "occursAt", offer.id as "offerId", ticket.id as "ticketId"
     from ticketing.catalog
     join ticketing.session on session.catalog_id = catalog.id
     join ticketing.ticket on ticket.catalog_id = catalog.id and ticket.event_id = session.event_id
     join ticketing.offer on offer.catalog_id = catalog.id and offer.product_id = ticket.product_id
     where catalog.key = '${key}'`,
  );
  return (sessionKey) => {
    const row = rows.find((one) => one.sessionKey === sessionKey);
    if (row === undefined) throw new Error(`there is no session ${sessionKey}`);
    return row;
  };
}

/** What buyers need: a shop beside the storefront, on its database, without limits; and the payment provider. */
export interface Buying {
  context: CheckoutContext;
  provider: StripeServer;
  /** Where the storefront takes webhooks. */
  webhookUrl: string;
}

export async function openBuying({ programs, soak }: SoakEnvironment, provider: StripeServer) {
  const config = readConfig(programs.environments.storefront);
  const database = await openShopDatabase(config);
  const client = openClient(config);
  const many = Number.MAX_SAFE_INTEGER;
  const context: CheckoutContext = {
    ...openCheckoutContext(config, { database, client, report: () => undefined }),
    payments: stripePayments({
      secretKey,
      webhookSecret,
      requestsPerSecond: 1_000,
      url: new URL(provider.url),
    }),
    quota: { basket: many, network: many, site: many },
  };
  const close = async () => {
    context.mailer.close();
    await Promise.all([client.close(), database.close()]);
  };
  return { context, provider, webhookUrl: `${soak.shopUrl}/api/webhooks/payment`, close };
}

/** So many buyers order two tickets of a session each, and pay. The storefront makes the orders. */
export async function buyAll(buying: Buying, session: SoldSession, count: number): Promise<void> {
  let next = 0;
  const buyOne = async () => {
    while (next < count) await buy(buying, session, (next += 1));
  };
  await Promise.all(Array.from({ length: buyersAtOnce }, buyOne));
}

async function buy(
  { context, provider, webhookUrl }: Buying,
  session: SoldSession,
  buyer: number,
): Promise<void> {
  const held = await hold(context, {
    tokenHash: hashToken(newToken()),
    network: `10.${buyer >> 8}.${buyer & 255}`,
    site: null,
    language: 'en',
    catalogId: session.catalogId,
    openCheckoutId: null,
    items: [itemOf(session)],
  });
  if (held.kind !== 'held') throw new Error(`a hold was answered: ${held.kind}`);
  const person = {
    firstname: 'Zoë',
    lastname: `Holder ${buyer}`,
    country: 'FR',
    email: `holder-${buyer}-${session.sessionKey}@example.test`,
  };
  const placed = await placeOrder(context, {
    checkoutId: held.checkoutId,
    total: amountEach,
    customer: { ...person, language: 'en' },
    entries: { ...person, phone: '' },
  });
  if (placed.kind !== 'pay') throw new Error(`an order was answered: ${placed.kind}`);
  const pageId = lastSegment(placed.url);
  provider.pay(pageId);
  const { body, signature } = provider.webhook(pageId);
  const answer = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body,
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a webhook was answered with ${answer.status}`);
}

function itemOf({ catalogId, eventId, sessionId, offerId, ticketId }: SoldSession) {
  const ticket = addresses.ticket(catalogId, offerId, ticketId);
  const session = addresses.session(catalogId, eventId, sessionId);
  return {
    offer: addresses.offer(catalogId, offerId),
    quantity: ticketsEach,
    ticketSessions: [{ ticket, session }],
  };
}
