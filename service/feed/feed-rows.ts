import { hash } from 'node:crypto';
import { minutesOf } from '@/lib/contract/duration';
import { type CounterPlaces, mostUnits, type ParsedFeed } from '@/lib/contract/feed';
import type { KeptPlaces } from '../availability/set-capacities';
import type { FeedKind } from '@/lib/contract/feed-import';
import { inCatalog } from '../ids/catalog-id';
import { countSeats } from '../seat/seat-plan';
import type { StoredSeatPlan } from '../seat/seat-plan-store';
import { type ZoneClock, zoneClock } from '@/lib/locale/zone-clock';
import type { FeedRow } from './feed-tables';

/** The identifier of a thing in a catalogue, derived from the issuer's own key, so that it never changes. */
export function idOf(catalogId: string, kind: FeedKind | 'seat_plan', ...keys: string[]): string {
  return inCatalog(uuidOfName(nameOf(kind, ...keys), catalogId), catalogId);
}

/** A product base is of all catalogues of its organization. */
function productBaseIdOf(organizationId: string, key: string): string {
  return uuidOfName(nameOf('product_base', key), organizationId);
}

function nameOf(...parts: string[]): string {
  return parts.map(encodeURIComponent).join('/');
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

export interface FeedCapacity {
  readonly counterId: string;
  readonly capacity: number | null;
  readonly saleLimit: number | null;
  /** Of a session: what is kept for sales desks. */
  readonly deskKept?: KeptPlaces | null;
  readonly path: (string | number)[];
}

/** The plans of a feed. A plan that differs in anything has another identifier. */
function seatPlanRows({ seatPlans }: ParsedFeed, catalogId: string): StoredSeatPlan[] {
  return seatPlans.map((plan) => {
    const content = hash('sha256', JSON.stringify(plan, sortLanguages), 'hex');
    return { catalogId, id: idOf(catalogId, 'seat_plan', plan.key, content), key: plan.key, plan };
  });
}

/** The order in which a feed names the languages of a text makes no other plan. */
function sortLanguages(member: string, value: unknown): unknown {
  if (member !== 'name' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

type Venue = ParsedFeed['events'][number]['venue'];

/** A venue without the members that say nothing, so that a feed which leaves them out is the same. */
function venueOf(venue: Venue): Venue {
  if (venue === null) return null;
  const { position, images = [], ...others } = venue;
  return {
    ...others,
    ...(position === null || position === undefined ? {} : { position }),
    ...(images.length === 0 ? {} : { images }),
  };
}

export type FeedRows = { [Of in FeedKind]: FeedRow<Of>[] };

/** The rows of a feed, and its limits. Yields after each session and each offer. */
export function* feedRows(feed: ParsedFeed, catalogId: string, organizationId: string) {
  const clock = zoneClock(feed.catalog.timezone);
  const capacities: FeedCapacity[] = [];
  const seatPlans = seatPlanRows(feed, catalogId);
  const session = yield* sessionRows(feed, { catalogId, clock, seatPlans }, capacities);
  const offer = yield* offerRows(feed, catalogId, clock, capacities);
  const rows: FeedRows = {
    form: feed.forms.map(({ key, fields }) => ({ id: idOf(catalogId, 'form', key), code: key, fields })),
    event: yield* mapped(feed.events, ({ key, name, description, ...others }, position) => {
      const { image, images, venue, ...facts } = others;
      const { arrivalWindow, category, languages, accessibility, meetingPoint, minimumAge, included } = facts;
      return {
        id: idOf(catalogId, 'event', key),
        key,
        position,
        name,
        description,
        image,
        images,
        venue: venueOf(venue),
        arrivalWindow,
        category,
        languages,
        accessibility,
        meetingPoint,
        minimumAge,
        included,
      };
    }),
    session,
    product: yield* mapped(feed.products, (product, position) => ({
      id: idOf(catalogId, 'product', product.key),
      key: product.key,
      position,
      name: product.name,
      description: product.description,
      image: product.image,
      productBaseId:
        product.productBase === null ? null : productBaseIdOf(organizationId, product.productBase),
      productBase: product.productBase,
      vatRate: product.vatRate,
      realtimePriceRequired: product.realtimePriceRequired,
      cancellation: product.cancellation,
      rebooking: product.rebooking,
      giftCard: product.giftCard,
      minimumQuantity: product.minimumQuantity,
      maximumQuantity: product.maximumQuantity,
      formIds: product.forms.map((key) => idOf(catalogId, 'form', key)),
    })),
    ticket: (yield* mapped(feed.products, (product) => ticketRows(product, catalogId))).flat(),
    offer,
  };
  return { rows, capacities, seatPlans };
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
  return product.tickets.map(({ key, event, name, description, dateAccess, tag, zone }, position) => ({
    id: idOf(catalogId, 'ticket', product.key, key),
    productId: idOf(catalogId, 'product', product.key),
    eventId: idOf(catalogId, 'event', event),
    key,
    position,
    name,
    description,
    dateAccess,
    tag,
    zone,
  }));
}

function* sessionRows(
  feed: ParsedFeed,
  {
    catalogId,
    clock,
    seatPlans,
  }: { catalogId: string; clock: ZoneClock; seatPlans: readonly StoredSeatPlan[] },
  capacities: FeedCapacity[],
): Generator<undefined, FeedRow<'session'>[]> {
  const rows: FeedRow<'session'>[] = [];
  const plans = new Map(seatPlans.map(({ key, id, plan }) => [key, { id, seats: countSeats(plan) }]));
  const utc = utcWriter(Date.parse);
  for (const [i, event] of feed.events.entries()) {
    const eventId = idOf(catalogId, 'event', event.key);
    for (const [j, session] of event.sessions.entries()) {
      yield;
      const { key, duration, lateSale, counterPlaces, name, description, status, tag } = session;
      const id = idOf(catalogId, 'session', event.key, key);
      const begin = Date.parse(session.occursAt);
      const plan = plans.get(session.seatPlan ?? '');
      rows.push({
        id,
        eventId,
        key,
        duration,
        lateSale,
        counterPlaces,
        name,
        description,
        status,
        tag,
        occursAt: new Date(begin).toISOString(),
        day: clock.at(begin).day,
        saleStartsAt: utc(session.saleStartsAt),
        saleEndsAt: utc(session.saleEndsAt),
        seatPlanId: plan?.id ?? null,
      });
      capacities.push({
        counterId: id,
        ...(plan === undefined ? limitsOf(session) : seatedLimits(session, plan)),
        deskKept: keptOf(counterPlaces, begin),
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
): Generator<undefined, FeedRow<'offer'>[]> {
  const rows: FeedRow<'offer'>[] = [];
  const utc = utcWriter(Date.parse);
  // If the feed does not say when the sale of an offer ends, it ends with the offer's day.
  const endOf = utcWriter((day) => clock.dayEnd(day));
  for (const [i, product] of feed.products.entries()) {
    const productId = idOf(catalogId, 'product', product.key);
    for (const [j, offer] of product.offers.entries()) {
      yield;
      const id = idOf(catalogId, 'offer', product.key, offer.date);
      rows.push({
        id,
        productId,
        key: `${product.key}/${offer.date}`,
        day: offer.date,
        price: offer.price,
        originalPrice: offer.originalPrice ?? offer.price,
        priceExclTax: offer.priceExclTax,
        saleStartsAt: utc(offer.saleStartsAt),
        saleEndsAt: utc(offer.saleEndsAt) ?? endOf(offer.date),
      });
      capacities.push({ counterId: id, ...limitsOf(offer), path: ['products', i, 'offers', j, 'capacity'] });
    }
  }
  return rows;
}

/** Writes moments in UTC. Each text is made once, because many sales begin and end at the same time. */
function utcWriter(epochOf: (text: string) => number): (text: string | null) => string | null {
  const written = new Map<string, string>();
  return (text) => {
    if (text === null) return null;
    const utc = written.get(text) ?? new Date(epochOf(text)).toISOString();
    written.set(text, utc);
    return utc;
  };
}

/** Sold units are counted only with a capacity, so a sale limit alone gets a capacity that limits nothing. */
function limitsOf({ capacity, remaining }: { capacity: number | null; remaining: number | null }) {
  return { capacity: capacity ?? (remaining === null ? null : mostUnits), saleLimit: remaining };
}

/** `begin`: of the session, in milliseconds since 1970. */
function keptOf(places: CounterPlaces | null, begin: number): KeptPlaces | null {
  if (places === null) return null;
  const { count, releasedBefore } = places;
  const minutes = releasedBefore === null ? null : minutesOf(releasedBefore);
  return { units: count, until: minutes === null ? null : new Date(begin - minutes * 60_000).toISOString() };
}

/** Seats are always counted; a capacity may be smaller than the house. */
function seatedLimits(
  { capacity, remaining }: { capacity: number | null; remaining: number | null },
  { seats }: { seats: number },
) {
  return { capacity: Math.min(seats, capacity ?? seats), saleLimit: remaining };
}

/** The languages in which every event and product has a name, the catalogue's own first. */
export function feedLanguages({ catalog, events, products }: ParsedFeed): string[] {
  const named = [...events, ...products].map(({ name }) => name);
  const others = Object.keys(catalog.name).filter(
    (language) => language !== catalog.language && named.every((name) => language in name),
  );
  return [catalog.language, ...others.sort()];
}
