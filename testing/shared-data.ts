import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Beside the repository, or beside the folder of its working trees.
const folders = [process.env['SHARED_DATA'], '../shared/data', '../../shared/data'];

/**
 * The folder of real data that tests read, which is not in the repository; null, with a message, where it is not there.
 * `SHARED_DATA` names another folder.
 */
export function sharedData(): string | null {
  const folder = folders.find((one) => one !== undefined && existsSync(join(one, 'feeds')));
  if (folder === undefined) {
    process.stderr.write(
      'The tests of real feeds are skipped: neither SHARED_DATA nor ../shared/data has them.\n',
    );
  }
  return folder ?? null;
}

export function readShared(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;
}
