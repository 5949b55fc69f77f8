import { hash } from 'node:crypto';
import { mostUnits, type ParsedFeed } from '@/lib/contract/feed';
import { type ZoneClock, zoneClock } from '../session/zone-clock';

/** The identifier of something of a catalogue, made of the issuer's own key, so that it never changes. */
export function idOf(catalogId: string, kind: string, ...keys: string[]): string {
  return uuidOfName([kind, ...keys].map(encodeURIComponent).join('/'), catalogId);
}

/** A UUID of version 5 (RFC 9562 §5.5). A feed needs a hundred thousand, and the package takes five times as long. */
function uuidOfName(name: string, namespace: string): string {
  const named = Buffer.allocUnsafe(16 + Buffer.byteLength(name));
  named.write(namespace.replaceAll('-', ''), 'hex');
  named.write(name, 16);
  const hex = hash('sha1', named, 'hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The limits of a session or an offer, with where in the feed they stand. */
export interface FeedCapacity {
  readonly counterId: string;
  readonly capacity: number | null;
  readonly saleLimit: number | null;
  readonly path: (string | number)[];
}

/** What of a feed there are tens of thousands. */
type Row = { id: string } & Record<string, unknown>;

/** The rows of a feed, named as the columns are, and its limits. Yields after each session and each offer. */
export function* feedRows(feed: ParsedFeed, catalogId: string, organizationId: string) {
  const clock = zoneClock(feed.catalog.timezone);
  const capacities: FeedCapacity[] = [];
  const session = yield* sessionRows(feed, catalogId, clock, capacities);
  const offer = yield* offerRows(feed, catalogId, clock, capacities);
  const rows = {
    form: feed.forms.map(({ key, fields }) => ({ id: idOf(catalogId, 'form', key), code: key, fields })),
    event: yield* mapped(feed.events, ({ key, name, description, image, venue }, position) => {
      return { id: idOf(catalogId, 'event', key), key, position, name, description, image, venue };
    }),
    session,
    product: yield* mapped(feed.products, (product, position) => ({
      id: idOf(catalogId, 'product', product.key),
      key: product.key,
      position,
      name: product.name,
      description: product.description,
      image: product.image,
      product_base_id:
        product.productBase === null ? null : idOf(organizationId, 'product_base', product.productBase),
      vat_rate: product.vatRate,
      realtime_price_required: product.realtimePriceRequired,
      form_ids: product.forms.map((key) => idOf(catalogId, 'form', key)),
    })),
    ticket: (yield* mapped(feed.products, (product) => ticketRows(product, catalogId))).flat(),
    offer,
  };
  return { rows, capacities };
}

function* mapped<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Generator<undefined, Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    yield;
    results.push(map(item, index));
  }
  return results;
}

function ticketRows(product: ParsedFeed['products'][number], catalogId: string) {
  return product.tickets.map(({ key, event, name, description, dateAccess, tag }, position) => ({
    id: idOf(catalogId, 'ticket', product.key, key),
    product_id: idOf(catalogId, 'product', product.key),
    event_id: idOf(catalogId, 'event', event),
    key,
    position,
    name,
    description,
    date_access: dateAccess,
    tag,
  }));
}

function* sessionRows(
  feed: ParsedFeed,
  catalogId: string,
  clock: ZoneClock,
  capacities: FeedCapacity[],
): Generator<undefined, Row[]> {
  const rows: Row[] = [];
  const utc = utcWriter(Date.parse);
  for (const [i, event] of feed.events.entries()) {
    const eventId = idOf(catalogId, 'event', event.key);
    for (const [j, session] of event.sessions.entries()) {
      yield;
      const { key, duration, name, description, status, tag } = session;
      const id = idOf(catalogId, 'session', event.key, key);
      const begin = Date.parse(session.occursAt);
      rows.push({
        id,
        event_id: eventId,
        key,
        duration,
        name,
        description,
        status,
        tag,
        occurs_at: new Date(begin).toISOString(),
        day: clock.at(begin).day,
        sale_starts_at: utc(session.saleStartsAt),
        sale_ends_at: utc(session.saleEndsAt),
      });
      capacities.push({
        counterId: id,
        ...limitsOf(session),
        path: ['events', i, 'sessions', j, 'capacity'],
      });
    }
  }
  return rows;
}

function* offerRows(
  feed: ParsedFeed,
  catalogId: string,
  clock: ZoneClock,
  capacities: FeedCapacity[],
): Generator<undefined, Row[]> {
  const rows: Row[] = [];
  const utc = utcWriter(Date.parse);
  // Where the feed does not say when an offer ends, it ends with its day.
  const endOf = utcWriter((day) => clock.dayEnd(day));
  for (const [i, product] of feed.products.entries()) {
    const productId = idOf(catalogId, 'product', product.key);
    for (const [j, offer] of product.offers.entries()) {
      yield;
      const id = idOf(catalogId, 'offer', product.key, offer.date);
      rows.push({
        id,
        product_id: productId,
        key: `${product.key}/${offer.date}`,
        day: offer.date,
        price: offer.price,
        original_price: offer.originalPrice ?? offer.price,
        price_excl_tax: offer.priceExclTax,
        sale_starts_at: utc(offer.saleStartsAt),
        sale_ends_at: utc(offer.saleEndsAt) ?? endOf(offer.date),
      });
      capacities.push({ counterId: id, ...limitsOf(offer), path: ['products', i, 'offers', j, 'capacity'] });
    }
  }
  return rows;
}

/** Writes moments in UTC, each text once: sales begin and end together, so that there are few different ones. */
function utcWriter(epochOf: (text: string) => number): (text: string | null) => string | null {
  const written = new Map<string, string>();
  return (text) => {
    if (text === null) return null;
    const utc = written.get(text) ?? new Date(epochOf(text)).toISOString();
    written.set(text, utc);
    return utc;
  };
}

/** What is sold is counted only where there is a capacity: one that is no limit stands beside a sale limit alone. */
function limitsOf({ capacity, remaining }: { capacity: number | null; remaining: number | null }) {
  return { capacity: capacity ?? (remaining === null ? null : mostUnits), saleLimit: remaining };
}

/** The languages that every event and product is named in, the catalogue's own first. */
export function feedLanguages({ catalog, events, products }: ParsedFeed): string[] {
  const named = [...events, ...products].map(({ name }) => name);
  const others = Object.keys(catalog.name).filter(
    (language) => language !== catalog.language && named.every((name) => language in name),
  );
  return [catalog.language, ...others.sort()];
}
