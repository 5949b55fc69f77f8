import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer';

const compress = promisify(gzip);

/** A 200 as it goes over the wire. */
export interface PreparedAnswer {
  text: string;
  /** Compressed, where that pays. */
  gzipped: Uint8Array<ArrayBuffer> | null;
  /** Weak (RFC 9110 §8.8.1): the same for both encodings. */
  tag: string;
  language: string | undefined;
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
  /** Of all texts together (32 MiB). */
  bytes?: number;
}

// Below that, compressing costs more than it saves.
const worthCompressing = 1400;

/** Remembers answers for a second at most, and never beyond a change that this process made. */
export function preparedAnswers({ changes, seconds = 1, bytes = 32 * 1024 ** 2 }: Limits): PreparedAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: bytes,
    sizeCalculation: ({ answer }, key) =>
      2 * (answer.text.length + key.length) + (answer.gzipped?.length ?? 0),
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

async function prepare({ body, language }: Answer): Promise<PreparedAnswer> {
  const text = JSON.stringify(body);
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const gzipped = text.length < worthCompressing ? null : Uint8Array.from(await compress(text, { level: 4 }));
  return { text, gzipped, tag: `W/"${digest}"`, language };
}
