import type { Feed } from '@/lib/contract/feed';
import { supportedLanguage } from '@/lib/locale/languages';
import { serviceTranslator } from '@/lib/locale/service-messages';
import { grouped } from './grouped';
import { picturesOf } from './schema-org-images';
import { assignKeys, slug } from './schema-org-keys';
import type { EventFacts } from './schema-org-facts';
import type { ReadSession } from './schema-org-session';
import { plainLine, shownDescriptions, shownNames } from './schema-org-text';
import type { PricedProduct, SaleTerms } from './schema-org-terms';
import type { Texts } from './schema-org-values';

type FeedEvent = Feed['events'][number];
type FeedSession = FeedEvent['sessions'][number];
type FeedProduct = Feed['products'][number];

export interface ReadEvent extends SaleTerms, EventFacts {
  readonly name: Texts;
  readonly description: Texts;
  readonly pictures: NonNullable<FeedEvent['images']>;
  readonly venue: FeedEvent['venue'];
  readonly identifiers: readonly string[];
  /** Without sub-events and without a schedule, the event is its own only session. */
  readonly isOwnSession: boolean;
  /** It has only days without a time: tickets for it are valid all day, and it has no sessions. */
  readonly isAnyTime: boolean;
}

interface KeyedEvent extends ReadEvent {
  readonly key: string;
  /** The language of the catalogue. */
  readonly language: string;
}

/**
 * The feed of the events that were read, with stable keys, which are made from the names as they are written. Yields
 * regularly.
 */
export function* composeFeed(
  catalog: Feed['catalog'],
  read: readonly ReadEvent[],
): Generator<undefined, Feed> {
  const { language } = catalog;
  const namings = read.map(({ identifiers, name }) => {
    return { identifiers, fallback: () => slug(name[language] ?? '') };
  });
  const eventKeys = yield* assignKeys(namings, 120);
  const keyed: KeyedEvent[] = [];
  for (const [index, event] of read.entries()) {
    yield;
    keyed.push({ ...event, key: eventKeys[index] ?? '', language });
  }
  const sessionKeys = (yield* assignKeys(sessionNamings(keyed), 200)).values();
  const events: FeedEvent[] = [];
  const products: FeedProduct[] = [];
  for (const event of keyed) {
    const { key, name, description, pictures, venue, category, languages } = event;
    const sessions: FeedSession[] = [];
    for (const [session, terms] of event.isAnyTime ? [] : event.sessions) {
      yield;
      const { start, duration, capacity } = session;
      sessions.push({
        key: sessionKeys.next().value ?? '',
        occursAt: start.text,
        duration,
        capacity,
        ...terms,
        name: shown(ownText(session.name, name, language), shownNames),
        description: shown(ownText(session.description, description, language), shownDescriptions),
      });
    }
    events.push({
      key,
      name: shownNames(name),
      description: shownDescriptions(description),
      ...picturesOf(pictures.map(shownPicture)),
      venue: venue && shownVenue(venue),
      category,
      languages,
      sessions,
    });
    for (const product of yield* composeProducts(event)) products.push(product);
  }
  return { format: 'ticketing-feed/1', catalog, events, products };
}

function* sessionNamings(events: readonly KeyedEvent[]) {
  for (const event of events) {
    for (const session of event.isAnyTime ? [] : event.sessions.keys()) yield naming(event, session);
  }
}

function naming({ key, isOwnSession, language }: KeyedEvent, session: ReadSession) {
  const { identifiers, plannedStart, name } = session;
  return {
    identifiers: isOwnSession ? [key] : identifiers.map((own) => `${key}/${own}`),
    fallback: () => {
      // In UTC, so that two sessions in the hour that occurs twice in autumn are different.
      const start = `${new Date(plannedStart).toISOString().slice(0, 16)}Z`;
      const text = name[language] ?? '';
      return [key, start, text && slug(text)].filter(Boolean).join('/');
    },
  };
}

const shownPicture = (picture: ReadEvent['pictures'][number]) => ({
  ...picture,
  alternative: shownNames(picture.alternative),
  credit: picture.credit ? plainLine(picture.credit) : null,
});

function shownVenue(venue: NonNullable<FeedEvent['venue']>): FeedEvent['venue'] {
  const { name, address, images } = venue;
  const own = { ...venue, name: plainLine(name), address: plainLine(address) };
  return images === undefined ? own : { ...own, images: images.map(shownPicture) };
}

function shown(texts: Texts | null, write: (texts: Texts) => Texts): Texts | null {
  return texts && write(texts);
}

/** The texts of a session, unless they are missing or those of its event. */
function ownText(own: Texts, others: Texts, language: string): Texts | null {
  return [others[language], '', undefined].includes(own[language]) ? null : own;
}

/** An event's products; a single one has the name of the event. */
function* composeProducts(event: KeyedEvent): Generator<undefined, FeedProduct[]> {
  const { products, language, description, pictures } = event;
  const { image } = picturesOf(pictures.map(shownPicture));
  const slugs = yield* assignKeys(
    products.map(({ id }) => ({ identifiers: [], fallback: () => (id === '' ? 'admission' : slug(id)) })),
    80,
  );
  const nameOf = ({ name }: PricedProduct) => name[language] ?? '';
  const byName = grouped(products, nameOf);
  const found: FeedProduct[] = [];
  for (const [index, product] of products.entries()) {
    yield;
    const { id, name, tag, offers } = product;
    const key = `${event.key}/${tag === null ? (slugs[index] ?? '') : `${slug(id)}/${tag}`}`;
    const isAlone = byName.get(nameOf(product))?.length === 1;
    const admission = () => serviceTranslator(supportedLanguage(language))('feed.admission');
    const ticket = {
      key: tag === null && id === '' ? `${event.key}/entry` : key,
      name: name[language] ? shownNames(name) : { [language]: admission() },
      event: event.key,
      dateAccess: event.isAnyTime,
      tag,
    };
    const productName = products.length === 1 ? event.name : nameOfProduct(event, product, isAlone);
    found.push({
      key,
      name: shownNames(productName),
      description: shownDescriptions(description),
      image: image ?? null,
      tickets: [ticket],
      offers,
    });
  }
  return found;
}

/** `Boat, Adult`; with the price if the event has another product of that name. */
function nameOfProduct(event: KeyedEvent, { id, name, offers }: PricedProduct, isAlone: boolean): Texts {
  const textOf = (texts: Texts) => texts[event.language] ?? '';
  const price = !isAlone || id !== textOf(name) ? `${offers[0]?.price ?? ''} EUR` : '';
  const parts = (code: string) => [event.name[code] ?? textOf(event.name), name[code] ?? textOf(name), price];
  const codes = Object.keys(event.name);
  return Object.fromEntries(codes.map((code) => [code, parts(code).filter(Boolean).join(', ')]));
}
