import { isDay } from '../../../locale/calendar';
import { type Typed, textOf } from './typed';

/** A whole number; null if nothing was typed, and no number for anything else. */
export function typedNumber(typed: Typed, name: string): number | null {
  const text = textOf(typed, name);
  if (text === '') return null;
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}

/** The same with a sign before it: minutes later, or with a minus earlier. */
export function typedShift(typed: Typed, name: string): number | null {
  const text = textOf(typed, name).replace(/^[−–]/, '-');
  if (text === '') return null;
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

/** "9:30", "9.30", "9h30" and "9" are 09:30 and 09:00; what is no time stays as it was typed. */
export function typedTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.hH](\d{2})?)?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`;
}

/** Several times, with spaces, commas or semicolons between them. */
export function typedTimes(typed: Typed, name: string): string[] {
  return partsOf(textOf(typed, name)).map(typedTime);
}

/**
 * Several days, with spaces, commas or semicolons between them: as browsers write them (2027-06-05), or with the day first
 * (5.6.2027, 05/06/2027). What is no day stays as it was typed.
 */
export function typedDays(typed: Typed, name: string): string[] {
  return partsOf(textOf(typed, name)).map((text) => {
    const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
    if (year === undefined || month === undefined || day === undefined) return text;
    const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDay(written) ? written : text;
  });
}

const partsOf = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');

/** The ticked days of the week; Monday is 0. */
export const typedWeekdays = (typed: Typed): number[] => (typed['weekdays'] ?? []).map(Number);
