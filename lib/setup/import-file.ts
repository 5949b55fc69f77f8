import { decodeText } from './decode-text';
import { readImportCalendar } from './import-calendar';
import type { ImportReading } from './imported';
import { readImportTable } from './import-table';
import { mostTableBytes, readTable, type TableProblem } from './table';

/** What a file says in a catalogue with this time zone, whose clock counts in a calendar where it names none. */
export type ReadFile = (timezone: string) => ImportReading;

/** Reads a spreadsheet or a calendar; or says why it is none that can be read. */
export async function readImport(bytes: Uint8Array): Promise<ReadFile | TableProblem> {
  if (isCalendar(bytes)) {
    const text = decodeText(bytes);
    return bytes.length > mostTableBytes ? 'too_large' : (timezone) => readImportCalendar(text, timezone);
  }
  const table = await readTable(bytes);
  return typeof table === 'string' ? table : () => readImportTable(table);
}

const beginning = 100;

const isCalendar = (bytes: Uint8Array) =>
  /^\s*BEGIN:VCALENDAR\s/i.test(decodeText(bytes.subarray(0, beginning)));
