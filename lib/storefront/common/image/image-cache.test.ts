import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageAnswer } from './image-answer';
import { createImageCache, type ImageCacheOptions } from './image-cache';

let root: string;
let folder: string;
let asked: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'images-'));
  folder = join(root, 'images');
  asked = [];
});
afterEach(() => rm(root, { recursive: true }));

const cacheOf = (options: Partial<ImageCacheOptions> = {}) =>
  createImageCache({
    folder,
    bring: (address) => {
      asked.push(address);
      return Promise.resolve(new Uint8Array(Buffer.from(`picture of ${address}`)));
    },
    ...options,
  });

const failing = (options: Partial<ImageCacheOptions> = {}) =>
  cacheOf({
    bring: (address) => {
      asked.push(address);
      return Promise.reject(new Error('unreachable'));
    },
    ...options,
  });

const textOf = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString();

/** Lets time pass for every file. */
async function letPass(hours: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const before = (await stat(path)).mtimeMs / 1000 - hours * 3600;
    await utimes(path, before, before);
  }
}

describe('a cached picture', () => {
  it('is fetched once, also for simultaneous requests and after a restart', async () => {
    const cache = cacheOf();
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.get('a')));
    expect(new Set(all.map(({ etag }) => etag)).size).toBe(1);
    expect(textOf(await cache.get('a'))).toBe('picture of a');
    expect(textOf(await cacheOf().get('a'))).toBe('picture of a');
    expect(asked).toEqual(['a']);
    await cache.get('b');
    expect(asked).toEqual(['a', 'b']);
  });

  it('is fetched again after a day, and the old one is shown if that fails', async () => {
    await cacheOf().get('a');
    await letPass(23);
    await failing().get('a');
    expect(asked).toEqual(['a']);
    await letPass(2);
    const problems: unknown[] = [];
    const cache = failing({ onProblem: (_, problem) => problems.push(problem) });
    expect(textOf(await cache.get('a'))).toBe('picture of a');
    expect(textOf(await cache.get('a'))).toBe('picture of a');
    expect(asked).toEqual(['a', 'a']);
    expect(problems).toEqual(['stale', 'stale']);
    await cacheOf().get('a');
    await cacheOf().get('a');
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('is removed when the files exceed their limit, the oldest first', async () => {
    const bring = (address: string) => Promise.resolve(new Uint8Array(1_000).fill(address.length));
    const cache = cacheOf({ mostBytes: 5_000, bring });
    for (let count = 1; count <= 12; count += 1) {
      await cache.get('x'.repeat(count));
      await letPass(1);
    }
    const files = await readdir(folder);
    expect(files.length).toBe(5);
    expect(textOf(await failing().get('x'.repeat(12)))).toHaveLength(1_000);
    await expect(failing().get('x')).rejects.toThrow('unreachable');
  });

  it('is not needed: the picture is shown even if it can not be stored', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const problems: unknown[] = [];
    const cache = cacheOf({
      folder: join(folder, 'below'),
      onProblem: (_, problem) => problems.push(problem),
    });
    await expect(cache.get('a').then(textOf)).resolves.toBe('picture of a');
    expect(problems).toEqual(['not_kept', 'not_kept']);
  });
});

describe('a source that fails', () => {
  it('is not requested again for a minute', async () => {
    const cache = failing();
    for (let tries = 0; tries < 5; tries += 1) await expect(cache.get('a')).rejects.toThrow('unreachable');
    expect(asked).toEqual(['a']);
    const impatient = failing({ failedMilliseconds: 1 });
    await expect(impatient.get('b')).rejects.toThrow('unreachable');
    await expect
      .poll(() => impatient.get('b').catch(() => asked.filter((one) => one === 'b').length))
      .toBe(2);
  });
});

describe('the response', () => {
  it.each(['ETAG', 'W/ETAG', '"other", ETAG', '*'])('to If-None-Match: %s has no body', async (header) => {
    const image = await cacheOf().get('a');
    const answer = imageAnswer({ kind: 'loaded', value: image }, header.replace('ETAG', image.etag));
    expect(answer.status).toBe(304);
    expect(answer.headers.get('etag')).toBe(image.etag);
    expect(await answer.text()).toBe('');
    expect(asked).toEqual(['a']);
  });

  it.each([null, '"other"', ''])('to If-None-Match: %s has the picture', async (header) => {
    const answer = imageAnswer({ kind: 'loaded', value: await cacheOf().get('a') }, header);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await answer.text()).toBe('picture of a');
  });
});
