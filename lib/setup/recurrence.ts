import { isDay } from '../locale/calendar';
import { mostSessions } from './edit-sessions';

/** Where a repetition begins, at the clock of its event. */
interface FirstTime {
  readonly day: string;
  readonly time: string;
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const knownParts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];

interface Rule {
  readonly isWeekly: boolean;
  readonly interval: number;
  /** How many times, with the first one; null: until `last`. */
  readonly count: number | null;
  /** The last day and time, `2031-06-22 20:00`; null: until `count`. */
  readonly last: string | null;
  /** Monday is 0. */
  readonly chosen: readonly number[];
  readonly weekBegin: number;
}

interface RuleDays {
  /** In order. The first time is always one of them, as RFC 5545 has it. */
  readonly days: readonly string[];
  /** The rule does not have the first time. */
  readonly isFirstOutside: boolean;
}

/**
 * The days of a rule of RFC 5545 (3.3.10) that repeats each day or week until a day or so many times. `lastOf`: the moment of an
 * UNTIL at the clock of the event. Of very many days it has one more than a draft takes at once. Null: the rule is of another kind.
 */
export function daysOfRule(
  text: string,
  first: FirstTime,
  lastOf: (until: string) => string | null,
): RuleDays | null {
  const rule = readRule(text, first.day, lastOf);
  if (rule === null) return null;
  const { isWeekly, interval, count, last } = rule;
  const begin = numberOf(first.day);
  const week = begin - daysAfter(rule.weekBegin, weekdayOf(begin));
  const most = Math.min(count ?? mostSessions + 1, mostSessions + 1);
  const days = [first.day];
  for (let turn = 0; days.length < most; turn += 1) {
    // Steps of whole weeks never reach another day of the week.
    if (!isWeekly && turn > 7 && days.length === 1) break;
    for (const number of daysOfTurn(rule, isWeekly ? week + turn * 7 * interval : begin + turn * interval)) {
      const day = dayOf(number);
      // Beyond the calendar: the rule has no end that could be reached.
      if (day === null) return null;
      if (number <= begin) continue;
      if (days.length >= most || (last !== null && `${day} ${first.time}` > last))
        return { days, isFirstOutside: !rule.chosen.includes(weekdayOf(begin)) };
      days.push(day);
    }
  }
  return { days, isFirstOutside: !rule.chosen.includes(weekdayOf(begin)) };
}

/** Of the week, or of the day, that begins then. */
function daysOfTurn({ isWeekly, chosen, weekBegin }: Rule, number: number): number[] {
  if (!isWeekly) return chosen.includes(weekdayOf(number)) ? [number] : [];
  return chosen.map((weekday) => number + daysAfter(weekBegin, weekday)).sort((one, other) => one - other);
}

function readRule(text: string, firstDay: string, lastOf: (until: string) => string | null): Rule | null {
  const parts = new Map(text.split(';').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  if (![...parts.keys()].every((part) => knownParts.includes(part))) return null;
  const [frequency, counted, until] = [parts.get('FREQ'), parts.get('COUNT'), parts.get('UNTIL')];
  if ((frequency !== 'WEEKLY' && frequency !== 'DAILY') || (counted === undefined) === (until === undefined))
    return null;
  const isWeekly = frequency === 'WEEKLY';
  const interval = positive(parts.get('INTERVAL') ?? '1');
  const count = counted === undefined ? null : positive(counted);
  const last = until === undefined ? null : lastOf(until);
  const named = (parts.get('BYDAY') ?? '').split(',').filter(Boolean);
  const weekBegin = weekdays.indexOf(parts.get('WKST') ?? 'MO');
  const isRead = named.every((day) => weekdays.includes(day)) && weekBegin >= 0 && interval !== null;
  if (!isRead || (count === null && last === null)) return null;
  const ofFirst = isWeekly ? [weekdayOf(numberOf(firstDay))] : weekdays.map((_, weekday) => weekday);
  const chosen = named.length > 0 ? named.map((day) => weekdays.indexOf(day)) : ofFirst;
  return { isWeekly, interval, count, last, chosen: [...new Set(chosen)], weekBegin };
}

const positive = (text: string) => (/^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null);

// Days as numbers since 1970, because a rule may have thousands.
const dayLength = 86_400_000;
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayLength;
/** 1970 began on a Thursday. */
const weekdayOf = (number: number) => (((number + 3) % 7) + 7) % 7;
const daysAfter = (weekBegin: number, weekday: number) => (weekday - weekBegin + 7) % 7;

const mostDayNumber = 8_000_000;

function dayOf(number: number): string | null {
  if (number > mostDayNumber) return null;
  const day = new Date(number * dayLength).toISOString().slice(0, 10);
  return isDay(day) ? day : null;
}
