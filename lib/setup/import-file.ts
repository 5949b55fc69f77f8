import type { ImportReading } from './imported';
import { readImportTable } from './import-table';
import { readTable, type TableProblem } from './table';

/** What a file says; or why it is none that can be read. */
export async function readImport(bytes: Uint8Array): Promise<ImportReading | TableProblem> {
  const rows = await readTable(bytes);
  return typeof rows === 'string' ? rows : readImportTable(rows);
}
