import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';

export const spreadsheetFormats = ['csv', 'xlsx'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SpreadsheetFormat, string>;

/**
 * `amount`: "18.00". `rate`: in percent, "5.5". `day`: YYYY-MM-DD. `time`: YYYY-MM-DD HH:MM:SS, local.
 * `text` may have been typed by a customer.
 */
export interface SpreadsheetColumn {
  header: string;
  kind: 'text' | 'amount' | 'rate' | 'day' | 'time';
}
export type SpreadsheetRow = readonly (string | null)[];

export interface Spreadsheet {
  /** Of the sheets, in XLSX; at most 28 characters. */
  name: string;
  columns: readonly SpreadsheetColumn[];
  rows: AsyncIterable<SpreadsheetRow>;
  /** XLSX continues on another sheet after so many rows; for tests. */
  mostRows?: number;
}

/** A file that is made while it is read: the rows are taken one after another. */
export function spreadsheetStream(format: SpreadsheetFormat, sheet: Spreadsheet): ReadableStream<Uint8Array> {
  return format === 'csv' ? csvStream(sheet) : xlsxStream(sheet);
}

function csvStream({ columns, rows }: Spreadsheet): ReadableStream<Uint8Array> {
  // Excel reads UTF-8 only with the byte order mark.
  return writeCsvStream(
    mapRows(rows, (row) => row.map((value, index) => csvCell(value, columns[index]?.kind))),
    { bom: true, columns: columns.map(({ header }) => csvCell(header) ?? '') },
  );
}

// Control characters, and what ends a line (UAX 14): programs that split at them make several cells or rows of one text.
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * What spreadsheet programs read as the beginning of a formula (OWASP, CSV Injection), also in its full-width forms, wherever
 * a program may begin a cell: some split at other separators than ours, as the language of the computer says, and remove
 * quotation marks and spaces.
 */
const formulaSign = /[=+\-@|＝＋－＠]/gu;
const cellEnds = [';', ',', '|', '"', "'"];

/** Looks back only from such a character, so that a long text of spaces takes no longer. */
function beginsCell(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isSpace.test(text.charAt(before))) before -= 1;
  return before < 0 || cellEnds.includes(text.charAt(before));
}

const isSpace = /\s/u;

const plainNumber = /^-?\d+(\.\d+)?$/;

function csvCell(value: string | null, kind: SpreadsheetColumn['kind'] = 'text'): string | null {
  if (value === null || (kind !== 'text' && plainNumber.test(value))) return value;
  return value
    .replaceAll(controls, ' ')
    .replaceAll(formulaSign, (sign, at: number, text: string) => (beginsCell(text, at) ? `'${sign}` : sign));
}

// XML has no characters for them (XML 1.0 §2.2).
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const longestText = 32_767;

const numberFormats = {
  text: undefined,
  amount: '#,##0.00',
  rate: undefined,
  day: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss',
} as const;

function xlsxStream({ name, columns, rows, mostRows }: Spreadsheet): ReadableStream<Uint8Array> {
  return writeXlsxStream(
    mapRows(rows, (row) => row.map((value, index) => xlsxCell(value, columns[index]?.kind))),
    {
      name,
      columns: columns.map(({ header, kind }) => {
        const numFmt = numberFormats[kind];
        return {
          header: xmlText(header),
          width: kind === 'text' ? 24 : 18,
          ...(numFmt === undefined ? {} : { numFmt }),
        };
      }),
      freezePane: { rows: 1 },
      ...(mostRows === undefined ? {} : { maxRowsPerSheet: mostRows }),
    },
  );
}

const xmlText = (text: string) => text.replace(notInXml, '\ufffd').slice(0, longestText);

function xlsxCell(value: string | null, kind: SpreadsheetColumn['kind'] = 'text') {
  if (value === null) return null;
  switch (kind) {
    case 'text':
      return xmlText(value);
    case 'amount':
    case 'rate':
      return Number(value);
    case 'day':
      return new Date(`${value}T00:00:00Z`);
    case 'time':
      // A spreadsheet's times have no zone; the library writes those of UTC.
      return new Date(`${value.replace(' ', 'T')}Z`);
  }
}

/** Ends the rows when the reader ends. */
export async function* mapRows<Row, Result>(
  rows: AsyncIterable<Row>,
  map: (row: Row) => Result,
): AsyncGenerator<Result> {
  for await (const row of rows) yield map(row);
}

/**
 * Ends a file that is not read on for so long, so that its rows and its place among the downloads are not held forever.
 * `ended` is called once, with the error if there was one.
 */
export function endUnread(
  file: ReadableStream<Uint8Array>,
  milliseconds: number,
  ended: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = file.getReader();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(timer);
        try {
          const { done, value } = await reader.read();
          if (done) {
            ended();
            controller.close();
            return;
          }
          controller.enqueue(value);
        } catch (error) {
          ended(error);
          throw error;
        }
        timer = setTimeout(() => {
          const error = new Error(`the file was not read on for ${milliseconds} ms`);
          ended(error);
          controller.error(error);
          // The rows may have failed, too; the file has ended in any case.
          void reader.cancel(error).catch(() => undefined);
        }, milliseconds);
      },
      cancel: async (reason) => {
        clearTimeout(timer);
        ended();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
