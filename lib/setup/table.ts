import { detectDelimiter, parseCsv } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { typedWords } from '../contract/typed-text';

/** A day, a time or both, as a spreadsheet has them; it has no time zone. */
export interface CellMoment {
  readonly day: string | null;
  readonly time: string | null;
}

export type TableCell = string | number | CellMoment;

export interface TableRow {
  /** Counted from 1, as programs show it. */
  readonly row: number;
  readonly cells: readonly TableCell[];
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
const mostCharacters = 20_000;

/** The first sheet of a spreadsheet in XLSX, or a text with separators, with the rows that are not empty. */
export async function readTable(bytes: Uint8Array): Promise<readonly TableRow[] | TableProblem> {
  if (bytes.length > mostTableBytes) return 'too_large';
  const rows = beginsWith(bytes, zipMark) ? await readSheet(bytes) : readText(bytes);
  if (typeof rows === 'string') return rows;
  if (rows.length === 0) return 'empty';
  return rows.length > mostTableRows ? 'too_many_rows' : rows;
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];
/** Of XLS, and of XLSX with a password. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

function readText(bytes: Uint8Array): TableRow[] | TableProblem {
  if (beginsWith(bytes, compoundMark)) return 'old_format';
  const text = decodeText(bytes);
  // Only what is no text has it.
  if (text.includes('\0')) return 'unreadable';
  // Excel names the separator so.
  const [, named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const skipLines = named === undefined ? 0 : 1;
  const delimiter = named ?? detectDelimiter(text);
  const rows = parseCsv(text, { delimiter, skipLines, maxRows: mostTableRows + 1 });
  return rows.flatMap((row, index) => rowOf(row, index + 1 + skipLines));
}

/** UTF-8, or what Windows writes if the text is no UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function readSheet(bytes: Uint8Array): Promise<TableRow[] | TableProblem> {
  const unpacked = unpackedBytes(bytes);
  if (unpacked === null) return 'unreadable';
  if (unpacked > mostUnpackedBytes) return 'too_large';
  const rows: TableRow[] = [];
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { range: `A1:CV${mostTableRows * 2}` })) {
      rows.push(...rowOf(values, index + 1));
      if (rows.length > mostTableRows) break;
    }
  } catch (error) {
    // The library has errors of many kinds for what is no spreadsheet; what is one it reads.
    if (error instanceof Error) return 'unreadable';
    throw error;
  }
  return rows;
}

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

function rowOf(values: readonly unknown[], row: number): TableRow[] {
  const cells = values.slice(0, mostColumns).map(cellOf);
  return cells.every((cell) => cell === '') ? [] : [{ row, cells }];
}

function cellOf(value: unknown): TableCell {
  if (typeof value === 'string') return typedWords(value.slice(0, mostCharacters));
  if (typeof value === 'number') return value;
  if (value instanceof Date) return momentOfDate(value);
  return typeof value === 'boolean' ? String(value) : '';
}

const minute = 60_000;

/** A spreadsheet counts days since 1900; a time without a day is one of the first of them. */
function momentOfDate(date: Date): TableCell {
  if (Number.isNaN(date.getTime())) return '';
  const text = new Date(Math.round(date.getTime() / minute) * minute).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 16)];
  if (day < '1901') return { day: null, time };
  return { day, time: time === '00:00' ? null : time };
}
