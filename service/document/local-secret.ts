import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const leastBytes = 32;

/** The file of the secret can't be used. The message says why and what to do, in one sentence. */
export class WrongSecret extends Error {
  override name = 'WrongSecret';
}

/**
 * A secret that is made at the first start and kept in a file that only its owner can read. The file gets its name
 * when it is complete, and the first one stays, so processes that start at once use the same secret. Throws
 * WrongSecret for one shorter than 32 bytes.
 */
export async function localSecret(path: string): Promise<string> {
  const known = await readSecret(path);
  if (known !== null) return known;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomUUID()}.new`;
  await writeFile(fresh, randomBytes(leastBytes).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    await link(fresh, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(fresh);
  }
  return localSecret(path);
}

async function readSecret(path: string): Promise<string | null> {
  let secret: string;
  try {
    secret = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (Buffer.byteLength(secret) < leastBytes) {
    throw new WrongSecret(
      `The secret in ${path} is shorter than ${leastBytes} bytes. Delete the file to have a new one made, or set DOCUMENTS_SECRET.`,
    );
  }
  return secret;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
