import { Temporal } from 'temporal-polyfill';

/** A moment in the local time of a time zone. */
export interface ZonedMoment {
  /** Milliseconds since 1970 in UTC. */
  readonly epoch: number;
  /** The local day, YYYY-MM-DD. */
  readonly day: string;
  /** To the second, with the local offset: `2026-11-22T10:00:00+01:00`. */
  readonly text: string;
}

/** The moment of a local time: some local times occur twice, and others are skipped. */
export interface LocalMoment {
  /** Milliseconds since 1970 in UTC. */
  readonly epoch: number;
  readonly isClear: boolean;
}

/** The clock of one time zone. It is made for many moments: the offset of a day is looked up once. */
export interface ZoneClock {
  readonly timezone: string;
  at(epoch: number): ZonedMoment;
  /**
   * `wall` is the local time, counted as if it were UTC. A local time that occurs twice means the first of the two;
   * one that is skipped is moved forward by the length of the gap.
   */
  atWall(wall: number): LocalMoment;
  /** The moment at which a local day (YYYY-MM-DD) begins. */
  dayStart(day: string): number;
  /** The moment at which a local day ends. */
  dayEnd(day: string): number;
}

const dayLength = 86_400_000;
// Earlier offsets have odd seconds, which need the slow way.
const regularSince = Date.UTC(1973, 0, 1);

/** The offsets of UTC days, by their number since 1970; null for a day on which the offset changes. */
function offsetsOf(zone: string): (number: number) => number | null {
  const offsetAt = (epoch: number) =>
    Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  const known = new Map<number, number | null>();
  return (number) => {
    const found = known.get(number);
    if (found !== undefined) return found;
    const first = offsetAt(number * dayLength);
    const last = offsetAt((number + 1) * dayLength - 1);
    const only = first === last && first % 60_000 === 0 ? first : null;
    known.set(number, only);
    return only;
  };
}

/** Null if there is no such time zone. */
export function findZone(timezone: string): ZoneClock | null {
  try {
    return zoneClock(timezone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Throws RangeError if there is no such time zone. */
export function zoneClock(timezone: string): ZoneClock {
  const zone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone).timeZoneId;
  const offsetOfDay = offsetsOf(zone);

  function at(epoch: number): ZonedMoment {
    const offset = epoch < regularSince ? null : offsetOfDay(Math.floor(epoch / dayLength));
    return offset === null ? slowly(epoch) : written(epoch, offset);
  }

  function slowly(epoch: number): ZonedMoment {
    const moment = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
    return {
      epoch,
      day: moment.toPlainDate().toString(),
      text: moment.toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    };
  }

  function atWall(wall: number): LocalMoment {
    const number = Math.floor(wall / dayLength);
    const offset = wall < regularSince ? null : offsetOfDay(number);
    const isSteady =
      offset !== null && offsetOfDay(number - 1) === offset && offsetOfDay(number + 1) === offset;
    if (isSteady) return { epoch: wall - offset, isClear: true };
    const local = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime();
    const moments = (['earlier', 'later'] as const).map(
      (disambiguation) => local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
    );
    const chosen = local.toZonedDateTime(zone).epochMilliseconds;
    return { epoch: chosen, isClear: moments[0] === moments[1] };
  }

  function dayStart(wall: number): number {
    const { epoch, isClear } = atWall(wall);
    if (isClear) return epoch;
    const day = new Date(wall).toISOString().slice(0, 10);
    return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
  }

  return {
    timezone,
    at,
    atWall,
    dayStart: (day) => dayStart(Date.parse(day)),
    dayEnd: (day) => dayStart(Date.parse(day) + dayLength),
  };
}

function written(epoch: number, offset: number): ZonedMoment {
  const wall = new Date(epoch + offset).toISOString();
  return { epoch, day: wall.slice(0, 10), text: wall.slice(0, 19) + offsetText(offset) };
}

const offsetTexts = new Map<number, string>();

/** `+01:00` */
function offsetText(offset: number): string {
  const known = offsetTexts.get(offset);
  if (known !== undefined) return known;
  const minutes = Math.abs(offset) / 60_000;
  const two = (number: number) => String(number).padStart(2, '0');
  const text = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  offsetTexts.set(offset, text);
  return text;
}
