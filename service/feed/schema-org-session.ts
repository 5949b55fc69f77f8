import type { DaysWithoutTime } from '@/lib/contract/feed-import';
import { mostCounted } from '../http/problem';
import type { ZonedMoment } from '@/lib/locale/zone-clock';
import { readAnyTime } from './schema-org-any-time';
import { type EventState, readEventState } from './schema-org-availability';
import { isEvent } from './schema-org-kinds';
import { ownIdentifiers } from './schema-org-keys';
import { smallest } from './extremes';
import type { KnownLines, OfferReading } from './schema-org-offer-reading';
import { agreeOnFree, hasPrice, readPriceLines } from './schema-org-offers';
import { isVenue, placesOf, type Venue } from './schema-org-place';
import type { Repeats } from './schema-org-repeats';
import { type Occurrence, readSchedule } from './schema-org-schedule';
import { isNode, referenceOf, type DocumentPart } from './schema-org-part';
import { readStock, type Share, shareOf, type Shares } from './schema-org-stock';
import { readDuration, readEpoch, readMoment } from './schema-org-time';
import { filled, readCapacity, readName, readTexts, type Texts } from './schema-org-values';

export type ReadSession = ReturnType<typeof readSession>[number];

/** The members of the events around a session that apply to it. */
interface Around {
  readonly state: EventState;
  readonly capacity: number | null;
  /** The remaining places of the events around it, shared by all their sessions. */
  readonly shares: readonly Share[];
  /** The nearest event around it with prices. */
  readonly priced: DocumentPart | null;
  readonly name: Texts;
}

/** The state for reading the sessions of all events of a document. */
export interface DocumentReading {
  /** Sessions that name an event as their superEvent, by its `@id`. */
  readonly sessionsOf: ReadonlyMap<string, readonly DocumentPart[]>;
  readonly repeats: Repeats;
  readonly offers: OfferReading;
  /** Remaining places that several sessions of the document share. */
  readonly shares: Shares;
  readonly daysWithoutTime: DaysWithoutTime;
  /** The nodes that were left out, because they have a day and no time. */
  readonly leftOut: Set<unknown>;
}

/** The state for reading the sessions of one event. */
interface SessionReading extends DocumentReading {
  readonly root: DocumentPart;
  readonly venue: Venue | null;
  readonly prices: KnownLines;
  /** The events with prices for the sessions in them. */
  readonly priced: DocumentPart[];
}

export const ofSession: ReadonlySet<string> = new Set([
  'name',
  'description',
  'startDate',
  'endDate',
  'duration',
  'previousStartDate',
  'eventStatus',
  'location',
  'offers',
  'isAccessibleForFree',
  'subEvent',
  'superEvent',
  'eventSchedule',
  'maximumAttendeeCapacity',
  'remainingAttendeeCapacity',
  'maximumPhysicalAttendeeCapacity',
  'maximumVirtualAttendeeCapacity',
  'identifier',
  'url',
]);
// The members of an event around another one that are read.
const ofAbove = new Set([
  'name',
  'url',
  'identifier',
  'eventStatus',
  'location',
  'remainingAttendeeCapacity',
  'maximumAttendeeCapacity',
  'maximumPhysicalAttendeeCapacity',
  'maximumVirtualAttendeeCapacity',
]);

const nothingAround: Around = { state: 'scheduled', capacity: null, shares: [], priced: null, name: {} };

// Festival, day, venue, concert: more levels than real programmes have.
const deepest = 8;
// Season, festival, series: more events than a real event belongs to.
const mostAbove = 100;

/** The sessions of an event. Warns of prices that none of them has. Yields after each. */
export function* readSessions(
  root: DocumentPart,
  venue: Venue | null,
  document: DocumentReading,
): Generator<undefined, ReadSession[]> {
  const reading: SessionReading = { ...document, root, venue, prices: new Map(), priced: [] };
  const sessions = yield* readInner(root, aroundEvent(root, reading), reading, deepest);
  for (const node of reading.priced) {
    if (node.list('offers').length === 0 || reading.prices.has(node.value)) continue;
    node.at('offers').warn('Not used: no session is sold at these prices.');
  }
  return sessions;
}

/** The sessions of its sub-events and theirs, of its schedule, or itself. */
function* readInner(
  node: DocumentPart,
  around: Around,
  reading: SessionReading,
  levels: number,
): Generator<undefined, ReadSession[]> {
  const named = reading.sessionsOf.get(node.id ?? '') ?? [];
  const inner = [...node.list('subEvent'), ...named];
  const schedule = node.at('eventSchedule');
  if (inner.length > 0) {
    if (levels === 0) {
      (node.list('subEvent').length > 0 ? node.at('subEvent') : node).fail(
        `At most ${deepest} levels of sub-events are read.`,
      );
      return [];
    }
    if (!schedule.isAbsent) schedule.warn('Not read: the sub-events count.');
    const within = enter(node, around, reading);
    const found: ReadSession[] = [];
    for (const part of inner) {
      yield;
      if (node.reading.errors.length >= mostCounted) break;
      if (!isSubEvent(part, node, reading)) continue;
      part.warnOfOthers(ofSession);
      for (const session of yield* readInner(part, within, reading, levels - 1)) found.push(session);
    }
    return found;
  }
  if (schedule.isAbsent) return readSession(node, around, reading, null);
  const times = yield* readSchedules(schedule);
  const found: ReadSession[] = [];
  // One after another: the event's own prices and limits apply to each.
  const within = enter(node, around, reading);
  for (const time of times) {
    yield;
    for (const session of readSession(node, within, reading, time)) found.push(session);
  }
  return found;
}

/** The times of an event's schedules: if several have the same time, its places are not sold twice. */
function* readSchedules(schedules: DocumentPart): Generator<undefined, Occurrence[]> {
  const times = new Map<number, Occurrence>();
  for (const part of schedules.items()) {
    for (const time of yield* readSchedule(part)) {
      if (times.has(time.start.epoch)) part.warn('Left out: this time is there already.');
      else times.set(time.start.epoch, time);
    }
  }
  return [...times.values()];
}

/** Whether a sub-event is read: it must be an event of this document that was not read before. */
function isSubEvent(part: DocumentPart, event: DocumentPart, { repeats }: SessionReading): boolean {
  if (!isNode(part.value)) part.fail('An Event is needed.');
  else if (referenceOf(part.value) !== null) part.warn('Left out: the document has no node with this "@id".');
  else if (!part.at('@type').isAbsent && !isEvent(part)) part.at('@type').fail('An Event is needed.');
  else return !repeats.isRepeated(part, event);
  return false;
}

function enter(node: DocumentPart, around: Around, reading: SessionReading): Around {
  if (hasPrice(node)) reading.priced.push(node);
  const name = node.value === reading.root.value ? null : filled(readName(node));
  return {
    ...limitsOf(node, around, reading),
    priced: hasPrice(node) ? node : around.priced,
    name: name ?? around.name,
  };
}

/** Whether and how many units of its sessions may be sold, according to an event. */
function limitsOf(node: DocumentPart, around: Around, { shares, repeats }: SessionReading, isInside = false) {
  const remaining = readStock(node.at('remainingAttendeeCapacity'));
  // Without an @id it is written completely in each of its sessions: equal ones are one event.
  const isUnnamed = isInside && remaining !== null && node.id === null && remaining.part.id === null;
  const name = isUnnamed ? `superEvent ${repeats.digests.of(node.value)}` : undefined;
  return {
    state: readEventState(node, around.state),
    capacity: smallest([around.capacity, capacityOf(node)]),
    shares: remaining === null ? around.shares : [...around.shares, shareOf(remaining, shares, name)],
  };
}

/** The limits of an event that is written only inside another one, as its `superEvent`. */
function aroundEvent(node: DocumentPart, reading: SessionReading): Around {
  const above = node
    .list('superEvent')
    .filter(({ value }) => isNode(value) && referenceOf(value) === null && value !== node.value);
  if (above.length > mostAbove) {
    node.at('superEvent').fail(`At most ${mostAbove} events around one are read.`);
    return nothingAround;
  }
  for (const event of above) event.warnOfOthers(ofAbove);
  // If it is written several times, the remaining places of the first are shared by all.
  const first = above.flatMap((event) => event.find(event.id) ?? []);
  return [...first, ...above].reduce<Around>(
    (around, event) => ({ ...around, ...limitsOf(event, around, reading, true) }),
    nothingAround,
  );
}

/** The capacity: the smallest number of the event and its places. */
function capacityOf(node: DocumentPart): number | null {
  const maximum = readCapacity(node.at('maximumAttendeeCapacity'));
  const virtual = node.at('maximumVirtualAttendeeCapacity');
  const physical = readCapacity(node.at('maximumPhysicalAttendeeCapacity'));
  const watching = readCapacity(virtual);
  if (physical !== null && watching !== null) {
    virtual.warn('Left out: tickets do not tell who comes from who watches.');
  }
  const places = placesOf(node.at('location')).map((place) => place.at('maximumAttendeeCapacity'));
  return smallest([maximum, physical ?? watching, ...places.map(readCapacity)]);
}

/** `time` is of the schedule of `node`; without it the node has its own time. Empty after an error. */
function readSession(node: DocumentPart, around: Around, reading: SessionReading, time: Occurrence | null) {
  const isRoot = node.value === reading.root.value;
  const state = time === null ? readEventState(node, around.state) : around.state;
  const isOff = state === 'cancelled' || state === 'postponed';
  const { day, isLeftOut } =
    time === null && !isOff ? readAnyTime(node, reading.daysWithoutTime) : { day: null, isLeftOut: false };
  if (isLeftOut) {
    reading.leftOut.add(node.value);
    return [];
  }
  const start = day === null ? (time?.start ?? startOf(node, isOff)) : dayOf(node, day);
  if (start === null && isOff) return [];
  const capacity = time === null ? smallest([around.capacity, capacityOf(node)]) : around.capacity;
  const own = time === null ? readStock(node.at('remainingAttendeeCapacity')) : null;
  const name = isRoot ? {} : readName(node);
  const description = isRoot ? {} : readTexts(node.at('description'));
  const lines = isOff ? [] : linesOf(node, around, reading);
  const duration = day === null ? (time?.duration ?? readDuration(node, start)) : null;
  if (!isRoot && !isVenue(node.at('location'), reading.venue)) {
    node.at('location').warn('Not shown: the sessions of an event share its venue.');
  }
  if (!start || !name || !description || lines === null) return [];
  const session = {
    start,
    duration,
    capacity,
    description,
    state,
    lines,
    part: node,
    /** It has a day and no time: `start` is where the day begins. */
    anyTime: day !== null,
    // The base of its key without identifier: when it was first planned to begin, in milliseconds since 1970.
    plannedStart: time === null ? plannedStart(node, start) : start.epoch,
    // Capacity and remaining places: null means no limit.
    remaining: smallest([own?.units ?? null, ...around.shares.map(({ units }) => units)]),
    name: filled(name) ?? around.name,
    identifiers: isRoot || time !== null ? [] : ownIdentifiers(node),
  };
  for (const { sessions } of new Set(around.shares)) sessions.push(session);
  if (own !== null && own.part.id !== null) shareOf(own, reading.shares).sessions.push(session);
  return [session];
}

function dayOf(node: DocumentPart, day: string): ZonedMoment {
  const { clock } = node.reading;
  return clock.at(clock.dayStart(day));
}

/** A session that does not take place may lack a readable time; then it can't be shown either. */
function startOf(node: DocumentPart, isOff: boolean): ZonedMoment | null {
  const part = node.at('startDate');
  if (!isOff) return readMoment(part);
  const needed = 'Left out: a cancelled or postponed session without a date and time can not be shown.';
  return readMoment(part.quietly()) ?? part.warn(needed);
}

/** A session that was moved is the same session, so that its earlier sales still count. */
function plannedStart(node: DocumentPart, start: ZonedMoment): number {
  const before = node.list('previousStartDate').map((part) => {
    return readEpoch(part.quietly()) ?? part.warn('Not read: a date and time in ISO 8601 is needed.');
  });
  return smallest(before) ?? start.epoch;
}

/** The prices of a session: its own, else those of the nearest event around it. Null after an error. */
function linesOf(node: DocumentPart, { priced }: Around, { root, prices, offers }: SessionReading) {
  const source = hasPrice(node) ? node : (priced ?? root);
  const known = prices.get(source.value);
  const lines = known === undefined ? readPriceLines(source, offers) : known;
  prices.set(source.value, lines);
  return lines === null || source.value === node.value ? lines : agreeOnFree(node, lines);
}
