import type { Draft } from '@/lib/setup/draft';
import { readImport } from '@/lib/setup/import-file';
import { mergeImport, type MergedImport } from '@/lib/setup/merge-import';

/** What a file makes of a draft on 1 January 2031; fails if it can't be read. */
export async function importInto(draft: Draft, file: Uint8Array | string): Promise<MergedImport> {
  const reading = await readImport(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  if (typeof reading === 'string') throw new Error(`The file is ${reading}.`);
  return mergeImport(draft, reading, '2031-01-01');
}

/** What is wrong with a file, and what was decided, as `code | row | column | value`. */
export const notesOf = ({ errors, warnings }: MergedImport) =>
  [...errors.first, ...warnings.first].map(({ code, row, column, value }) =>
    [code, row, column, value].join(' | '),
  );
