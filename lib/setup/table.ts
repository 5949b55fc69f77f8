import type { Cell } from 'hucre';
import { detectDelimiter, parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { typedWords } from '../contract/typed-text';
import { beginsWith, decodeText } from './decode-text';
import { wrongQuotationMark } from './quotation-marks';

/** A day, a time or both, as a spreadsheet has them; it has no time zone. */
export interface CellMoment {
  readonly day: string | null;
  /** `20:00`; of a duration also `25:30`. */
  readonly time: string | null;
}

export type TableCell = string | number | CellMoment;

/** `no_result`: a formula whose result is not in the file. `error_value`: a formula whose result is an error, such as `#REF!`. */
interface CellFault {
  readonly code: 'no_result' | 'error_value';
  readonly text: string;
}

export interface TableRow {
  /** Counted from 1, as programs show it. */
  readonly row: number;
  readonly cells: readonly TableCell[];
  /** By the place of the cell, which is empty. */
  readonly faults: ReadonlyMap<number, CellFault>;
}

export interface Table {
  /** Those that are not empty. */
  readonly rows: readonly TableRow[];
  /** Whether it is a text with separators. */
  readonly isText: boolean;
  /** The sheets that were not read, by their names; without those that are hidden. */
  readonly otherSheets: readonly string[];
  /** The row of a quotation mark that is not closed where its cell ends; null: there is none. */
  readonly wrongMark: number | null;
  /** It has more columns than are read. */
  readonly isCut: boolean;
}

/**
 * `old_format`: XLS, as programs wrote it until 2007, or a spreadsheet with a password. `too_large`: it has more than is read.
 * `unreadable`: it is no table.
 */
export type TableProblem = 'empty' | 'too_large' | 'too_many_rows' | 'old_format' | 'unreadable';

export const mostTableBytes = 5_000_000;
const mostUnpackedBytes = 40_000_000;
export const mostTableRows = 10_000;
const mostColumns = 100;
/** A text that has more is cut, but is still longer than the longest one that is taken. */
const mostCharacters = 20_100;

/** The first sheet of a spreadsheet in XLSX, or a text with separators. */
export async function readTable(bytes: Uint8Array): Promise<Table | TableProblem> {
  if (bytes.length > mostTableBytes) return 'too_large';
  const table = beginsWith(bytes, zipMark) ? await readSheet(bytes) : readText(bytes);
  if (typeof table === 'string') return table;
  if (table.rows.length === 0) return 'empty';
  return table.rows.length > mostTableRows ? 'too_many_rows' : table;
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];
/** Of XLS, and of XLSX with a password. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0];

function readText(bytes: Uint8Array): Table | TableProblem {
  if (beginsWith(bytes, compoundMark)) return 'old_format';
  const text = decodeText(bytes);
  // Only what is no text has it.
  if (text.includes('\0')) return 'unreadable';
  // Excel names the separator so.
  const [named, separator] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const content = text.slice(named?.length ?? 0);
  const skipped = named === undefined ? 0 : 1;
  const delimiter = separator ?? detectDelimiter(content);
  const rows = parseCsv(content, { delimiter });
  const wrongMark = wrongQuotationMark(content, delimiter);
  return {
    rows: rows.flatMap((row, index) => rowOf(row, index + 1 + skipped)),
    isText: true,
    otherSheets: [],
    wrongMark: wrongMark === null ? null : wrongMark + skipped,
    isCut: rows.some(isCut),
  };
}

/** As far as a sheet is looked at: further than it may reach, so that what is not read is noticed. */
const sheetRange = `A1:DX${mostTableRows * 5}`;

async function readSheet(bytes: Uint8Array): Promise<Table | TableProblem> {
  const unpacked = unpackedBytes(bytes);
  if (unpacked === null) return 'unreadable';
  if (unpacked > mostUnpackedBytes) return 'too_large';
  const names: string[] = [];
  try {
    const { sheets } = await readXlsx(bytes, {
      range: sheetRange,
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden !== true && veryHidden !== true) names.push(name);
        return names.length === 1 && hidden !== true && veryHidden !== true;
      },
    });
    const [sheet] = sheets;
    if (sheet === undefined) return 'unreadable';
    return {
      rows: sheet.rows.flatMap((values, index) =>
        rowOf(values, index + 1, (column) => sheet.cells?.get(`${index},${column}`)),
      ),
      isText: false,
      otherSheets: names.slice(1).map(typedWords),
      wrongMark: null,
      isCut: sheet.rows.some(isCut),
    };
  } catch (error) {
    // The library has errors of many kinds for what is no spreadsheet; what is one it reads.
    if (error instanceof Error) return 'unreadable';
    throw error;
  }
}

const isCut = (values: readonly unknown[]) =>
  values.slice(mostColumns).some((value) => value !== null && value !== '');

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const mostEntries = 1000;

/**
 * How long the files of a ZIP are, as its directory says. The library unpacks no more of a file than that, but up to two
 * gigabytes where the directory does not say it. Null: it does not say it of each file, or is none.
 */
function unpackedBytes(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - endLength;
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) return null;
  const entries = view.getUint16(end + 10, true);
  if (entries > mostEntries) return null;
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== entryMark) return null;
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    if (packed > 0 && unpacked === 0) return null;
    total += unpacked;
    const [name, extra, comment] = [28, 30, 32].map((member) => view.getUint16(at + member, true));
    at += entryLength + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return total;
}

function rowOf(
  values: readonly unknown[],
  row: number,
  cellAt: (column: number) => Cell | undefined = () => undefined,
): TableRow[] {
  const faults = new Map<number, CellFault>();
  const cells = values.slice(0, mostColumns).map((value, column) => {
    const fault = faultOf(value, cellAt(column));
    if (fault === null) return cellOf(value);
    faults.set(column, fault);
    return '';
  });
  return faults.size === 0 && cells.every((cell) => cell === '') ? [] : [{ row, cells, faults }];
}

/** What programs write for an error, in their language: `#REF!`, `#NAME?`, `#DIV/0!`, `#N/A`, `#NV`. */
const errorValue = /^#(?:[\p{Lu}\d/¡]{1,12}[!?]|N\/A|NV|N\/D)$/u;

function faultOf(value: unknown, cell: Cell | undefined): CellFault | null {
  if (cell?.type === 'error' || (typeof value === 'string' && errorValue.test(value)))
    return { code: 'error_value', text: String(value) };
  const isOpen = cell?.formula !== undefined && value === null;
  return isOpen ? { code: 'no_result', text: cell.formula === '' ? '' : `=${cell.formula}` } : null;
}

function cellOf(value: unknown): TableCell {
  if (typeof value === 'string') return typedWords(value.slice(0, mostCharacters));
  if (typeof value === 'number') return value;
  if (value instanceof Date) return momentOfDate(value);
  return typeof value === 'boolean' ? String(value) : '';
}

const minute = 60_000;
/** Spreadsheets count days from one of these: a time, or a duration, is near to it. */
const dayZeros = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)];
const mostDaysOfDuration = 30;

/** A time without a day is one of the first day that a spreadsheet knows; a duration may be longer. */
function momentOfDate(date: Date): TableCell {
  if (Number.isNaN(date.getTime())) return '';
  const minutes = Math.round(date.getTime() / minute);
  for (const zero of dayZeros) {
    const since = minutes - zero / minute;
    if (since >= 0 && since < mostDaysOfDuration * 24 * 60) return { day: null, time: timeOf(since) };
  }
  const text = new Date(minutes * minute).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 16)];
  if (day < '1901') return { day: null, time };
  return { day, time: time === '00:00' ? null : time };
}

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((number) => String(number).padStart(2, '0')).join(':');
