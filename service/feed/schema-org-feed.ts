import type { Feed } from '@/lib/contract/feed';
import { assignKeys, slug } from './schema-org-keys';
import type { ReadSession } from './schema-org-session';
import { least } from './schema-org-shares';
import type { PricedProduct, SaleTerms } from './schema-org-terms';
import type { Texts } from './schema-org-values';

type Catalog = Feed['catalog'];
type FeedEvent = Feed['events'][number];
type FeedSession = FeedEvent['sessions'][number];
type FeedProduct = Feed['products'][number];

/** An event as the document tells it. */
export interface ReadEvent {
  readonly name: Texts;
  readonly description: Texts;
  readonly image: FeedEvent['image'];
  readonly venue: FeedEvent['venue'];
  readonly identifiers: readonly string[];
  readonly sessions: readonly ReadSession[];
  /** Without sub-events and without a schedule, the event is its own only session. */
  readonly isOwnSession: boolean;
  readonly terms: SaleTerms;
}

type KeyedEvent = ReadEvent & { readonly key: string };

const admission: Readonly<Record<string, string>> = {
  de: 'Eintritt',
  en: 'Admission',
  es: 'Entrada',
  fr: 'Entrée',
  it: 'Ingresso',
  nl: 'Toegang',
};

/** The feed of the events that were read, with stable keys. Yields now and then. */
export function* composeFeed(catalog: Catalog, read: readonly ReadEvent[]): Generator<undefined, Feed> {
  const { language } = catalog;
  const eventKeys = yield* assignKeys(eventNamings(read, language), 120);
  const keyed: KeyedEvent[] = [];
  for (const [index, event] of read.entries()) {
    yield;
    keyed.push({ ...event, key: eventKeys[index] ?? '' });
  }
  const sessionKeys = (yield* assignKeys(sessionNamings(keyed, language), 200)).values();
  const events: FeedEvent[] = [];
  const products: FeedProduct[] = [];
  for (const event of keyed) {
    const { key, name, description, image, venue } = event;
    const sessions: FeedSession[] = [];
    for (const session of event.sessions) {
      yield;
      sessions.push(composeSession(session, sessionKeys.next().value ?? '', event, language));
    }
    events.push({ key, name, description, image, venue, sessions });
    for (const product of yield* composeProducts(event, language)) products.push(product);
  }
  return { format: 'ticketing-feed/1', catalog, events, products };
}

function* eventNamings(events: readonly ReadEvent[], language: string) {
  for (const { identifiers, name } of events) {
    yield { identifiers, fallback: () => slug(name[language] ?? '') };
  }
}

function* sessionNamings(events: readonly KeyedEvent[], language: string) {
  for (const event of events) {
    for (const session of event.sessions) yield naming(event, session, language);
  }
}

function naming({ key, isOwnSession }: KeyedEvent, session: ReadSession, language: string) {
  const { identifiers, plannedStart, name } = session;
  return {
    identifiers: isOwnSession ? [key] : identifiers.map((own) => `${key}/${own}`),
    fallback: () => {
      // In UTC: two sessions in the hour that autumn repeats are not the same one.
      const start = `${new Date(plannedStart).toISOString().slice(0, 16)}Z`;
      const text = name[language] ?? '';
      return [key, start, text && slug(text)].filter(Boolean).join('/');
    },
  };
}

function composeSession(session: ReadSession, key: string, event: KeyedEvent, language: string): FeedSession {
  const { start, duration, capacity, state, name, description } = session;
  const terms = event.terms.sessions.get(session);
  const isOwn = (own: Texts, others: Texts) => ![others[language], '', undefined].includes(own[language]);
  return {
    key,
    occursAt: start.text,
    duration,
    capacity,
    tag: terms?.tag ?? null,
    remaining: terms?.isSoldOut === true ? 0 : least([session.remaining, terms?.remaining ?? null]),
    status: terms?.isNotOnSale === true ? 'not_on_sale' : state,
    saleStartsAt: momentText(terms?.from ?? null),
    saleEndsAt: momentText(terms?.until ?? null),
    name: isOwn(name, event.name) ? name : null,
    description: isOwn(description, event.description) ? description : null,
  };
}

function momentText(epoch: number | null): string | null {
  return epoch === null ? null : new Date(epoch).toISOString();
}

/** An event's products; the only one is called like the event. */
function* composeProducts(event: KeyedEvent, language: string): Generator<undefined, FeedProduct[]> {
  const { products } = event.terms;
  const slugs = yield* assignKeys(
    products.map(({ id }) => ({ identifiers: [], fallback: () => (id === '' ? 'admission' : slug(id)) })),
    80,
  );
  const counts = new Map<string, number>();
  for (const { name } of products) {
    const text = name[language] ?? '';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const found: FeedProduct[] = [];
  for (const [index, product] of products.entries()) {
    yield;
    const own = product.tag === null ? (slugs[index] ?? '') : `${slug(product.id)}/${product.tag}`;
    const isAlone = counts.get(product.name[language] ?? '') === 1;
    const name = products.length === 1 ? event.name : productName(event, product, isAlone, language);
    found.push(composeProduct(product, { key: `${event.key}/${own}`, name }, event, language));
  }
  return found;
}

function composeProduct(
  { id, name, tag, offers }: PricedProduct,
  called: Pick<FeedProduct, 'key' | 'name'>,
  event: KeyedEvent,
  language: string,
): FeedProduct {
  const isSimple = tag === null && id === '';
  return {
    ...called,
    description: event.description,
    image: event.image ?? null,
    tickets: [
      {
        key: isSimple ? `${event.key}/entry` : called.key,
        name: name[language] ? name : { [language]: admission[language] ?? 'Admission' },
        event: event.key,
        dateAccess: false,
        tag,
      },
    ],
    // Sessions carry the capacity; a day has none of its own.
    offers: offers.map(({ date, price, remaining, from, until }) => ({
      date,
      price,
      remaining,
      capacity: null,
      saleStartsAt: momentText(from),
      saleEndsAt: momentText(until),
    })),
  };
}

/** `Boat, Adult`; with the price where the event has another product of that name. */
function productName(
  event: KeyedEvent,
  { id, name, offers }: PricedProduct,
  isAlone: boolean,
  language: string,
): Texts {
  const textOf = (texts: Texts) => texts[language] ?? '';
  const price = !isAlone || id !== textOf(name) ? `${offers[0]?.price ?? ''} EUR` : '';
  const parts = (code: string) => [event.name[code] ?? textOf(event.name), name[code] ?? textOf(name), price];
  const codes = Object.keys(event.name);
  return Object.fromEntries(codes.map((code) => [code, parts(code).filter(Boolean).join(', ')]));
}
