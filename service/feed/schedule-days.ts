/** Which days a schedule has. Weekdays from 1 (Monday), months from 1, days of the month from 1; empty: any. */
export interface ScheduleRule {
  /** YYYY-MM-DD. */
  readonly first: string;
  /** YYYY-MM-DD, included; null: `count` ends it. */
  readonly last: string | null;
  readonly count: number | null;
  readonly every: { readonly unit: 'days' | 'weeks' | 'months' | 'years'; readonly step: number };
  readonly weekdays: readonly number[];
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
}

interface Day {
  readonly number: number;
  readonly weekday: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** How far ahead a schedule is read: a rule that fits no day would be searched for ever. */
export const mostDaysAhead = 366 * 10;

function dayOf(number: number): Day {
  const date = new Date(number * 86_400_000);
  return {
    number,
    weekday: date.getUTCDay() || 7,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

const numberOf = (day: string) => Date.parse(day) / 86_400_000;

/**
 * The days of a schedule in order, each as YYYY-MM-DD, within ten years; null for each day in between, so that who
 * counts a long schedule can pause.
 */
export function* scheduleDays(rule: ScheduleRule): Generator<string | null> {
  const first = dayOf(numberOf(rule.first));
  const last = rule.last === null ? Infinity : numberOf(rule.last);
  let counted = 0;
  for (let number = first.number; number <= Math.min(last, first.number + mostDaysAhead); number += 1) {
    if (rule.count !== null && counted >= rule.count) return;
    const day = dayOf(number);
    const fits = isInStep(rule, first, day) && fitsLists(rule, day);
    if (fits) counted += 1;
    yield fits ? new Date(number * 86_400_000).toISOString().slice(0, 10) : null;
  }
}

function fitsLists({ weekdays, months, monthDays }: ScheduleRule, { weekday, month, day }: Day): boolean {
  const allows = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);
  return allows(weekdays, weekday) && allows(months, month) && allows(monthDays, day);
}

/** Whether a day is in one of the periods (every second week, say) that count from the first day. */
function isInStep(rule: ScheduleRule, first: Day, day: Day): boolean {
  const { unit, step } = rule.every;
  const isMonthDay = rule.monthDays.length > 0 || day.day === first.day;
  switch (unit) {
    case 'days':
      return (day.number - first.number) % step === 0;
    case 'weeks': {
      const monday = (one: Day) => one.number - one.weekday + 1;
      const weeks = (monday(day) - monday(first)) / 7;
      return weeks % step === 0 && (rule.weekdays.length > 0 || day.weekday === first.weekday);
    }
    case 'months':
      return ((day.year - first.year) * 12 + day.month - first.month) % step === 0 && isMonthDay;
    case 'years': {
      const isMonth = rule.months.length > 0 || day.month === first.month;
      return (day.year - first.year) % step === 0 && isMonth && isMonthDay;
    }
  }
}
