import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer';

const compress = promisify(gzip);

export interface PreparedAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  /** Compressed, once for all clients that accept it; null if compression does not save bytes. */
  gzipped: () => Promise<Uint8Array<ArrayBuffer>> | null;
  /** Weak (RFC 9110 §8.8.1): the same for both encodings. */
  tag: string;
  /** All headers that do not depend on the request. */
  headers: Readonly<Record<string, string>>;
}

interface Kept {
  answer: PreparedAnswer;
  /** By performance.now(). */
  at: number;
  stamp: string;
}

interface Work {
  stamp: string;
  done: Promise<Kept>;
  /** The next work, for requests that came after a change that this work may not include. */
  next: Promise<Kept> | undefined;
}

/** Answers that are the same for every caller, ready to send. */
export interface PreparedAnswers {
  /**
   * The answer under the key: cached, or made once by `make` for all concurrent requests. With `version` it is kept as long as
   * that is the same; without, for a second at most, and not beyond a change that this process made.
   */
  get(key: string, make: () => Promise<Answer>, version?: string): Promise<PreparedAnswer>;
}

interface Limits {
  /** A number that differs after each change that this process made. */
  changes: () => number;
  /** The maximum age in seconds of an answer without a version, because other processes may have made changes (1). */
  seconds?: number;
  /** The maximum size of all answers together (8 MiB: what is requested again within a second). */
  bytes?: number;
}

/** The parts of a request that determine the form of a JSON-LD answer. */
export const vary = 'Accept, Accept-Encoding, Accept-Language, Authorization';

// Below this size, compression costs more than it saves.
const worthCompressing = 1400;

export function preparedAnswers({ changes, seconds = 1, bytes = 8 * 1024 ** 2 }: Limits): PreparedAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: bytes,
    sizeCalculation: ({ answer }, key) =>
      // The compressed answer needs only a fraction of it, after the first client that accepts it.
      Math.ceil(1.3 * answer.bytes.length) + 2 * key.length,
  });
  const works = new Map<string, Work>();
  const stampOf = (version: string | undefined) => version ?? String(changes());

  const begin = (key: string, make: () => Promise<Answer>, version: string | undefined): Promise<Kept> => {
    const stamp = stampOf(version);
    const done = make()
      .then(prepare)
      .then((answer) => {
        const entry = { answer, at: performance.now(), stamp };
        kept.set(key, entry);
        return entry;
      })
      .finally(() => works.delete(key));
    works.set(key, { stamp, done, next: undefined });
    return done;
  };

  return {
    get: async (key, make, version) => {
      const before = kept.get(key);
      const isYoung = (at: number) => version !== undefined || performance.now() - at < seconds * 1000;
      if (before?.stamp === stampOf(version) && isYoung(before.at)) return before.answer;
      const work = works.get(key);
      if (work === undefined) return (await begin(key, make, version)).answer;
      if (work.stamp === stampOf(version)) return (await work.done).answer;
      const again = () => works.get(key)?.done ?? begin(key, make, version);
      work.next ??= work.done.then(again, again);
      return (await work.next).answer;
    },
  };
}

function prepare({ body, language }: Answer): PreparedAnswer {
  return prepareText(JSON.stringify(body), {
    'cache-control': 'private, no-cache',
    vary,
    ...(language === undefined ? {} : { 'content-language': language }),
  });
}

/** A text that is the same for every caller, with its entity tag. */
export function prepareText(text: string, others: PreparedAnswer['headers']): PreparedAnswer {
  const bytes = new TextEncoder().encode(text);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  const gzipped = () =>
    bytes.length < worthCompressing
      ? null
      : (compressed ??= compress(bytes, { level: 4 }).then((made) => Uint8Array.from(made)));
  const tag = `W/"${digest}"`;
  return { bytes, gzipped, tag, headers: { ...others, etag: tag } };
}
