import { mostUnits } from '../contract/feed';
import { isDay } from '../locale/calendar';
import type { Draft } from './draft';

/**
 * `missing`: nothing was given. `invalid`: it is no day, time, number or price, or not in its range. `order`: the end is before
 * the begin. `too_many`: so many things are not made at once. `unknown`: there is no such thing. `taken`: it would be there
 * twice. `other_kind`: the event has sessions of another kind. `no_picture`: there is none at the address, or none that may be shown.
 */
export type ProblemCode =
  'missing' | 'invalid' | 'order' | 'too_many' | 'unknown' | 'taken' | 'other_kind' | 'no_picture';

export interface Problem {
  /** The member of the input. */
  readonly field: string;
  readonly problem: ProblemCode;
}

export interface Refused {
  readonly kind: 'refused';
  readonly problems: readonly Problem[];
}

/** The new document beside what was done; or why nothing was. */
export type Result<Done> = ({ readonly kind: 'changed'; readonly draft: Draft } & Done) | Refused;

export const refuse = (field: string, problem: ProblemCode): Refused => ({
  kind: 'refused',
  problems: [{ field, problem }],
});

/** The problems of those fields that have one; null: there is none. */
export function checked(fields: Readonly<Record<string, ProblemCode | null>>): Refused | null {
  const problems = Object.entries(fields).flatMap(([field, problem]) =>
    problem === null ? [] : { field, problem },
  );
  return problems.length === 0 ? null : { kind: 'refused', problems };
}

export const dayProblem = (day: string): ProblemCode | null =>
  day === '' ? 'missing' : isDay(day) ? null : 'invalid';

export function spanProblem(from: string, until: string): ProblemCode | null {
  return dayProblem(until) ?? (isDay(from) && until < from ? 'order' : null);
}

const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

export const timeProblem = (time: string): ProblemCode | null =>
  time === '' ? 'missing' : isTime(time) ? null : 'invalid';

const mostMinutes = 7 * 24 * 60;
const mostLateMinutes = 24 * 60;

/** Null: how long it takes need not be said. */
export const minutesProblem = (minutes: number | null): ProblemCode | null =>
  minutes === null || isWithin(minutes, 1, mostMinutes) ? null : 'invalid';

/** How many minutes a session is sold after its beginning. */
export const lateProblem = (minutes: number | null): ProblemCode | null =>
  minutes === null || isWithin(minutes, 0, mostLateMinutes) ? null : 'invalid';

const mostReleaseMinutes = 366 * 24 * 60;

/** How many minutes before its beginning the places for the counter are sold to everybody. */
export const releaseProblem = (minutes: number | null): ProblemCode | null =>
  minutes === null || isWithin(minutes, 0, mostReleaseMinutes) ? null : 'invalid';

/** Null: unlimited. */
export const capacityProblem = (capacity: number | null): ProblemCode | null =>
  capacity === null || isWithin(capacity, 0, mostUnits) ? null : 'invalid';

export const isWithin = (number: number, least: number, most: number) =>
  Number.isInteger(number) && number >= least && number <= most;

/** Monday is 0. */
export const weekdaysProblem = (weekdays: readonly number[]): ProblemCode | null =>
  weekdays.every((weekday) => isWithin(weekday, 0, 6)) ? null : 'invalid';
