import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The file's text, or null if there is no such file. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function writeBeside(path: string, content: string | Uint8Array): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, content, { mode: 0o600, flush: true });
  return temporary;
}

/** Replaces a file in one step, so that a reader or a crash sees either the old or the new content. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = await writeBeside(path, content);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * The file's text; a missing file is created first. If several processes start together, one of them creates it.
 */
export async function readOrCreate(path: string, create: () => string | Promise<string>): Promise<string> {
  const existing = await readIfThere(path);
  if (existing !== null) return existing;
  const content = await create();
  const temporary = await writeBeside(path, content);
  try {
    // A link, unlike a rename, fails if another process was first.
    await link(temporary, path);
    return content;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return await readFile(path, 'utf8');
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
