import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@/lib/client/client';
import type { Feed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import type { Offer, OfferTicket } from '@/lib/contract/offer';
import { languages } from '@/lib/locale/languages';
import { benchFeed, customer, dayAfter } from '../tools/catalogue';
import { anyOf, oneOf } from './random';
import type { Soak } from './soak';

const offersEach = 100;
const documentSeconds = 60;
/** Days at the end of the catalogue that every second import leaves out, and the next adds again. */
const comingAndGoingDays = 20;

/** One visit of a reseller's program: it lists, holds, and orders or releases. */
export function integrators(soak: Soak): { visit: () => Promise<void>; close: () => Promise<void> } {
  const { serviceUrl, ca, service, tokens } = soak;
  const client = createClient({ serviceUrl, ca, fetch: service.fetch, getToken: tokens['demo-reseller'] });
  let visits = 0;
  return {
    visit: async () => {
      const held = await hold(soak, client);
      if (held === null) return;
      visits += 1;
      if (visits % 3 > 0) await order(soak, client, held);
      else await release(soak, client, held);
    },
    close: () => client.close(),
  };
}

type Client = ReturnType<typeof createClient>;

interface Held {
  id: string;
  path: string;
  language: string;
}

/** Chooses a random offer of a random catalogue. Null if it is sold out or was withdrawn. */
async function hold({ tally }: Soak, client: Client): Promise<Held | null> {
  const call = { language: oneOf(languages, 'language') };
  const { members } = await client.listCatalogs(call);
  const catalog = oneOf(members, 'catalogue');
  const from = dayAfter(Math.floor(Math.random() * 90));
  const enough = (offers: readonly Offer[]) => offers.length >= offersEach;
  const listed = await client.listOffers(catalog.id, { from, enough }, call);
  if (listed.kind === 'missing') return null;
  tally.did('integrators', 'offers listed');
  const offer = anyOf(listed.value.members);
  if (offer === undefined) return null;
  const [left, tickets] = await Promise.all([
    client.getOfferAvailability(catalog.id, offer.id, call),
    client.listTickets(catalog.id, offer.id, call),
  ]);
  if (left.kind === 'missing' || tickets.kind === 'missing') return null;
  tally.did('integrators', 'availabilities read');
  const made = await client.createReservations(
    { items: [{ quantity: 1, offer: offer['@id'], ticketSessions: chosen(tickets.value.members) }] },
    { ...call, idempotencyKey: randomUUID() },
  );
  if (made.kind === 'busy') throw new Error('the service is too busy for a hold');
  // Sold out, or withdrawn between the two calls.
  const [reservation] = made.kind === 'created' ? made.reservations : [];
  if (reservation === undefined) return null;
  tally.did('integrators', 'holds');
  return { id: reservation.id, path: reservation['@id'], language: call.language };
}

function chosen(tickets: readonly OfferTicket[]) {
  return tickets.map(({ '@id': ticket, dateAccess, sessions }) => {
    const session = dateAccess ? undefined : anyOf(sessions);
    return session === undefined ? { ticket } : { ticket, session: session['@id'] };
  });
}

async function order({ tally, service, signal }: Soak, client: Client, held: Held): Promise<void> {
  const { path, language } = held;
  const externalReference = randomUUID();
  const input = { reservations: [path], customer: { ...customer, language }, externalReference };
  const made = await client.createOrders(input, { language, idempotencyKey: externalReference });
  if (made.kind !== 'ordered') throw new Error(`what is held could not be ordered: ${made.kind}`);
  tally.did('integrators', 'orders');
  const found = await client.listOrders({ externalReference }, { language });
  const [ordered] = found.members;
  if (ordered === undefined) throw new Error('an order is not in the list of orders');
  tally.did('integrators', 'orders looked up');
  const documentId = oneOf(ordered.documents, 'document of the order').split('/').at(-1) ?? '';
  const end = performance.now() + documentSeconds * 1000;
  for (;;) {
    const document = await client.refreshDocument(ordered.id, documentId, { language });
    if (document.kind === 'ready') {
      const file = await service.call(new URL(document.document.temporaryUrl).pathname, {
        query: new URL(document.document.temporaryUrl).search,
      });
      if (file.status !== 200 || !file.text.startsWith('%PDF-'))
        throw new Error(`a document was answered with ${file.status}: ${file.text.slice(0, 200)}`);
      tally.did('integrators', 'tickets downloaded');
      return;
    }
    if (document.kind === 'missing' || performance.now() > end)
      throw new Error(`the document of an order is ${document.kind}`);
    await pause(document.retryAfterSeconds * 1000, undefined, { signal });
  }
}

async function release({ tally }: Soak, client: Client, { id, language }: Held): Promise<void> {
  const extended = await client.extendReservation(id, { language });
  const released = await client.releaseReservation(id, { language });
  if (extended.kind !== 'extended' || released.kind !== 'released')
    throw new Error(`a hold was ${extended.kind}, then ${released.kind}`);
  tally.did('integrators', 'holds extended and released');
}

/** Imports a feed as its issuer. */
export async function importFeed({ service, tokens }: Soak, feed: Feed): Promise<void> {
  const { status, text } = await service.call(addresses.feeds(), {
    token: await tokens['demo-issuer'](),
    body: JSON.stringify(feed),
  });
  if (status !== 201) throw new Error(`a feed was answered with ${status}: ${text.slice(0, 200)}`);
}

/** Imports a catalogue of 2,000 offers; every second import leaves out the last days. */
export function imports(soak: Soak): () => Promise<void> {
  let count = 0;
  return async () => {
    const feed = benchFeed();
    const last = feed.products.flatMap(({ offers }) => offers.map(({ date }) => date)).sort();
    const end = count % 2 === 0 ? undefined : last.at(-comingAndGoingDays * 10);
    count += 1;
    const products = feed.products.map((product) => ({
      ...product,
      offers: product.offers.filter(({ date }) => end === undefined || date < end),
    }));
    await importFeed(soak, { ...feed, products });
    soak.tally.did('integrators', 'feeds imported');
  };
}
