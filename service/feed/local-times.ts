import { CountedList } from '../http/counted-list';
import { jsonPath } from '../http/violations';
import { quoteValue } from './refused-value';
import { findZone, type ZoneClock } from '@/lib/locale/zone-clock';
import type { Note } from './schema-org-part';
import { contradictsZone, momentIn, otherOffset, unclearTime } from './schema-org-time';

type Members = Readonly<Record<string, unknown>>;
type Warnings = CountedList<Note>;

const mostWarnings = 10_000;
const moments = ['occursAt', 'saleStartsAt', 'saleEndsAt'] as const;
const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/;

/**
 * A feed in our own format with an offset for each time that is written without one, from the time zone of its catalogue.
 * What is no feed stays as it is, for the errors of the next step. Yields after each session and offer.
 */
export function* withOffsets(
  body: unknown,
): Generator<undefined, { feed: unknown; warnings: readonly Note[]; warningCount: number }> {
  const warnings: Warnings = new CountedList(mostWarnings);
  const zone = isMembers(body) && isMembers(body['catalog']) ? body['catalog']['timezone'] : null;
  const clock = typeof zone === 'string' ? findZone(zone) : null;
  if (clock === null || !isMembers(body)) return { feed: body, warnings: [], warningCount: 0 };
  const feed = {
    ...body,
    ...(yield* inner(body, ['events', 'sessions'], clock, warnings)),
    ...(yield* inner(body, ['products', 'offers'], clock, warnings)),
  };
  return { feed, warnings: warnings.kept, warningCount: warnings.length };
}

/** The members of a feed that are a list of things with a list of things with times. */
function* inner(
  body: Members,
  [outer, member]: readonly [string, string],
  clock: ZoneClock,
  warnings: Warnings,
): Generator<undefined, Members> {
  const list = body[outer];
  if (!Array.isArray(list)) return {};
  const found: unknown[] = [];
  for (const [index, thing] of list.entries()) {
    const things: unknown = isMembers(thing) ? thing[member] : null;
    if (!isMembers(thing) || !Array.isArray(things)) {
      found.push(thing);
      continue;
    }
    const timed: unknown[] = [];
    for (const [place, one] of things.entries()) {
      yield;
      timed.push(isMembers(one) ? timesOf(one, [outer, index, member, place], clock, warnings) : one);
    }
    found.push({ ...thing, [member]: timed });
  }
  return { [outer]: found };
}

function timesOf(
  thing: Members,
  path: readonly (string | number)[],
  clock: ZoneClock,
  warnings: Warnings,
): Members {
  let changed = thing;
  for (const member of moments) {
    const text = thing[member];
    const moment = typeof text === 'string' ? momentIn(text, clock) : null;
    if (typeof text !== 'string' || moment === null) continue;
    const note = (message: string) => {
      warnings.add(() => ({ path: jsonPath([...path, member]), message, found: quoteValue(text) ?? '' }));
    };
    if (contradictsZone(text, moment.epoch, clock)) note(otherOffset);
    if (!localTime.test(text)) continue;
    if (!moment.isClear) note(unclearTime);
    changed = { ...changed, [member]: clock.at(moment.epoch).text };
  }
  return changed;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
