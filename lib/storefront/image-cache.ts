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
  /** Where files are kept. Several processes may share it. */
  folder: string;
  /** What the files may take together (256 MB); then those that came first go. */
  mostBytes?: number;
  /** How long a file is good before its source is asked again (a day). */
  freshMilliseconds?: number;
  /** How long a source that failed is left alone (a minute). */
  failedMilliseconds?: number;
  /** Gets a picture from its source, ready to be shown. */
  bring: (address: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** The source failed, and what it gave before is shown; or the disk can't be used, and the picture is not kept. */
  onProblem?: (error: unknown, problem: 'stale' | 'not_kept') => void;
}

export interface ImageCache {
  /** The picture of an address. Rejects with what `bring` rejected with, when there is none of before. */
  get(address: string): Promise<StoredImage>;
}

const dayMilliseconds = 24 * 60 * 60_000;

/**
 * Pictures on disk. Each address is asked by one request at a time: others wait for its answer, and for a day nobody
 * asks again.
 */
export function createImageCache(options: ImageCacheOptions): ImageCache {
  const { folder, bring, onProblem = () => undefined } = options;
  const mostBytes = options.mostBytes ?? 256 * 1024 * 1024;
  const fresh = options.freshMilliseconds ?? dayMilliseconds;
  const running = new Map<string, Promise<StoredImage>>();
  const failed = new LRUCache<string, Error>({ max: 1_000, ttl: options.failedMilliseconds ?? 60_000 });

  // Looking at every file takes a while: not after each, but after every sixteenth of what they may take.
  let unseenBytes = Number.POSITIVE_INFINITY;
  const keep = async (file: string, bytes: Uint8Array): Promise<void> => {
    await store(folder, file, bytes);
    unseenBytes += bytes.byteLength;
    if (unseenBytes < mostBytes / 16) return;
    unseenBytes = 0;
    await makeRoom(folder, mostBytes);
  };

  const load = async (address: string): Promise<StoredImage> => {
    const file = join(folder, `${digest(address)}.webp`);
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
    get: (address) => {
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
  try {
    const { mtimeMs } = await stat(file);
    const image = withTag(new Uint8Array(await readFile(file)));
    return { image, ageMilliseconds: Date.now() - mtimeMs };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Under its name only when it is whole. */
async function store(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `${randomUUID()}.new`);
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Deletes the oldest files until the rest fits. What another process deletes meanwhile is gone, too. */
async function makeRoom(folder: string, mostBytes: number): Promise<void> {
  const files = await Promise.all((await readdir(folder)).map((name) => sizeOf(join(folder, name))));
  const present = files.filter((file) => file !== null).toSorted((a, b) => a.mtimeMs - b.mtimeMs);
  let total = present.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of present) {
    if (total <= mostBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}

async function sizeOf(path: string): Promise<{ path: string; size: number; mtimeMs: number } | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, size, mtimeMs };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
