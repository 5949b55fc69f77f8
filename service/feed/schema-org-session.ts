import { mostCounted } from '../http/problem';
import type { ZoneClock, ZonedMoment } from '../session/zone-clock';
import { type EventState, readEventState } from './schema-org-availability';
import type { Digests } from './schema-org-digests';
import { idOf, isEvent } from './schema-org-graph';
import { ownIdentifiers } from './schema-org-keys';
import { smallest } from './extremes';
import { ofAbove, ofSession } from './schema-org-members';
import type { OfferReading } from './schema-org-offer-reading';
import { agreeOnFree, hasPrice, readPriceLines } from './schema-org-offers';
import { isVenue, placesOf, type Venue } from './schema-org-place';
import type { PriceLine } from './schema-org-price-line';
import type { Repeats } from './schema-org-repeats';
import { type Occurrence, readSchedule } from './schema-org-schedule';
import { least, type Share, shareOf, type Shares } from './schema-org-shares';
import {
  at,
  fail,
  isAbsent,
  isNode,
  items,
  nodeCalled,
  referenceOf,
  type Spot,
  warn,
  warnOfOthers,
} from './schema-org-spot';
import { readStock } from './schema-org-stock';
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

/** What reading the sessions of one event needs. */
export interface SessionReading {
  readonly root: Spot;
  readonly clock: ZoneClock;
  readonly language: string;
  /** Sessions that name an event as theirs, by its `@id`. */
  readonly sessionsOf: ReadonlyMap<string, readonly Spot[]>;
  /** Where the event takes place. */
  readonly venue: Venue | null;
  /** The sessions that were read already. */
  readonly repeats: Repeats;
  readonly digests: Digests;
  /** Prices that were read already, by their node. */
  readonly prices: Map<unknown, PriceLine[] | null>;
  /** The offers of the document that were read already. */
  readonly offers: OfferReading;
  /** The events with prices for the sessions in them. */
  readonly priced: Spot[];
  /** What remains for several sessions of the document together. */
  readonly shares: Shares;
}

export const nothingAround: Around = {
  state: 'scheduled',
  capacity: null,
  shares: [],
  priced: null,
  name: {},
};

// Festival, day, stage, concert: more levels than programmes have.
const deepest = 8;
// Season, festival, series: more than an event is in.
const mostAbove = 100;

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
      if (node.reading.errors.length >= mostCounted) break;
      if (!isSubEvent(spot, node, reading)) continue;
      warnOfOthers(spot, ofSession);
      for (const session of yield* readSessions(spot, within, reading, levels - 1)) found.push(session);
    }
    return found;
  }
  if (isAbsent(schedule)) return readSession(node, around, reading, null) ?? [];
  const times = yield* readSchedules(schedule, reading.clock);
  const found: ReadSession[] = [];
  // One after another: the event's own prices and limits hold for each.
  const within = enter(node, around, reading);
  for (const time of times) {
    yield;
    for (const session of readSession(node, within, reading, time) ?? []) found.push(session);
  }
  return found;
}

/** The times of an event's schedules: where several have the same, its places are not sold twice. */
function* readSchedules(schedules: Spot, clock: ZoneClock): Generator<undefined, Occurrence[]> {
  const times = new Map<number, Occurrence>();
  for (const spot of items(schedules)) {
    for (const time of yield* readSchedule(spot, clock)) {
      if (times.has(time.start.epoch)) warn(spot, 'left out: this time is there already');
      else times.set(time.start.epoch, time);
    }
  }
  return [...times.values()];
}

/** Whether a sub-event is to be read: an event of this document that was not read before. */
function isSubEvent(spot: Spot, event: Spot, { repeats }: SessionReading): boolean {
  if (!isNode(spot.value)) fail(spot, 'an Event is needed');
  else if (referenceOf(spot.value) !== null) warn(spot, 'left out: the document has no node with this @id');
  else if (!isAbsent(at(spot, '@type')) && !isEvent(spot)) fail(at(spot, '@type'), 'an Event is needed');
  else return !repeats.isRepeated(spot, event);
  return false;
}

/** What an event says of the sessions in it. */
function enter(node: Spot, around: Around, reading: SessionReading): Around {
  const { language, root, priced } = reading;
  if (hasPrice(node)) priced.push(node);
  const own = node.value === root.value ? {} : (readName(node, language) ?? {});
  return {
    ...limitsOf(node, around, reading),
    priced: hasPrice(node) ? node : around.priced,
    name: Object.keys(own).length > 0 ? own : around.name,
  };
}

/** What an event says of whether and how often its sessions may be sold. */
function limitsOf(node: Spot, around: Around, { shares, digests }: SessionReading, isInside = false) {
  const remaining = readStock(at(node, 'remainingAttendeeCapacity'));
  // Told inside its sessions without an @id, it is told whole in each of them: what says the same is one event.
  const isUnnamed = isInside && remaining !== null && idOf(node) === null && idOf(remaining.spot) === null;
  const name = isUnnamed ? `superEvent ${digests.of(node.value)}` : undefined;
  return {
    state: readEventState(node, around.state),
    capacity: least([around.capacity, capacityOf(node)]),
    shares: remaining === null ? around.shares : [...around.shares, shareOf(remaining, shares, name)],
  };
}

/** What holds for an event that is told inside another one only, as its `superEvent`: the limits of that one. */
export function aroundEvent(node: Spot, reading: SessionReading): Around {
  const above = items(at(node, 'superEvent')).filter(
    ({ value }) => isNode(value) && referenceOf(value) === null && value !== node.value,
  );
  if (above.length > mostAbove) {
    fail(at(node, 'superEvent'), `at most ${mostAbove} events around one are read`);
    return nothingAround;
  }
  for (const event of above) warnOfOthers(event, ofAbove);
  // Where it is told more than once, what remains is that of the first place, for all together.
  const first = above.flatMap((event) => nodeCalled(idOf(event) ?? '', event.reading) ?? []);
  return [...first, ...above].reduce<Around>(
    (around, event) => ({ ...around, ...limitsOf(event, around, reading, true) }),
    nothingAround,
  );
}

/** How many may come: the least of what the event and its places say. */
function capacityOf(node: Spot): number | null {
  const maximum = readCapacity(at(node, 'maximumAttendeeCapacity'));
  const virtual = at(node, 'maximumVirtualAttendeeCapacity');
  const physical = readCapacity(at(node, 'maximumPhysicalAttendeeCapacity'));
  const watching = readCapacity(virtual);
  if (physical !== null && watching !== null) {
    warn(virtual, 'left out: tickets do not tell who comes from who watches');
  }
  const places = placesOf(at(node, 'location')).map((place) =>
    readCapacity(at(place, 'maximumAttendeeCapacity')),
  );
  return least([maximum, physical ?? watching, ...places]);
}

/** Warns of prices that no session of the event has. */
export function checkPrices({ priced, prices }: SessionReading): void {
  for (const node of priced) {
    const hasOffers = items(at(node, 'offers')).length > 0;
    if (hasOffers && !prices.has(node.value))
      warn(at(node, 'offers'), 'not used: no session is sold at these prices');
  }
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
  const capacity = time === null ? least([around.capacity, capacityOf(node)]) : around.capacity;
  const own = time === null ? readStock(at(node, 'remainingAttendeeCapacity')) : null;
  const name = isRoot ? {} : readName(node, language);
  const description = isRoot ? {} : readTexts(at(node, 'description'), language);
  const lines = isOff ? [] : linesOf(node, around, reading);
  const end = { endDate: at(node, 'endDate'), duration: at(node, 'duration') };
  const duration = time?.duration ?? readDuration(end, start, clock);
  if (!isRoot && !isVenue(at(node, 'location'), reading.venue, language)) {
    warn(at(node, 'location'), 'not shown: the sessions of an event share its venue');
  }
  if (!start || !name || !description || lines === null) return null;
  const session: ReadSession = {
    start,
    duration,
    capacity,
    description,
    state,
    lines,
    spot: node,
    plannedStart: time === null ? plannedStart(node, start, clock) : start.epoch,
    remaining: least([own?.units ?? null, ...around.shares.map(({ units }) => units)]),
    name: Object.keys(name).length > 0 ? name : around.name,
    identifiers: isRoot || time !== null ? [] : ownIdentifiers(node),
  };
  for (const { sessions } of new Set(around.shares)) sessions.push(session);
  if (own !== null && idOf(own.spot) !== null) shareOf(own, reading.shares).sessions.push(session);
  return [session];
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
  return smallest(before) ?? start.epoch;
}

/** The prices of a session: its own, else those of the nearest event around it. Null after an error. */
function linesOf(node: Spot, { priced }: Around, { root, prices, clock, language, offers }: SessionReading) {
  const source = hasPrice(node) ? node : (priced ?? root);
  const known = prices.get(source.value);
  const lines = known === undefined ? readPriceLines(source, { clock, language, reading: offers }) : known;
  prices.set(source.value, lines);
  return lines === null || source.value === node.value ? lines : agreeOnFree(node, lines);
}
