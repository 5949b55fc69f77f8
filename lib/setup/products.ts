import { cancellationRuleSchema, rebookingRuleSchema } from '../contract/return-rule';
import { maximumQuantity as mostOfItem } from '../contract/reservation';
import { typedText } from '../contract/typed-text';
import {
  type Draft,
  findEvent,
  findProduct,
  isMembers,
  keyedOf,
  listOf,
  type Members,
  replaced,
  stringOf,
  type Texts,
  textsOf,
  withMembers,
} from './draft';
import {
  inStep,
  isOffered,
  isSellable,
  newOffers,
  type Offer,
  offersOf,
  type SessionDays,
  sessionDays,
  type Ticket,
  ticketsOf,
} from './follow-sessions';
import { keyFrom } from './keys';
import { readPrice } from './numbers';
import type { Cancellation, ProductEvent, Rebooking } from './product-view';
import { checked, isWithin, type ProblemCode, refuse, type Result } from './result';
import { clockOf } from './session-view';
import { cleanTexts, nameProblem } from './texts';

export interface ProductFields {
  readonly name: Texts;
  readonly description?: Texts;
  /** A fraction; null: the issuer gives no tax. */
  readonly vatRate: number | null;
  readonly events: readonly Pick<ProductEvent, 'key' | 'dateAccess'>[];
  readonly minimumQuantity?: number;
  /** Null: only the limit of all items counts. */
  readonly maximumQuantity?: number | null;
  readonly cancellation?: Cancellation | null;
  readonly rebooking?: Rebooking | null;
}

interface NewProduct extends ProductFields {
  readonly price: string;
  readonly today: string;
}

/**
 * A new tariff, with an offer for each day from today on that its events have. If they have none yet, its price is kept in an
 * offer of today; a ticket that needs no session could be bought then, and has no offer until it has days (`addOfferDays`).
 */
export function addProduct(
  draft: Draft,
  { price, today, events, ...fields }: NewProduct,
): Result<{ readonly key: string; readonly days: number }> {
  const amount = readPrice(price);
  const refused = checked({
    ...problemsOf(draft, { ...fields, events }),
    ...sameName(draft, { name: fields.name, events }),
    price: typedText(price) === '' ? 'missing' : amount === null ? 'invalid' : null,
  });
  if (refused !== null || amount === null) return refused ?? refuse('price', 'invalid');
  const name = cleanTexts(fields.name);
  const taken = keyedOf(draft.products).map(({ key }) => key);
  const key = keyFrom(name[stringOf(draft.catalog['language'])] ?? '', taken);
  const tickets = ticketsFor(draft, events, []);
  const has = sessionDays(draft, clockOf(draft));
  const first: Offer = {
    date: today,
    price: amount,
    members: { date: today, price: amount, capacity: null },
  };
  const made = newOffers(offeredDays(tickets, today, has), [first]);
  const offers = inStep([first], [], made, (day) => isSellable(tickets, day, has)).map(
    ({ members }) => members,
  );
  const product = { key, ...termsOf(fields, {}), tickets, offers };
  return {
    kind: 'changed',
    draft: { ...draft, products: [...draft.products, product] },
    key,
    days: made.length,
  };
}

/** Only what is given changes. With other events, the product has offers for their days. */
export function changeProduct(
  draft: Draft,
  key: string,
  { today, events, ...fields }: Partial<ProductFields> & { readonly today: string },
): Result<{ readonly key: string }> {
  const found = findProduct(draft, key);
  if (found === undefined) return refuse('key', 'unknown');
  const { members } = found;
  const refused = checked(problemsOf(draft, { ...fields, ...(events && { events }) }, members));
  if (refused !== null) return refused;
  const before = ticketsOf(members).map(({ event }) => ({ key: event }));
  const named = { name: fields.name ?? textsOf(members['name']), events: events ?? before };
  const old = { name: textsOf(members['name']), events: before };
  const taken = idOfName(draft, named) === idOfName(draft, old) ? null : checked(sameName(draft, named, key));
  if (taken !== null) return taken;
  const changed = withMembers(members, {
    ...termsOf(fields, members),
    ...(events === undefined ? {} : withEvents(draft, members, events, today)),
  });
  const products = replaced(draft.products, new Map([[found.index, changed]]));
  return { kind: 'changed', draft: { ...draft, products }, key };
}

export function removeProduct(draft: Draft, key: string): Result<object> {
  const found = findProduct(draft, key);
  if (found === undefined) return refuse('key', 'unknown');
  return {
    kind: 'changed',
    draft: { ...draft, products: replaced(draft.products, new Map([[found.index, null]])) },
  };
}

/** The members of the feed; those that are not given are left out. */
function termsOf(
  { name, description, ...terms }: Omit<Partial<ProductFields>, 'events'>,
  old: Members,
): Members {
  return {
    ...(name === undefined ? {} : { name: cleanTexts(name, textsOf(old['name'])) }),
    ...(description === undefined
      ? {}
      : { description: cleanTexts(description, textsOf(old['description'])) }),
    ...terms,
  };
}

function problemsOf(
  draft: Draft,
  {
    name,
    vatRate,
    events,
    minimumQuantity,
    maximumQuantity,
    cancellation,
    rebooking,
  }: Partial<ProductFields>,
  product: Members = {},
): Record<string, ProblemCode | null> {
  const least = minimumQuantity ?? product['minimumQuantity'] ?? 1;
  return {
    name: name === undefined ? null : nameProblem(draft, name),
    vatRate: vatRate === undefined || vatRate === null || (vatRate >= 0 && vatRate <= 1) ? null : 'invalid',
    events: events === undefined ? null : eventsProblem(draft, events),
    minimumQuantity:
      minimumQuantity === undefined || isWithin(minimumQuantity, 1, mostOfItem) ? null : 'invalid',
    maximumQuantity:
      maximumQuantity === undefined || maximumQuantity === null
        ? null
        : !isWithin(maximumQuantity, 1, mostOfItem)
          ? 'invalid'
          : typeof least === 'number' && maximumQuantity < least
            ? 'order'
            : null,
    cancellation: cancellationRuleSchema.nullish().safeParse(cancellation).success ? null : 'invalid',
    rebooking: rebookingRuleSchema.nullish().safeParse(rebooking).success ? null : 'invalid',
  };
}

interface NamedTariff {
  readonly name: Texts;
  readonly events: readonly { readonly key: string }[];
}

/** What customers tell tariffs apart by: the name, for the same events. */
const idOfName = (draft: Draft, { name, events }: NamedTariff) =>
  JSON.stringify([
    typedText(name[stringOf(draft.catalog['language'])] ?? '').toLowerCase(),
    ...events.map(({ key }) => key).sort(),
  ]);

/** Customers could not tell it from another tariff. */
function sameName(draft: Draft, tariff: NamedTariff, own?: string): Record<string, ProblemCode> {
  const id = idOfName(draft, tariff);
  const isTaken = keyedOf(draft.products).some(({ key, members }) => {
    const events = ticketsOf(members).map(({ event }) => ({ key: event }));
    return key !== own && idOfName(draft, { name: textsOf(members['name']), events }) === id;
  });
  return isTaken ? { name: 'taken' } : {};
}

function eventsProblem(draft: Draft, events: ProductFields['events']): ProblemCode | null {
  if (events.length === 0) return 'missing';
  if (new Set(events.map(({ key }) => key)).size < events.length) return 'taken';
  return events.every(({ key }) => findEvent(draft, key) !== undefined) ? null : 'unknown';
}

/** A ticket for each event; those that the product has already stay as they are. */
function ticketsFor(
  draft: Draft,
  events: ProductFields['events'],
  existing: readonly Members[],
): (Members & Ticket)[] {
  const keys = existing.map(({ key }) => stringOf(key));
  return events.map(({ key: event, dateAccess }) => {
    const ticket = existing.find((one) => one['event'] === event);
    if (ticket !== undefined) return { ...ticket, event, dateAccess };
    const key = keys.includes(event) ? keyFrom(event, keys) : event;
    return { key, name: findEvent(draft, event)?.members['name'] ?? {}, event, dateAccess };
  });
}

/** The days from today on that all events of a product have. */
function offeredDays(tickets: readonly Ticket[], today: string, has: SessionDays): string[] {
  const days = new Set(tickets.flatMap(({ event }) => [...has(event)]));
  return [...days].filter((day) => day >= today && isOffered(tickets, day, has)).sort();
}

/** Tickets for these events. Offers of days that have become wrong go, and those of new days cost as the others. */
function withEvents(draft: Draft, product: Members, events: ProductFields['events'], today: string): Members {
  const existing = listOf(product['tickets']).filter(isMembers);
  const tickets = ticketsFor(draft, events, existing);
  const before = ticketsOf(product);
  const isSame =
    before.length === tickets.length &&
    tickets.every(({ event, dateAccess }) =>
      before.some((one) => one.event === event && one.dateAccess === dateAccess),
    );
  if (isSame) return {};
  const { known, others } = offersOf(product);
  const has = sessionDays(draft, clockOf(draft));
  const days = new Set(offeredDays(tickets, today, has));
  const kept = known.filter(({ date }) => date < today || days.has(date));
  for (const { date } of kept) days.delete(date);
  const offers = inStep(known, kept, newOffers([...days], known), (day) => isSellable(tickets, day, has));
  return { tickets, offers: [...offers.map(({ members }) => members), ...others] };
}
