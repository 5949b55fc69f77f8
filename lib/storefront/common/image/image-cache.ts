import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ImagesBusy } from './image-encode';

export interface StoredImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong validator (RFC 9110 §8.8.3): a hash of the bytes. */
  readonly etag: string;
}

export interface ImageCacheOptions {
  /** The folder of the files. Several processes may share it. */
  folder: string;
  /** How the names of the files end (webp). */
  extension?: string;
  /** The most bytes of all files together (256 MB); beyond that the oldest are deleted. */
  mostBytes?: number;
  /** How long a file is valid before its source is requested again (a day). */
  freshMilliseconds?: number;
  /** How long a failed source is not requested again (a minute). */
  failedMilliseconds?: number;
  bring: (address: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** `stale`: the source failed, and the old picture is shown. `not_kept`: the disk can't be used. */
  onProblem?: (error: unknown, problem: 'stale' | 'not_kept') => void;
}

const dayMilliseconds = 24 * 60 * 60_000;

/** For each URL one request is made at a time, for which other callers wait. */
export function createImageCache(options: ImageCacheOptions) {
  const { folder, bring, extension = 'webp', onProblem = () => undefined } = options;
  const mostBytes = options.mostBytes ?? 256 * 1024 * 1024;
  const fresh = options.freshMilliseconds ?? dayMilliseconds;
  const running = new Map<string, Promise<StoredImage>>();
  const failed = new LRUCache<string, Error>({ max: 1_000, ttl: options.failedMilliseconds ?? 60_000 });

  // Looking at every file takes time, so it happens only after new files of a sixteenth of the limit.
  let unseenBytes = Number.POSITIVE_INFINITY;
  const keep = async (file: string, bytes: Uint8Array): Promise<void> => {
    await store(folder, file, bytes);
    unseenBytes += bytes.byteLength;
    if (unseenBytes < mostBytes / 16) return;
    unseenBytes = 0;
    await makeRoom(folder, mostBytes);
  };

  const load = async (address: string): Promise<StoredImage> => {
    // The folder is not part of the program.
    const file = join(/* turbopackIgnore: true */ folder, `${digest(address)}.${extension}`);
    const before = await readStored(file).catch((error: unknown) => {
      onProblem(error, 'not_kept');
      return null;
    });
    if (before !== null && before.ageMilliseconds < fresh) return before.image;
    try {
      const failure = failed.get(address);
      if (failure !== undefined) throw failure;
      const bytes = await bring(address);
      await keep(file, bytes).catch((error: unknown) => onProblem(error, 'not_kept'));
      return withTag(bytes);
    } catch (error) {
      if (error instanceof Error && !(error instanceof ImagesBusy)) failed.set(address, error);
      if (before === null) throw error;
      onProblem(error, 'stale');
      return before.image;
    }
  };

  return {
    /** The picture of a URL. If there is no old picture, it rejects with the error of `bring`. */
    get: (address: string): Promise<StoredImage> => {
      const present = running.get(address);
      if (present !== undefined) return present;
      const mine = load(address).finally(() => running.delete(address));
      running.set(address, mine);
      return mine;
    },
  };
}

const digest = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

const withTag = (bytes: Uint8Array<ArrayBuffer>): StoredImage => ({
  bytes,
  etag: `"${digest(bytes).slice(0, 32)}"`,
});

async function readStored(file: string): Promise<{ image: StoredImage; ageMilliseconds: number } | null> {
  const info = await stat(file).catch(nullIfMissing);
  const bytes = info && (await readFile(file).catch(nullIfMissing));
  return bytes && { image: withTag(new Uint8Array(bytes)), ageMilliseconds: Date.now() - info.mtimeMs };
}

/** The file gets its name only when it is complete. */
async function store(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${randomUUID()}.new`);
  try {
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Deletes the oldest files until the rest fits. Ignores a file that another process deletes meanwhile. */
async function makeRoom(folder: string, mostBytes: number): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const info = await stat(path).catch(nullIfMissing);
      return info && { path, size: info.size, mtimeMs: info.mtimeMs };
    }),
  );
  const present = files.filter((file) => file !== null).toSorted((a, b) => a.mtimeMs - b.mtimeMs);
  let total = present.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of present) {
    if (total <= mostBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
