import { hash } from 'node:crypto';
import type { z } from 'zod';
import {
  feedEventSchema,
  feedOfferSchema,
  feedProductSchema,
  feedSchema,
  feedSessionSchema,
  mostUnits,
  type ParsedFeed,
} from '@/lib/contract/feed';
import { writeJson } from '../http/write-json';
import { countSeats } from '../seat/seat-plan';
import { zoneClock } from '@/lib/locale/zone-clock';

type Session = ParsedFeed['events'][number]['sessions'][number];
type Offer = ParsedFeed['products'][number]['offers'][number];

/** A feed as a text, and the SHA-256 of the text. */
export interface FeedText {
  text: string;
  hash: string;
}

/**
 * The one text of all feeds that make a catalogue the same: members in the order of the schema, languages, forms, plans,
 * sessions and offers sorted, no member that says what is the default, and times to the second at the clock of the catalogue.
 */
export function* canonicalText(feed: ParsedFeed): Generator<undefined, FeedText> {
  const text = yield* writeJson(yield* canonicalFeed(feed));
  return { text, hash: hash('sha256', text, 'hex') };
}

export function* canonicalFeed(feed: ParsedFeed): Generator<undefined, object> {
  const seats = new Map(feed.seatPlans.map((plan) => [plan.key, countSeats(plan)]));
  const times = timesAt(feed.catalog.timezone);
  const outer = inForm(feedSchema, {
    ...feed,
    forms: byKey(feed.forms),
    seatPlans: byKey(feed.seatPlans),
    events: [],
    products: [],
  });
  const events: object[] = [];
  for (const event of feed.events) {
    const sessions: unknown[] = [];
    for (const session of sortedSessions(event.sessions)) {
      yield;
      sessions.push(inForm(feedSessionSchema, canonicalSession(session, seats, times)));
    }
    events.push({ ...(inForm(feedEventSchema, { ...event, sessions: [] }) as object), sessions });
  }
  const products: object[] = [];
  for (const product of feed.products) {
    const offers: unknown[] = [];
    for (const offer of product.offers.toSorted((one, other) => compared(one.date, other.date))) {
      yield;
      offers.push(inForm(feedOfferSchema, canonicalOffer(offer, times)));
    }
    products.push({ ...(inForm(feedProductSchema, { ...product, offers: [] }) as object), offers });
  }
  return { ...(outer as object), events, products };
}

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const byKey = <Thing extends { key: string }>(things: readonly Thing[]) =>
  things.toSorted((one, other) => compared(one.key, other.key));

const sortedSessions = (sessions: readonly Session[]) =>
  sessions
    .map((session) => ({ session, begin: Date.parse(session.occursAt) }))
    .sort((one, other) => one.begin - other.begin || compared(one.session.key, other.session.key))
    .map(({ session }) => session);

type Times = ReturnType<typeof timesAt>;

function timesAt(timezone: string) {
  const clock = zoneClock(timezone);
  const written = new Map<string, string>();
  /** At the clock of the catalogue; in UTC if that can't be said there, as before 1900. */
  const write = (text: string): string => {
    const known = written.get(text);
    if (known !== undefined) return known;
    const epoch = Date.parse(text);
    const local = clock.at(epoch).text;
    const isExact = local.length === 25 && Date.parse(local) === epoch;
    const made = isExact ? local : new Date(epoch).toISOString();
    written.set(text, made);
    return made;
  };
  const ends = new Map<string, number>();
  const endOf = (day: string): number => {
    const end = ends.get(day) ?? clock.dayEnd(day);
    ends.set(day, end);
    return end;
  };
  return { write, writeIfAny: (text: string | null) => (text === null ? null : write(text)), endOf };
}

function canonicalSession(session: Session, seats: ReadonlyMap<string, number>, times: Times): Session {
  return {
    ...session,
    capacity: canonicalCapacity(session, seats.get(session.seatPlan ?? '') ?? null),
    occursAt: times.write(session.occursAt),
    saleStartsAt: times.writeIfAny(session.saleStartsAt),
    saleEndsAt: times.writeIfAny(session.saleEndsAt),
  };
}

function canonicalOffer(offer: Offer, times: Times): Offer {
  const { date, saleEndsAt } = offer;
  const price = plain(offer.price);
  const originalPrice = offer.originalPrice === null ? price : plain(offer.originalPrice);
  const isUsualEnd = saleEndsAt === null || Date.parse(saleEndsAt) === times.endOf(date);
  return {
    ...offer,
    price,
    originalPrice: originalPrice === price ? null : originalPrice,
    priceExclTax: offer.priceExclTax === null ? null : plain(offer.priceExclTax),
    capacity: canonicalCapacity(offer, null),
    saleStartsAt: times.writeIfAny(offer.saleStartsAt),
    saleEndsAt: isUsualEnd ? null : times.write(saleEndsAt),
  };
}

/** A price without zeros before it. */
const plain = (price: string) => price.replace(/^0+(?=\d)/, '');

/**
 * Null where the capacity limits nothing: all seats of a plan, or the number that a sale limit alone gets. Places for the counter are
 * of a capacity, so it stays.
 */
function canonicalCapacity(
  {
    capacity,
    remaining,
    counterPlaces = null,
  }: Pick<Offer, 'capacity' | 'remaining'> & Partial<Pick<Session, 'counterPlaces'>>,
  seats: number | null,
): number | null {
  if (capacity === null || counterPlaces !== null) return capacity;
  if (seats !== null) return capacity >= seats ? null : capacity;
  return capacity === mostUnits && remaining !== null ? null : capacity;
}

/** A value that the schema has read, with the members in its order, sorted languages, and nothing that is the default. */
function inForm(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional')
    return value === null ? null : inForm(def.innerType, value);
  if (def.type === 'pipe') return inForm(def.out, value);
  if (def.type === 'array') return (value as unknown[]).map((one) => inForm(def.element, one));
  if (def.type === 'record')
    return Object.fromEntries(Object.entries(value as object).sort(([one], [other]) => compared(one, other)));
  if (def.type !== 'object') return value;
  const members = value as Readonly<Record<string, unknown>>;
  const said = Object.entries(def.shape).filter(([name, of]) => isSaid(of, members[name]));
  return Object.fromEntries(said.map(([name, of]) => [name, inForm(of, members[name])]));
}

/** Whether a member says something else than one that is left out. */
function isSaid(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (value === undefined) return false;
  if (def.type === 'optional') return value !== null && !isEmpty(value);
  return (
    def.type !== 'default' || !(value === def.defaultValue || (isEmpty(value) && isEmpty(def.defaultValue)))
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
