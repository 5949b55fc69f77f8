import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer';

const compress = promisify(gzip);

/** A 200 as it goes over the wire. */
export interface PreparedAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  /** Compressed, once for all who take it so; null where that does not pay. */
  gzipped: () => Promise<Uint8Array<ArrayBuffer>> | null;
  /** Weak (RFC 9110 §8.8.1): the same for both encodings. */
  tag: string;
  /** All that do not depend on the request. */
  headers: Readonly<Record<string, string>>;
}

interface Kept {
  answer: PreparedAnswer;
  /** By performance.now(). */
  at: number;
  change: number;
}

interface Work {
  change: number;
  done: Promise<Kept>;
  /** What those wait for who came after a change that this work may have missed. */
  next: Promise<Kept> | undefined;
}

/** Answers that are the same for everybody, ready to send. */
export interface PreparedAnswers {
  /** The answer under the key: remembered, or made by `make` for all who ask for it at the same time. */
  get(key: string, make: () => Promise<Answer>): Promise<PreparedAnswer>;
}

interface Limits {
  /** A number that is another one after each change that this process made. */
  changes: () => number;
  /** How old an answer may be, for what other processes changed (1). */
  seconds?: number;
  /** Of all answers together (8 MiB: what is asked for again within a second). */
  bytes?: number;
}

/** What of a request decides how an answer in JSON-LD is told. */
export const vary = 'Accept, Accept-Encoding, Accept-Language, Authorization';

// Below that, compressing costs more than it saves.
const worthCompressing = 1400;

/** Remembers answers for a second at most, and never beyond a change that this process made. */
export function preparedAnswers({ changes, seconds = 1, bytes = 8 * 1024 ** 2 }: Limits): PreparedAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: bytes,
    sizeCalculation: ({ answer }, key) =>
      // Compressed it is a fraction of it, once somebody has taken it so.
      Math.ceil(1.3 * answer.bytes.length) + 2 * key.length,
  });
  const works = new Map<string, Work>();

  const begin = (key: string, make: () => Promise<Answer>): Promise<Kept> => {
    const change = changes();
    const done = make()
      .then(prepare)
      .then((answer) => {
        const entry = { answer, at: performance.now(), change };
        kept.set(key, entry);
        return entry;
      })
      .finally(() => works.delete(key));
    works.set(key, { change, done, next: undefined });
    return done;
  };

  return {
    get: async (key, make) => {
      const before = kept.get(key);
      if (
        before !== undefined &&
        before.change === changes() &&
        performance.now() - before.at < seconds * 1000
      ) {
        return before.answer;
      }
      const work = works.get(key);
      if (work === undefined) return (await begin(key, make)).answer;
      if (work.change === changes()) return (await work.done).answer;
      const again = () => works.get(key)?.done ?? begin(key, make);
      work.next ??= work.done.then(again, again);
      return (await work.next).answer;
    },
  };
}

function prepare({ body, language }: Answer): PreparedAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  const gzipped = () =>
    bytes.length < worthCompressing
      ? null
      : (compressed ??= compress(bytes, { level: 4 }).then((made) => Uint8Array.from(made)));
  const tag = `W/"${digest}"`;
  const headers = {
    'cache-control': 'private, no-cache',
    vary,
    etag: tag,
    ...(language === undefined ? {} : { 'content-language': language }),
  };
  return { bytes, gzipped, tag, headers };
}
