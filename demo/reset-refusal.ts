import { readdir } from 'node:fs/promises';
import { namesOfData } from '../lib/database/private-files';
import { hasCode } from './common/files';
import { findSecrets } from './common/secrets';

/** Why this folder must not be deleted, in a sentence, or null if it contains only a demonstration's data. */
export async function resetRefusal(dataDir: string): Promise<string | null> {
  const names = await namesIn(dataDir);
  if (names === null) return `There is no data in ${dataDir}.`;
  // A deletion is final, so a folder with any other file is not deleted, whatever DATA_DIR says.
  const foreign = names.filter((name) => !namesOfData.has(name));
  if (foreign.length > 0) {
    return `${dataDir} holds more than the demonstration's data (${foreign.slice(0, 3).join(', ')}).`;
  }
  if ((await findSecrets(dataDir)) === null) return `No demonstration has run in ${dataDir}.`;
  return null;
}

async function namesIn(directory: string): Promise<string[] | null> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
