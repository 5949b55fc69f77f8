import { addDays, isDay } from '../locale/calendar';
import type { ZoneClock } from '../locale/zone-clock';
import {
  type Draft,
  findEvent,
  isMembers,
  keyedOf,
  listOf,
  type Members,
  stringOf,
  withMembers,
} from './draft';
import {
  type Edit,
  editSessions,
  type LeftOut,
  makeSessions,
  mostSessions,
  type SessionsDone,
  type Wanted,
} from './edit-sessions';
import { checked, dayProblem, refuse, type Refused, type Result, spanProblem } from './result';
import { clockOf, epochOf, type SessionView, viewsOf } from './session-view';

/** Some events by their keys, or all. */
export type ChosenEvents = readonly string[] | 'all';

export interface BlockedDays {
  readonly events: ChosenEvents;
  readonly from: string;
  readonly until: string;
}

/** Takes away what the events have on these days: sessions, and offers of tickets that are valid at any time. */
export function blockDays(draft: Draft, { events, from, until }: BlockedDays): Result<SessionsDone> {
  const keys = keysOf(draft, events);
  if ('kind' in keys) return keys;
  const refused = checked({ from: dayProblem(from), until: spanProblem(from, until) });
  if (refused !== null) return refused;
  const clock = clockOf(draft);
  const edits = keys.map((event): Edit => {
    const sessions = viewsOf(findEvent(draft, event)?.members['sessions'], clock);
    const blocked = sessions.filter(({ day }) => day !== '' && day >= from && day <= until);
    return {
      event,
      others: new Map(blocked.map(({ index }) => [index, null])),
      days: blocked.map(({ day }) => day),
    };
  });
  return editSessions(draft, edits, { closed: { from, until } });
}

function keysOf(draft: Draft, events: ChosenEvents): string[] | Refused {
  if (events === 'all') return keyedOf(draft.events).map(({ key }) => key);
  if (events.length === 0) return refuse('events', 'missing');
  return events.every((event) => findEvent(draft, event) !== undefined)
    ? [...new Set(events)]
    : refuse('events', 'unknown');
}

export interface CopiedSeason {
  readonly events: ChosenEvents;
  /** The days that are copied. */
  readonly from: string;
  readonly until: string;
  /** The first of the new days. */
  readonly to: string;
  /** The last of them; null: they are as many as those that are copied. */
  readonly newUntil: string | null;
  readonly today: string;
}

/**
 * The sessions and prices of some days once more: each new day gets what the same day of the week has. If the new days are more,
 * the last weeks are repeated.
 */
export function copySeason(draft: Draft, season: CopiedSeason): Result<SessionsDone> {
  const keys = keysOf(draft, season.events);
  if ('kind' in keys) return keys;
  const refused = checked({
    from: dayProblem(season.from),
    until: spanProblem(season.from, season.until),
    to: dayProblem(season.to) ?? (isDay(season.until) && season.to <= season.until ? 'order' : null),
    newUntil: season.newUntil === null ? null : spanProblem(season.to, season.newUntil),
  });
  if (refused !== null) return refused;
  const models = modelDays(season);
  if (models === null) return refuse('newUntil', 'too_many');
  const clock = clockOf(draft);
  const leftOut: LeftOut[] = [];
  const edits: Edit[] = [];
  for (const event of keys) {
    const list = listOf(findEvent(draft, event)?.members['sessions']);
    const existing = viewsOf(list, clock);
    const wanted = copiesOf(list, existing, models, clock);
    if (wanted.length > mostSessions) return refuse('events', 'too_many');
    const made = makeSessions(wanted, { clock, existing, today: season.today });
    leftOut.push(...made.leftOut);
    edits.push({ event, added: made.added, days: made.days });
  }
  return editSessions(draft, edits, { leftOut, modelOf: (day) => models.get(day) ?? null });
}

const dayLength = 86_400_000;
const mostDays = 1100;
const daysBetween = (from: string, until: string) =>
  Math.round((Date.parse(until) - Date.parse(from)) / dayLength);

/** For each new day the day that it is like; null if they are too many. */
function modelDays({ from, until, to, newUntil }: CopiedSeason): Map<string, string> | null {
  const length = daysBetween(from, until) + 1;
  const count = newUntil === null ? length : daysBetween(to, newUntil) + 1;
  if (count > mostDays || length > mostDays) return null;
  const shift = 7 * Math.round(daysBetween(from, to) / 7);
  const models = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const day = addDays(to, index);
    let model = addDays(day, -shift);
    while (model > until) model = addDays(model, -7);
    while (model < from) model = addDays(model, 7);
    // A span of less than a week has no such day for each day of the week.
    if (model <= until) models.set(day, model);
  }
  return models;
}

/** What an event has on the model days, on the new days. What was only true of the old session is left out. */
function copiesOf(
  list: readonly unknown[],
  views: readonly SessionView[],
  models: ReadonlyMap<string, string>,
  clock: ZoneClock,
): Wanted[] {
  const byDay = new Map<string, SessionView[]>();
  for (const view of views) byDay.set(view.day, [...(byDay.get(view.day) ?? []), view]);
  return [...models].flatMap(([day, model]) =>
    (byDay.get(model) ?? []).flatMap(({ index, time, status }) => {
      const session = list[index];
      if (!isMembers(session) || status === 'cancelled' || status === 'postponed') return [];
      const others = { key: undefined, occursAt: undefined, remaining: undefined };
      const sale = movedSale(session, daysBetween(model, day), clock);
      return { day, time, members: withMembers(session, { ...others, ...sale }) };
    }),
  );
}

/** The sale of a session that is so many days later begins and ends so many days later, at the same time. */
function movedSale(session: Members, days: number, clock: ZoneClock): Members {
  const moved = (['saleStartsAt', 'saleEndsAt'] as const).flatMap((member) => {
    const epoch = epochOf(stringOf(session[member]), clock);
    if (epoch === null) return [];
    const local = clock.at(epoch).text;
    const wall = Date.parse(`${addDays(local.slice(0, 10), days)}T${local.slice(11, 19)}Z`);
    return [[member, clock.at(clock.atWall(wall).epoch).text]];
  });
  return Object.fromEntries(moved) as Members;
}
