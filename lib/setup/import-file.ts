import { readImportCalendar } from './import-calendar';
import type { ImportReading } from './imported';
import { readImportTable } from './import-table';
import { decodeText, mostTableBytes, readTable, type TableProblem } from './table';

/** What a file says: a spreadsheet, or a calendar; or why it is none that can be read. */
export async function readImport(bytes: Uint8Array): Promise<ImportReading | TableProblem> {
  if (isCalendar(bytes))
    return bytes.length > mostTableBytes ? 'too_large' : readImportCalendar(decodeText(bytes));
  const rows = await readTable(bytes);
  return typeof rows === 'string' ? rows : readImportTable(rows);
}

const beginning = 100;

const isCalendar = (bytes: Uint8Array) =>
  /^\s*BEGIN:VCALENDAR\s/i.test(decodeText(bytes.subarray(0, beginning)));
