import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths in a folder, and the folder itself, that the group or other users may use, each with its mode. */
export async function openPaths(folder: string): Promise<string[]> {
  const paths = ['', ...(await readdir(folder, { recursive: true }))];
  const found = await Promise.all(paths.map((path) => modeOf(join(folder, path))));
  return paths.flatMap((path, at) => {
    const mode = found[at];
    return mode === undefined || mode === null || (mode & 0o077) === 0 ? [] : [`${path} ${mode.toString(8)}`];
  });
}

/** Lets every user read the folder and change its files, as if an earlier version had made them without a umask. */
export async function openToOthers(folder: string): Promise<void> {
  for (const path of ['', ...(await readdir(folder, { recursive: true }))]) {
    const found = await lstat(join(folder, path));
    if (!found.isSymbolicLink()) await chmod(join(folder, path), found.isDirectory() ? 0o755 : 0o666);
  }
}

/** Null for a link, and for a file that a running program has just removed. */
async function modeOf(path: string): Promise<number | null> {
  try {
    const found = await lstat(path);
    return found.isSymbolicLink() ? null : found.mode & 0o777;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
