import { typedText, typedWords } from '../contract/typed-text';
import { nameAfter } from '../locale/short-name';
import { findZone, type ZoneClock } from '../locale/zone-clock';
import {
  type Draft,
  isMembers,
  type Keyed,
  keyedOf,
  listOf,
  type Members,
  replaced,
  stringOf,
  textsOf,
  withMembers,
} from './draft';
import { editSessions, makeSessions, momentOf, mostSessions } from './edit-sessions';
import { placeOfEvent } from './event-view';
import { addEvent, changeEvent } from './events';
import { byDate, offersOf, ticketsOf } from './follow-sessions';
import type { ImportedEvent, ImportedSession, ImportedTariff, ImportReading } from './imported';
import { keyFrom } from './keys';
import { clockOf, type SessionView, viewsOf } from './session-view';
import { durationOf } from './sessions';

/** What an import adds to a draft and changes in it. It removes nothing. */
export interface ImportCounts {
  readonly events: { added: number; changed: number };
  readonly sessions: { added: number; changed: number };
  /** Tariffs. */
  readonly products: { added: number; changed: number };
  /** Days that have another price now, of all tariffs. */
  readonly prices: number;
  /** The days of the sessions that were added or changed. */
  readonly first: string | null;
  readonly last: string | null;
}

export interface MergedImport {
  /** As it was, if there are errors. */
  readonly draft: Draft;
  readonly counts: ImportCounts;
  /** Those of the file, and those that show only in the draft. */
  readonly errors: ImportReading['errors'];
  readonly warnings: ImportReading['warnings'];
}

/** The draft with what was read; what the file says of a session or a price counts, and what it does not say stays. */
export function mergeImport(draft: Draft, reading: ImportReading, today: string): MergedImport {
  const { events } = reading;
  const [errors, warnings] = [reading.errors.copy(), reading.warnings.copy()];
  const counts = {
    events: { added: 0, changed: 0 },
    sessions: { added: 0, changed: 0 },
    products: { added: 0, changed: 0 },
    prices: 0,
  };
  const days: string[] = [];
  if (events.reduce((total, { sessions }) => total + sessions.length, 0) > mostSessions)
    errors.add('too_many_sessions', null, null, String(mostSessions));
  let merged = draft;
  for (const event of errors.count > 0 ? [] : events) {
    const named = withEvent(merged, event, counts.events);
    if (named === null) {
      errors.add('missing', null, null, event.name);
      continue;
    }
    const timed = withSessions(named.draft, named.key, event.sessions, { errors, warnings }, today);
    counts.sessions.added += timed.added;
    counts.sessions.changed += timed.changed;
    if (timed.first !== null) days.push(timed.first);
    if (timed.last !== null) days.push(timed.last);
    merged = timed.draft;
    for (const tariff of event.tariffs) {
      const priced = withTariff({ before: named.draft, now: merged }, named.key, event.name, tariff);
      counts.products[priced.isNew ? 'added' : 'changed'] += priced.days > 0 ? 1 : 0;
      counts.prices += priced.days;
      merged = priced.draft;
    }
  }
  const sorted = days.sort();
  const span = { first: sorted[0] ?? null, last: sorted.at(-1) ?? null };
  return { draft: errors.count > 0 ? draft : merged, counts: { ...counts, ...span }, errors, warnings };
}

const sameName = (one: string, other: string) =>
  typedText(one).toLowerCase() === typedText(other).toLowerCase();
const ownName = (draft: Draft, { members }: Keyed) =>
  textsOf(members['name'])[stringOf(draft.catalog['language'])] ?? '';

/** The event with this name in the catalogue's language, or a new one. Null: it can't have the name. */
function withEvent(
  draft: Draft,
  { name, description, place }: ImportedEvent,
  counts: ImportCounts['events'],
): { draft: Draft; key: string } | null {
  const language = stringOf(draft.catalog['language']);
  const there = place === null ? null : { ...place, position: null };
  const texts = description === '' ? {} : { description: { [language]: description } };
  const found = keyedOf(draft.events).find((event) => sameName(ownName(draft, event), name));
  if (found === undefined) {
    const added = addEvent(draft, { name: { [language]: name }, ...texts, ...(there && { place: there }) });
    if (added.kind === 'refused') return null;
    counts.added += 1;
    return added;
  }
  const { key, members } = found;
  const isDescribed = Object.keys(textsOf(members['description'])).length > 0;
  const missing = {
    ...(isDescribed ? {} : texts),
    ...(there === null || placeOfEvent(members) !== null ? {} : { place: there }),
  };
  if (Object.keys(missing).length === 0) return { draft, key };
  const changed = changeEvent(draft, key, missing);
  if (changed.kind === 'refused') return null;
  counts.changed += 1;
  return changed;
}

function withSessions(
  draft: Draft,
  key: string,
  sessions: readonly ImportedSession[],
  { errors, warnings }: Pick<ImportReading, 'errors' | 'warnings'>,
  today: string,
): ReturnType<typeof editSessions> {
  const clock = clockOf(draft);
  const list = listOf(keyedOf(draft.events).find((event) => event.key === key)?.members['sessions']);
  const existing = viewsOf(list, clock);
  const byEpoch = new Map(existing.map((view) => [view.epoch, view]));
  const others = new Map<number, Members>();
  const changedDays: string[] = [];
  const wanted = sessions.flatMap(({ minutes, capacity, row, ...there }) => {
    const { day, time } = localTime(there, clock);
    const moment = momentOf(day, time, clock);
    if (typeof moment === 'string') {
      errors.add(moment, row, null, `${day} ${time}`);
      return [];
    }
    const view = byEpoch.get(moment.epoch);
    const changed = view === undefined ? null : changedSession(list[view.index], view, { minutes, capacity });
    if (view !== undefined && changed !== null) {
      others.set(view.index, changed);
      changedDays.push(day);
    }
    if (view === undefined && day < today) warnings.add('past', row, null, `${day} ${time}`);
    return { day, time, members: { duration: durationOf(minutes), capacity } };
  });
  const { added, days } = makeSessions(wanted, { clock, existing, today });
  return editSessions(draft, [{ event: key, added, others, days: [...days, ...changedDays] }]);
}

/** The time of a session at the clock of the catalogue. */
function localTime(
  { day, time, zone }: Pick<ImportedSession, 'day' | 'time' | 'zone'>,
  clock: ZoneClock,
): { day: string; time: string } {
  const there = zone === null ? null : findZone(zone);
  if (there === null) return { day, time };
  const { text } = clock.at(there.atWall(Date.parse(`${day}T${time}Z`)).epoch);
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** Null: it is as the file says. */
function changedSession(
  session: unknown,
  view: SessionView,
  { minutes, capacity }: Pick<ImportedSession, 'minutes' | 'capacity'>,
): Members | null {
  const members = {
    ...(minutes === null || minutes === view.minutes ? {} : { duration: durationOf(minutes) }),
    ...(capacity === null || capacity === view.capacity ? {} : { capacity }),
  };
  return !isMembers(session) || Object.keys(members).length === 0 ? null : withMembers(session, members);
}

interface PricedDraft {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly days: number;
}

/** The product of a tariff with the prices of the file. Days that the file does not name are as they were before. */
function withTariff(
  { before, now }: { before: Draft; now: Draft },
  event: string,
  eventName: string,
  tariff: ImportedTariff,
): PricedDraft {
  const found = keyedOf(now.products).find((product) =>
    isTariff(now, product, event, tariff.name, eventName),
  );
  const product = found?.members ?? newProduct(now, event, eventName, tariff);
  const old = keyedOf(before.products).find(({ key }) => key === found?.key)?.members ?? {};
  const { known, others } = offersOf(old);
  const prices = new Map(tariff.prices);
  let days = 0;
  const offers = known.map((offer) => {
    const price = prices.get(offer.date) ?? offer.price;
    prices.delete(offer.date);
    if (price === offer.price) return offer;
    days += 1;
    const members = { price, originalPrice: undefined, priceExclTax: undefined };
    return { ...offer, members: withMembers(offer.members, members) };
  });
  for (const [date, price] of prices) offers.push({ date, price, members: { date, price, capacity: null } });
  days += prices.size;
  const rate = tariff.vatRate === null ? {} : { vatRate: tariff.vatRate };
  const members = {
    ...product,
    ...rate,
    offers: [...offers.sort(byDate).map((offer) => offer.members), ...others],
  };
  const products =
    found === undefined
      ? [...now.products, members]
      : replaced(now.products, new Map([[found.index, members]]));
  return { draft: { ...now, products }, isNew: found === undefined, days };
}

/** A product with tickets for this event alone, that is named like the tariff, with or without the name of the event. */
function isTariff(draft: Draft, product: Keyed, event: string, name: string, eventName: string): boolean {
  const tickets = ticketsOf(product.members);
  if (tickets.length !== 1 || tickets[0]?.event !== event) return false;
  const own = ownName(draft, product);
  return sameName(own, name) || sameName(nameAfter(own, eventName) ?? '', name);
}

function newProduct(
  draft: Draft,
  event: string,
  eventName: string,
  { name, vatRate }: ImportedTariff,
): Members {
  const language = stringOf(draft.catalog['language']);
  const full =
    nameAfter(name, eventName) === null ? `${typedWords(eventName)}, ${typedWords(name)}` : typedWords(name);
  const key = keyFrom(
    full,
    keyedOf(draft.products).map((product) => product.key),
  );
  const named = keyedOf(draft.events).find((one) => one.key === event)?.members['name'] ?? {};
  const tickets = [{ key: event, name: named, event, dateAccess: false }];
  return { key, name: { [language]: full }, vatRate, tickets, offers: [] };
}
