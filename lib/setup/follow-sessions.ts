import { addDays, weekdayOf } from '../locale/calendar';
import type { ZoneClock } from '../locale/zone-clock';
import {
  type Draft,
  findEvent,
  isMembers,
  type Keyed,
  keyedOf,
  listOf,
  type Members,
  replaced,
  stringOf,
  withMembers,
} from './draft';
import { clockOf, viewsOf } from './session-view';

/** What became of the offers of products when the days of sessions changed. */
export interface OffersDone {
  readonly added: number;
  readonly removed: number;
  /** What the added ones cost. `product`: its key. */
  readonly prices: readonly { readonly product: string; readonly price: string; readonly days: number }[];
  /** The keys of products that have days now, but no offer from which their price could be known. */
  readonly withoutPrice: readonly string[];
}

interface Followed {
  readonly draft: Draft;
  readonly offers: OffersDone;
}

interface Following {
  /** The keys of the events whose sessions have changed. */
  readonly events: readonly string[];
  /** On these days the events are closed, also for who has a ticket that is valid at any time. */
  readonly closed?: { readonly from: string; readonly until: string };
  /** The day whose price a new day has, if the product has an offer then. */
  readonly modelOf?: (day: string) => string | null;
}

export interface Offer {
  readonly date: string;
  readonly price: string;
  readonly members: Members;
}

export interface Ticket {
  readonly event: string;
  readonly dateAccess: boolean;
}

/**
 * The offers of products in step with the sessions of their events. A day that has its first session gets an offer, a day that
 * has lost its last one loses it (docs/decisions/0102). Days that are as they were keep what they have.
 */
export function followSessions(
  before: Draft,
  after: Draft,
  { events, closed, modelOf = () => null }: Following,
): Followed {
  const clock = clockOf(after);
  const [had, has] = [sessionDays(before, clock), sessionDays(after, clock)];
  const changed = new Set(events);
  const gained = (event: string) =>
    changed.has(event) ? [...has(event)].filter((day) => !had(event).has(day)) : [];
  const isClosed = (day: string) => closed !== undefined && day >= closed.from && day <= closed.until;
  const isLost = (event: string, day: string) =>
    changed.has(event) && !has(event).has(day) && (had(event).has(day) || isClosed(day));
  const products = new Map<number, Members>();
  const done = { added: 0, removed: 0, withoutPrice: new Array<string>() };
  const prices: OffersDone['prices'][number][] = [];
  for (const { key, index, members } of productsOfEvents(after, changed)) {
    const tickets = ticketsOf(members);
    const { known, others } = offersOf(members);
    const kept = known.filter(({ date }) => !tickets.some(({ event }) => isLost(event, date)));
    const days = newDays(
      tickets.flatMap(({ event }) => gained(event)),
      { tickets, kept, has },
    );
    const made = newOffers(days, known, modelOf);
    if (days.length > 0 && known.length === 0) done.withoutPrice.push(key);
    const offers = inStep(known, kept, made, (day) => isSellable(tickets, day, has));
    done.added += made.length;
    done.removed += known.length + made.length - offers.length;
    prices.push(...pricesOf(key, made));
    products.set(index, { ...members, offers: [...offers.map((offer) => offer.members), ...others] });
  }
  const draft = { ...after, products: replaced(after.products, products) };
  return { draft, offers: { ...done, prices } };
}

function* productsOfEvents(draft: Draft, events: ReadonlySet<string>): Generator<Keyed> {
  for (const product of keyedOf(draft.products)) {
    // The offer of a gift card says until when it is valid.
    if (product.members['giftCard'] === true) continue;
    if (ticketsOf(product.members).some(({ event }) => events.has(event))) yield product;
  }
}

export function ticketsOf(product: Members): Ticket[] {
  return listOf(product['tickets']).flatMap((ticket) =>
    isMembers(ticket) ? { event: stringOf(ticket['event']), dateAccess: ticket['dateAccess'] === true } : [],
  );
}

/** The offers in order of their days, and what is none. */
export function offersOf(product: Members): { known: Offer[]; others: unknown[] } {
  const known: Offer[] = [];
  const others: unknown[] = [];
  for (const offer of listOf(product['offers'])) {
    if (isMembers(offer) && typeof offer['date'] === 'string')
      known.push({ date: offer['date'], price: stringOf(offer['price']), members: offer });
    else others.push(offer);
  }
  known.sort(byDate);
  return { known, others };
}

export const byDate = (one: { readonly date: string }, other: { readonly date: string }) =>
  one.date < other.date ? -1 : one.date > other.date ? 1 : 0;

export type SessionDays = (event: string) => ReadonlySet<string>;

/** The days on which an event has sessions. */
export function sessionDays(draft: Draft, clock: ZoneClock): SessionDays {
  const known = new Map<string, ReadonlySet<string>>();
  return (event) => {
    const found = known.get(event);
    if (found !== undefined) return found;
    const days = new Set(viewsOf(findEvent(draft, event)?.members['sessions'], clock).map(({ day }) => day));
    days.delete('');
    known.set(event, days);
    return days;
  };
}

/** Whether all tickets of a product are of use on a day. An event without sessions is open to tickets that need none. */
export function isOffered(tickets: readonly Ticket[], day: string, has: SessionDays): boolean {
  return tickets.every(
    ({ event, dateAccess }) => has(event).has(day) || (dateAccess && has(event).size === 0),
  );
}

/** Whether customers could buy an offer of a day: no ticket lacks its session. */
export const isSellable = (tickets: readonly Ticket[], day: string, has: SessionDays) =>
  tickets.every(({ event, dateAccess }) => dateAccess || has(event).has(day));

function newDays(
  gained: readonly string[],
  { tickets, kept, has }: { tickets: readonly Ticket[]; kept: readonly Offer[]; has: SessionDays },
): string[] {
  const taken = new Set(kept.map(({ date }) => date));
  return [...new Set(gained)].filter((day) => !taken.has(day) && isOffered(tickets, day, has)).sort();
}

/**
 * What is left of the old offers, and the new ones. The last offer of a product stays without its session, because its price
 * would be forgotten; it goes when there are others. One that could still be bought does not stay.
 */
export function inStep(
  known: readonly Offer[],
  kept: readonly Offer[],
  made: readonly Offer[],
  isSold: (day: string) => boolean,
): Offer[] {
  const last = known.at(-1);
  if (kept.length === 0 && made.length === 0) return last === undefined || isSold(last.date) ? [] : [last];
  const [only] = kept;
  const isLeftOver = only !== undefined && known.length === 1 && made.length > 0 && !isSold(only.date);
  const offers = isLeftOver ? [...made] : [...kept, ...made];
  return offers.sort(byDate);
}

/** Offers for days that have none, each with the terms of another offer. None if there is no other. */
export function newOffers(
  days: readonly string[],
  known: readonly Offer[],
  modelOf: (day: string) => string | null = () => null,
): Offer[] {
  const byDay = new Map(known.map((offer) => [offer.date, offer]));
  return days.flatMap((day) => {
    const model = byDay.get(modelOf(day) ?? '') ?? modelFor(day, known, byDay);
    return model === undefined ? [] : copyFor(day, model);
  });
}

/** What was only true of another day is left out: what remained, and when its sale began and ended. */
function copyFor(date: string, { price, members }: Offer): Offer {
  const terms = { date, remaining: undefined, saleStartsAt: undefined, saleEndsAt: undefined };
  return { date, price, members: withMembers(members, terms) };
}

/**
 * The offer whose price a new day has: the same day of the week in the last seven days with prices, or else the last day. Where
 * prices changed after that day of the week, it is a day that cost the same as it did, and has the new price. Before all days
 * with prices, the first ones count.
 */
function modelFor(
  day: string,
  known: readonly Offer[],
  byDay: ReadonlyMap<string, Offer>,
): Offer | undefined {
  const last = lastBefore(day, known);
  const edge = last ?? known[0];
  if (edge === undefined) return undefined;
  const step = last === undefined ? 1 : -1;
  const week = [0, 1, 2, 3, 4, 5, 6].flatMap((days) => byDay.get(addDays(edge.date, step * days)) ?? []);
  const usual = week.find(({ date }) => weekdayOf(date) === weekdayOf(day));
  if (usual === undefined || last === undefined) return usual ?? edge;
  const changed = week.find(({ date, price }) => {
    const before = byDay.get(addDays(date, -7))?.price;
    return date > usual.date && before === usual.price && price !== before;
  });
  return changed ?? usual;
}

function lastBefore(day: string, known: readonly Offer[]): Offer | undefined {
  let [from, to] = [0, known.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((known[middle]?.date ?? '') < day) from = middle + 1;
    else to = middle;
  }
  return known[from - 1];
}

function pricesOf(product: string, offers: readonly Offer[]): OffersDone['prices'] {
  const days = new Map<string, number>();
  for (const { price } of offers) days.set(price, (days.get(price) ?? 0) + 1);
  return [...days].map(([price, count]) => ({ product, price, days: count }));
}
