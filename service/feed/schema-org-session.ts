import type { ZoneClock, ZonedMoment } from '../session/zone-clock';
import { type EventState, readEventState } from './schema-org-availability';
import { idOf, isEvent } from './schema-org-graph';
import { ownIdentifiers } from './schema-org-keys';
import { hasPrice, type PriceLine, readPriceLines } from './schema-org-offers';
import { isVenue, placesOf, type Venue } from './schema-org-place';
import { type Occurrence, readSchedule } from './schema-org-schedule';
import {
  at,
  fail,
  isAbsent,
  isNode,
  items,
  referenceOf,
  type Spot,
  warn,
  warnOfOthers,
} from './schema-org-spot';
import { readDuration, readEpoch, readMoment } from './schema-org-time';
import { readCapacity, readName, readTexts, type Texts } from './schema-org-values';

/** A session as the document tells it. */
export interface ReadSession {
  readonly start: ZonedMoment;
  /** What its key is made of where it has no identifier: when it was first to begin, in milliseconds since 1970. */
  readonly plannedStart: number;
  readonly duration: string | null;
  /** How many may come, and how many were left; null: no limit. */
  readonly capacity: number | null;
  readonly remaining: number | null;
  readonly name: Texts;
  readonly description: Texts;
  readonly identifiers: readonly string[];
  readonly state: EventState;
  readonly lines: readonly PriceLine[];
  /** Where the document tells it. */
  readonly spot: Spot;
}

/** What the events around a session say of it. */
export interface Around {
  readonly state: EventState;
  readonly capacity: number | null;
  /** What remains of the events around it, for all their sessions together. */
  readonly shares: readonly Share[];
  /** The nearest event with prices. */
  readonly priced: Spot | null;
  readonly name: Texts;
}

export interface Share {
  readonly units: number;
  readonly spot: Spot;
  readonly sessions: ReadSession[];
}

/** What reading the sessions of one event needs. */
export interface SessionReading {
  readonly root: Spot;
  readonly clock: ZoneClock;
  readonly language: string;
  /** Sessions that name an event as theirs, by its `@id`. */
  readonly sessionsOf: ReadonlyMap<string, readonly Spot[]>;
  /** Where the event takes place. */
  readonly venue: Venue | null;
  /** What was read already, by `@id`; and prices, by their node. */
  readonly seen: Map<string, unknown>;
  readonly prices: Map<unknown, PriceLine[] | null>;
  /** The events with prices for the sessions in them, and what remains of events for all of their sessions. */
  readonly priced: Spot[];
  readonly shares: Share[];
}

const ofSession = new Set([
  ...['name', 'description', 'startDate', 'endDate', 'duration', 'previousStartDate', 'eventStatus'],
  ...['location', 'offers', 'isAccessibleForFree', 'subEvent', 'superEvent', 'eventSchedule'],
  ...['maximumAttendeeCapacity', 'remainingAttendeeCapacity', 'maximumPhysicalAttendeeCapacity'],
  ...['maximumVirtualAttendeeCapacity', 'identifier', 'url'],
]);
export const ofEvent: ReadonlySet<string> = new Set([...ofSession, 'image']);

export const nothingAround: Around = {
  state: 'scheduled',
  capacity: null,
  shares: [],
  priced: null,
  name: {},
};

// Festival, day, stage, concert: more levels than programmes have.
const deepest = 8;

/** The sessions of an event: of its sub-events and theirs, of its schedule, or itself. Yields after each. */
export function* readSessions(
  node: Spot,
  around: Around,
  reading: SessionReading,
  levels = deepest,
): Generator<undefined, ReadSession[]> {
  const named = reading.sessionsOf.get(idOf(node) ?? '') ?? [];
  const inner = [...items(at(node, 'subEvent')), ...named];
  const schedule = at(node, 'eventSchedule');
  if (inner.length > 0) {
    if (levels === 0) {
      fail(at(node, 'subEvent'), `at most ${deepest} levels of sub-events are read`);
      return [];
    }
    if (!isAbsent(schedule)) warn(schedule, 'not read: the sub-events count');
    const within = enter(node, around, reading);
    const found: ReadSession[] = [];
    for (const spot of inner) {
      yield;
      if (!isSubEvent(spot, reading)) continue;
      warnOfOthers(spot, ofSession);
      found.push(...(yield* readSessions(spot, within, reading, levels - 1)));
    }
    return found;
  }
  if (isAbsent(schedule)) return readSession(node, around, reading, null) ?? [];
  const times: Occurrence[] = [];
  for (const spot of items(schedule)) times.push(...(yield* readSchedule(spot, reading.clock)));
  const found: ReadSession[] = [];
  // One after another: the event's own prices and limits hold for each.
  const within = enter(node, around, reading);
  for (const time of times) {
    yield;
    found.push(...(readSession(node, within, reading, time) ?? []));
  }
  return found;
}

/** Whether a sub-event is to be read: an event of this document that was not read before. */
function isSubEvent(spot: Spot, { seen }: SessionReading): boolean {
  if (!isNode(spot.value)) fail(spot, 'an Event is needed');
  else if (referenceOf(spot.value) !== null) warn(spot, 'left out: the document has no node with this @id');
  else if (!isAbsent(at(spot, '@type')) && !isEvent(spot)) fail(at(spot, '@type'), 'an Event is needed');
  else return !isRepeated(spot, seen);
  return false;
}

/** The same `@id` is the same session, and its places must not be sold twice. */
function isRepeated(spot: Spot, seen: Map<string, unknown>): boolean {
  const id = idOf(spot);
  if (id === null) return false;
  const before = seen.get(id);
  seen.set(id, before ?? spot.value);
  if (before === undefined) return false;
  if (before === spot.value || JSON.stringify(before) === JSON.stringify(spot.value)) {
    warn(spot, 'left out: this session is there already');
  } else {
    fail(at(spot, '@id'), 'this session is there twice and differs: it is not clear which to sell');
  }
  return true;
}

/** What an event says of the sessions in it. */
function enter(node: Spot, around: Around, { language, root, priced, shares }: SessionReading): Around {
  const remaining = readCapacity(at(node, 'remainingAttendeeCapacity'));
  const share = { units: remaining ?? 0, spot: at(node, 'remainingAttendeeCapacity'), sessions: [] };
  if (remaining !== null) shares.push(share);
  if (hasPrice(node)) priced.push(node);
  const own = node.value === root.value ? {} : (readName(node, language) ?? {});
  return {
    state: readEventState(node, around.state),
    capacity: least(around.capacity, capacityOf(node)),
    shares: remaining === null ? around.shares : [...around.shares, share],
    priced: hasPrice(node) ? node : around.priced,
    name: Object.keys(own).length > 0 ? own : around.name,
  };
}

/** How many may come: the least of what the event and its places say. */
function capacityOf(node: Spot): number | null {
  const maximum = readCapacity(at(node, 'maximumAttendeeCapacity'));
  const parts = ['maximumPhysicalAttendeeCapacity', 'maximumVirtualAttendeeCapacity'].flatMap(
    (member) => readCapacity(at(node, member)) ?? [],
  );
  const sum = parts.length === 0 ? null : parts.reduce((one, other) => one + other);
  const places = placesOf(at(node, 'location')).map((place) =>
    readCapacity(at(place, 'maximumAttendeeCapacity')),
  );
  return least(maximum, sum, ...places);
}

/** Refuses sessions that would together offer more than remains of an event; warns of prices that none of them has. */
export function checkTogether({ shares, priced, prices }: SessionReading): void {
  for (const { units, spot, sessions } of shares) {
    const sold = sessions.filter(({ state }) => state === 'scheduled');
    const most = sold.map(({ capacity, remaining }) => least(capacity, remaining) ?? Infinity);
    if (sold.length > 1 && most.reduce((one, other) => one + other, 0) > units) {
      fail(spot, `its ${sold.length} sessions would together offer more: what remains of each is needed`);
    }
  }
  for (const node of priced) {
    const hasOffers = items(at(node, 'offers')).length > 0;
    if (hasOffers && !prices.has(node.value))
      warn(at(node, 'offers'), 'not used: no session is sold at these prices');
  }
}

function least(...limits: (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** `time` is that of a schedule, whose event is `node`; else the node tells its own. Null after an error. */
function readSession(
  node: Spot,
  around: Around,
  reading: SessionReading,
  time: Occurrence | null,
): ReadSession[] | null {
  const { clock, language, root } = reading;
  const isRoot = node.value === root.value;
  const state = time === null ? readEventState(node, around.state) : around.state;
  const isOff = state === 'cancelled' || state === 'postponed';
  const start = time === null ? startOf(node, isOff, clock) : time.start;
  if (start === 'left out') return [];
  const capacity = time === null ? least(around.capacity, capacityOf(node)) : around.capacity;
  const own = time === null ? readCapacity(at(node, 'remainingAttendeeCapacity')) : null;
  const name = isRoot ? {} : readName(node, language);
  const description = isRoot ? {} : readTexts(at(node, 'description'), language);
  const lines = isOff ? [] : linesOf(node, around, reading);
  const duration = time?.duration ?? readDuration(endOf(node), start, clock);
  if (!isRoot && !isVenue(at(node, 'location'), reading.venue, language)) {
    warn(at(node, 'location'), 'not shown: the sessions of an event share its venue');
  }
  if (!start || !name || !description || lines === null) return null;
  const session: ReadSession = {
    ...{ start, duration, capacity, description, state, lines, spot: node },
    plannedStart: time === null ? plannedStart(node, start, clock) : start.epoch,
    remaining: least(own, ...around.shares.map(({ units }) => units)),
    name: Object.keys(name).length > 0 ? name : around.name,
    identifiers: isRoot || time !== null ? [] : ownIdentifiers(node),
  };
  for (const { sessions } of around.shares) sessions.push(session);
  return [session];
}

function endOf(node: Spot) {
  return { endDate: at(node, 'endDate'), duration: at(node, 'duration') };
}

/** A session that does not take place may be without a time that can be read; then it can't be shown either. */
function startOf(node: Spot, isOff: boolean, clock: ZoneClock): ZonedMoment | null | 'left out' {
  const spot = at(node, 'startDate');
  if (!isOff) return readMoment(spot, clock);
  const start = readMoment(spot.quietly(), clock);
  if (start !== null) return start;
  warn(spot, 'left out: a cancelled or postponed session without a date and time can not be shown');
  return 'left out';
}

/** A session that moved is still the same one, so that what was sold of it goes on counting. */
function plannedStart(node: Spot, start: ZonedMoment, clock: ZoneClock): number {
  const before = items(at(node, 'previousStartDate')).flatMap((spot) => {
    const moment = readEpoch(spot.quietly(), clock);
    if (moment === null) warn(spot, 'not read: a date and time is needed');
    return moment ?? [];
  });
  return before.length === 0 ? start.epoch : Math.min(...before);
}

/** The prices of a session: its own, else those of the nearest event around it. Null after an error. */
function linesOf(node: Spot, { priced }: Around, { root, prices, clock, language }: SessionReading) {
  const source = hasPrice(node) ? node : (priced ?? root);
  const known = prices.get(source.value);
  if (known !== undefined) return known;
  const lines = readPriceLines(source, clock, language);
  prices.set(source.value, lines);
  return lines;
}
