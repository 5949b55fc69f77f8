import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The bits of a mode that say what the group and all other users may do. */
export const ofOthers = 0o077;

/** The names of everything that the programs put into DATA_DIR. */
export const namesOfData: ReadonlySet<string> = new Set([
  'demo',
  'documents',
  'documents-secret',
  'images',
  'log',
  'service',
  'storefront',
  'tls',
]);

/**
 * Closes DATA_DIR to other users, and everything that our programs have put into it, also in an earlier version; makes
 * the folder if it is missing. Later files are closed by the umask of the programs. A folder with files of other
 * programs, such as /tmp, keeps its own mode.
 * Calls `onOpen` with each path that stays open for that reason, or because another user owns it.
 */
export function keepDataPrivate(dataDir: string, onOpen: (path: string) => void = () => undefined): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = realpathSync(dataDir);
  const names = readdirSync(folder);
  const isOurs = names.every((name) => namesOfData.has(name));
  if (isOurs) closeOne(folder, onOpen);
  else if (isOpen(folder)) onOpen(folder);
  for (const name of names) if (namesOfData.has(name)) closeTree(join(folder, name), onOpen);
}

/**
 * Closes a file, or a folder and everything in it, to other users. A folder is closed before its content is read, so
 * that nobody else can change the content meanwhile.
 */
export function closeTree(path: string, onOpen: (path: string) => void = () => undefined): void {
  closeOne(path, onOpen);
  for (const name of namesIn(path)) closeTree(join(path, name), onOpen);
}

function closeOne(path: string, onOpen: (path: string) => void): void {
  try {
    // The mode of a link means nothing, and what it leads to may be somebody else's.
    if (isOpen(path)) chmodSync(path, 0o700 & lstatSync(path).mode);
  } catch (error) {
    // Other programs that share the folder remove files at any time.
    if (hasCode(error, 'ENOENT')) return;
    if (!hasCode(error, 'EPERM')) throw error;
    onOpen(path);
  }
}

/** Always false on Windows, which has no such modes. */
function isOpen(path: string): boolean {
  const found = lstatSync(path);
  return process.platform !== 'win32' && !found.isSymbolicLink() && (found.mode & ofOthers) !== 0;
}

/** Nothing for a file or a link, for a folder that is gone, and for one of another user that is closed to us. */
function namesIn(path: string): string[] {
  try {
    return lstatSync(path).isDirectory() ? readdirSync(path) : [];
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return [];
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
