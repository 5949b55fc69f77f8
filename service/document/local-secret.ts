import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** A secret made at the first start and kept in a file that only its owner can read. */
export async function localSecret(path: string): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  try {
    await writeFile(path, made, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(path, 'utf8');
    throw error;
  }
}
