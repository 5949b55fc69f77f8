import { withoutControls } from '../contract/feed-text';
import { typedWords } from '../contract/typed-text';
import { findZone, type ZoneClock } from '../locale/zone-clock';
import {
  type Draft,
  findEvent,
  findProduct,
  isMembers,
  keyedOf,
  listOf,
  type Members,
  stringOf,
  textsOf,
  withMembers,
} from './draft';
import { editSessions, makeSessions, momentOf, mostSessions } from './edit-sessions';
import { type Place, placeOfEvent } from './event-view';
import { addEvent, changeEvent } from './events';
import type { OffersDone } from './follow-sessions';
import { type ImportChange, ImportChanges } from './import-changes';
import type { ReadFile } from './import-file';
import type { ImportedEvent, ImportedSession, ImportReading } from './imported';
import { ownName, sameName, withTariff } from './merge-tariff';
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
  /** What of that which is there becomes different; what is new is only counted. */
  readonly changes: { readonly count: number; readonly first: readonly ImportChange[] };
  /** Those of the file, and those that show only in the draft. */
  readonly errors: ImportReading['errors'];
  readonly warnings: ImportReading['warnings'];
}

/** The draft with what was read: what the file says counts, and what it does not say stays. */
export function mergeImport(draft: Draft, readFile: ReadFile, today: string): MergedImport {
  const reading = readFile(clockOf(draft).timezone);
  const { events } = reading;
  const [errors, warnings] = [reading.errors.copy(), reading.warnings.copy()];
  const counts = {
    events: { added: 0, changed: 0 },
    sessions: { added: 0, changed: 0 },
    products: { added: 0, changed: 0 },
    prices: 0,
  };
  const changes = new ImportChanges();
  const notes = { errors, warnings, changes };
  const days: string[] = [];
  if (events.reduce((total, { sessions }) => total + sessions.length, 0) > mostSessions)
    errors.add('too_many_sessions', null, null, String(mostSessions));
  let merged = draft;
  for (const event of errors.count > 0 ? [] : events) {
    const named = withEvent(merged, event, counts.events, notes);
    if (named === null) {
      errors.add('missing', null, null, event.name);
      continue;
    }
    const timed = withSessions(named.draft, { key: named.key, event, today }, notes);
    counts.sessions.added += timed.added;
    counts.sessions.changed += timed.changed;
    if (timed.first !== null) days.push(timed.first);
    if (timed.last !== null) days.push(timed.last);
    merged = timed.draft;
    const own = new Set<string>();
    for (const tariff of event.tariffs) {
      const about = { key: named.key, name: event.name, today };
      const priced = withTariff({ before: named.draft, now: merged }, about, tariff, changes);
      counts.products.added += priced.isNew ? 1 : 0;
      counts.products.changed += priced.isChanged ? 1 : 0;
      counts.prices += priced.days;
      own.add(priced.key);
      merged = priced.draft;
    }
    tellLaterPrices(merged, timed.offers, own, changes);
  }
  const sorted = days.sort();
  const span = { first: sorted[0] ?? null, last: sorted.at(-1) ?? null };
  return {
    draft: errors.count > 0 ? draft : merged,
    counts: { ...counts, ...span },
    changes: { count: changes.count, first: changes.first },
    errors,
    warnings,
  };
}

interface Notes extends Pick<ImportReading, 'errors' | 'warnings'> {
  readonly changes: ImportChanges;
}

/** What new days cost for tariffs that the file does not name. */
function tellLaterPrices(
  draft: Draft,
  { prices }: OffersDone,
  own: ReadonlySet<string>,
  changes: ImportChanges,
): void {
  const others = prices.filter(({ product }) => !own.has(product));
  for (const { product, price, days } of others) {
    const found = findProduct(draft, product);
    const of = (found && ownName(draft, found)) || product;
    changes.add({ what: 'later_price', of, from: null, to: price }, null, days);
  }
}

/** The event with this name in the catalogue's language, or a new one. Null: it can't have the name. */
function withEvent(
  draft: Draft,
  { name, description, place }: ImportedEvent,
  counts: ImportCounts['events'],
  { warnings, changes }: Notes,
): { draft: Draft; key: string } | null {
  const language = stringOf(draft.catalog['language']);
  const found = keyedOf(draft.events).find((event) => sameName(ownName(draft, event), name));
  if (found === undefined) {
    const texts = description === '' ? {} : { description: { [language]: description } };
    const there = place === null ? {} : { place: { ...place, position: null } };
    const added = addEvent(draft, { name: { [language]: name }, ...texts, ...there });
    if (added.kind === 'refused') return null;
    counts.added += 1;
    return added;
  }
  const { key, members } = found;
  const texts = textsOf(members['description']);
  const [old, told] = [texts[language] ?? '', withoutControls(typedWords(description))];
  const isTold = told !== '' && told !== withoutControls(typedWords(old));
  if (isTold) changes.add({ what: 'description', of: name, from: old || null, to: told }, null);
  const there = otherPlace(placeOfEvent(members), place);
  if (there !== null) {
    const before = placeOfEvent(members);
    changes.add({ what: 'place', of: name, from: before && lineOf(before), to: lineOf(there) }, null);
    if (before !== null && before.position !== null) warnings.add('position', null, null, lineOf(before));
  }
  if (!isTold && there === null) return { draft, key };
  const changed = changeEvent(draft, key, {
    ...(isTold ? { description: { ...texts, [language]: told } } : {}),
    ...(there === null ? {} : { place: there }),
  });
  if (changed.kind === 'refused') return null;
  counts.changed += 1;
  return changed;
}

const lineOf = ({ name, address }: Pick<Place, 'name' | 'address'>) =>
  [name, address].filter(Boolean).join(', ');

/** The place of the file, if it is another one; without an address it is that with this name. */
function otherPlace(old: Place | null, told: ImportedEvent['place']): Place | null {
  if (told === null) return null;
  const [name, address] = [typedWords(told.name), typedWords(told.address)];
  const isSame = old?.name === name && (address === '' || old.address === address);
  return isSame ? null : { name, address, position: null };
}

function withSessions(
  draft: Draft,
  { key, event: { name, sessions }, today }: { key: string; event: ImportedEvent; today: string },
  { errors, warnings, changes }: Notes,
): ReturnType<typeof editSessions> {
  const clock = clockOf(draft);
  const list = listOf(findEvent(draft, key)?.members['sessions']);
  const existing = viewsOf(list, clock);
  const byEpoch = new Map(existing.map((view) => [view.epoch, view]));
  const others = new Map<number, Members>();
  const changedDays: string[] = [];
  const known = new Set<number>();
  const wanted = sessions.flatMap(({ minutes, capacity, row, ...there }) => {
    const { day, time } = localTime(there, clock);
    const moment = momentOf(day, time, clock);
    if (typeof moment === 'string') {
      errors.add(moment, row, null, `${day} ${time}`);
      return [];
    }
    if (known.has(moment.epoch)) {
      warnings.add('same_again', row, null, `${name}, ${day} ${time}`);
      return [];
    }
    known.add(moment.epoch);
    const view = byEpoch.get(moment.epoch);
    const changed = view && changedSession(list[view.index], view, { minutes, capacity });
    if (view !== undefined && changed) {
      others.set(view.index, changed);
      changedDays.push(day);
      tellSession({ of: name, day }, view, { minutes, capacity }, changes);
    }
    if (view === undefined && day < today) warnings.add('past', row, null, `${day} ${time}`);
    return { day, time, members: { duration: durationOf(minutes), capacity } };
  });
  const { added, days } = makeSessions(wanted, { clock, existing, today });
  return editSessions(draft, [{ event: key, added, others, days: [...days, ...changedDays] }]);
}

type Terms = Pick<ImportedSession, 'minutes' | 'capacity'>;

function tellSession(
  { of, day }: { of: string; day: string },
  view: SessionView,
  terms: Terms,
  changes: ImportChanges,
): void {
  for (const [what, name] of [
    ['duration', 'minutes'],
    ['capacity', 'capacity'],
  ] as const) {
    const [from, to] = [view[name], terms[name]];
    if (to !== null && from !== to)
      changes.add({ what, of, from: from === null ? null : String(from), to: String(to) }, day);
  }
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
function changedSession(session: unknown, view: SessionView, { minutes, capacity }: Terms): Members | null {
  const members = {
    ...(minutes === null || minutes === view.minutes ? {} : { duration: durationOf(minutes) }),
    ...(capacity === null || capacity === view.capacity ? {} : { capacity }),
  };
  return !isMembers(session) || Object.keys(members).length === 0 ? null : withMembers(session, members);
}
