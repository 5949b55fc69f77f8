import { typedText } from '../contract/typed-text';
import { isDay } from '../locale/calendar';
import { readPercent, readPrice } from './numbers';
import type { TableCell } from './table';

/** In which order a column has day and month in dates such as 03/04/2031. */
export type DateOrder = 'day_first' | 'month_first';

export const textOf = (cell: TableCell | undefined): string =>
  cell === undefined
    ? ''
    : typeof cell === 'object'
      ? [cell.day, cell.time].filter(Boolean).join(' ')
      : String(cell);

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:[ ,T]|$)/;

/** The order of one date; `either`: it can be read both ways; null: it has none of them. */
export function dateOrder(text: string): DateOrder | 'either' | null {
  const [, first, second] = slashed.exec(typedText(text)) ?? [];
  if (first === undefined || second === undefined) return null;
  if (Number(first) > 12) return 'day_first';
  if (Number(second) > 12) return 'month_first';
  return first === second ? null : 'either';
}

/** A date, `2031-06-01`, and what follows it; null: it is none. */
export function readDate(cell: TableCell, order: DateOrder): { day: string; rest: string } | null {
  if (typeof cell === 'object') return cell.day === null ? null : { day: cell.day, rest: cell.time ?? '' };
  const text = typedText(String(cell));
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ ,T](.*))?$/.exec(text);
  const other = /^(\d{1,2})([/.-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?:[ ,T](.*))?$/.exec(text);
  if (match !== null) return dayOf(match[1], match[2], match[3], match[4]);
  if (other === null) return null;
  const [, first, separator, second, year = '', rest] = other;
  // With dots it is written only with the day first.
  const isDayFirst = separator === '.' || order === 'day_first';
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return dayOf(year.length === 2 ? `20${year}` : year, month, day, rest);
}

function dayOf(year = '', month = '', day = '', rest = ''): { day: string; rest: string } | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? { day: text, rest } : null;
}

/** A time, `20:00`; null: it is none. */
export function readTime(cell: TableCell): string | null {
  if (typeof cell === 'object') return timeOfMoment(cell);
  if (typeof cell === 'number') return cell > 0 && cell < 1 ? timeOf(Math.round(cell * 24 * 60)) : null;
  const text = typedText(cell).toLowerCase();
  const match = /^(\d{1,2})(?:[:.h](\d{2})?(?::\d{2})?)? ?(am|pm|h|uhr|uur|a\.m\.|p\.m\.)?$/.exec(text);
  if (match === null) return null;
  const [, hour = '', minutes = '0', half] = match;
  const isHour = /[:.h]/.test(text) || half !== undefined;
  if (!isHour || Number(minutes) > 59) return null;
  const hours = hourOf(Number(hour), half);
  return hours === null ? null : timeOf(hours * 60 + Number(minutes));
}

function timeOfMoment({ day, time }: Exclude<TableCell, string | number>): string | null {
  if (time === null) return day === null ? null : '00:00';
  return time < '24:00' && time.length === 5 ? time : null;
}

function hourOf(hour: number, half: string | undefined): number | null {
  const isTwelve = half?.startsWith('a') === true || half?.startsWith('p') === true;
  if (!isTwelve) return hour > 23 ? null : hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

const two = (number: number) => String(number).padStart(2, '0');
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;

/** Minutes: `90`, `90 min`, `1:30`, `1 h 30`; null: they are none. */
export function readMinutes(cell: TableCell): number | null {
  if (typeof cell === 'object') return minutesOfTime(cell.time ?? '');
  if (typeof cell === 'number') return cell > 0 && cell < 1 ? Math.round(cell * 24 * 60) : cell;
  const text = typedText(cell).toLowerCase();
  const only = /^(\d{1,5}) ?(?:m|min|mins|minutes|minuten|minuti|minutos)?\.?$/.exec(text);
  if (only !== null) return Number(only[1]);
  const match = /^(\d{1,3}) ?(?::|h|std|u)\.? ?(\d{1,2})? ?(?:m|min)?\.?$/.exec(text);
  return match === null || Number(match[2] ?? 0) > 59 ? null : Number(match[1]) * 60 + Number(match[2] ?? 0);
}

/** A number without a unit. */
export const isBareNumber = (cell: TableCell | undefined): boolean =>
  typeof cell === 'number' ? cell >= 1 : typeof cell === 'string' && /^\d+$/.test(typedText(cell));

function minutesOfTime(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
}

/** A number of places: `120`, `1 200`; null: it is none. */
export function readCount(cell: TableCell): number | null {
  if (typeof cell === 'object') return null;
  if (typeof cell === 'number') return Number.isInteger(cell) && cell >= 0 ? cell : null;
  const text = typedText(cell).replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

const currencies = /€|\bEUR\b|\beuros?\b/i;
const otherCurrencies = /[$£¥₣₺₽₴]|\b(?!EUR\b)(CHF|USD|GBP|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|CAD|AUD)\b/i;

/** Which currency a price or the head of its column names. */
export function currencyOf(text: string): 'euro' | 'other' | null {
  if (otherCurrencies.test(text)) return 'other';
  return currencies.test(text) ? 'euro' : null;
}

/** A price, `18.50`, with or without its currency; null: it is none. */
export function readAmount(cell: TableCell): string | null {
  if (typeof cell === 'object') return null;
  if (typeof cell === 'string') return readPrice(cell.replace(/\beuros?\b/i, '€'));
  const cents = Math.round(cell * 100);
  return cell < 0 || Math.abs(cents - cell * 100) > 1e-6 ? null : readPrice((cents / 100).toFixed(2));
}

/**
 * A VAT rate as a fraction; null: it is none. A number without a sign below 1 is a fraction already, because a spreadsheet
 * stores 5.5 % as 0.055, and no rate is below one per cent.
 */
export function readRate(cell: TableCell): number | null {
  if (typeof cell === 'object') return null;
  const number =
    typeof cell === 'number' ? cell : cell.includes('%') ? NaN : Number(typedText(cell).replace(',', '.'));
  if (number > 0 && number < 1) return number;
  return readPercent(typeof cell === 'number' ? String(cell) : cell);
}
