import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { shownQuantity } from '../locale/availability';
import type { CallOptions } from './result';
import {
  parseBody,
  unexpectedAnswer,
  type Answer,
  type Request,
  type Send,
  type SentAnswer,
} from './transport';

/** How old (milliseconds) an answer of the catalogue may be before the server is asked whether it has changed. */
const freshMilliseconds = 1_000;
/** The most characters of answers that are kept; parsed they need a few times as many bytes. */
const mostCharacters = 8_000_000;

/** What an entry without an answer needs. */
const charactersOfEntry = 1_000;

/** Of a thing that does not exist. 400 and 422: an identifier that this server can't even parse. */
const absent = new Set([400, 404, 410, 422]);

/** An answer without its text, and the parsed body if the status is 200. */
interface ReadAnswer<Body> {
  readonly answer: Answer;
  readonly body: Body | undefined;
}

interface Read extends ReadAnswer<unknown> {
  readonly version: string;
  /** The length of the answer's text. */
  readonly characters: number;
}

const quantity = /("availableQuantity"\s*:\s*)(\d+)/g;

/**
 * The version of an answer. Answers from which pages look alike have one version: quantities count only as far as
 * customers are told, because they change with each sale.
 */
function versionOf({ status, text }: SentAnswer): string {
  if (absent.has(status)) return String(status);
  const shown = text.replace(quantity, (_, name: string, left) => `${name}${shownQuantity(Number(left))}`);
  return createHash('sha256').update(shown).digest('base64url');
}

/** Asks, a second after a read at the earliest, whether pages would show the same. Rejects as the read does. */
export type CheckAgain = () => Promise<boolean>;

interface Reading {
  readonly request: Request;
  readonly shape: z.ZodType;
}

/** Reads and parses an address: the same address always has the same shape. */
export type ReadParsed = <Shape extends z.ZodType>(
  shape: Shape,
  path: string,
  call: CallOptions,
) => Promise<ReadAnswer<z.output<Shape>>>;

/**
 * Reads of the catalogue (`/v1/ticketing/`), kept for a second by address and language, and then revalidated with
 * If-None-Match (RFC 9110 §13.1.2); a server without entity tags is simply read again. Concurrent readers share one
 * request. Errors are not kept. Bookings are always read. Rejects with a ServiceError for a status other than 200 and
 * those of a thing that does not exist. `onRead` is called with each answer that was kept or will be.
 */
export function catalogueCache(
  send: Send,
  now: () => number,
  onRead: (checkAgain: CheckAgain) => void,
): ReadParsed {
  const parse = ({ shape }: Reading, answer: SentAnswer): ReadAnswer<unknown> => {
    const unparsed = { ...answer, body: undefined, text: '' };
    if (answer.status === 200) return { answer: unparsed, body: parseBody(shape, answer) };
    if (absent.has(answer.status)) return { answer: unparsed, body: undefined };
    throw unexpectedAnswer(answer);
  };
  const read = async (reading: Reading, stale?: Read): Promise<Read> => {
    const { request } = reading;
    const etag = stale?.answer.etag;
    const answer = await send(etag === undefined ? request : { ...request, ifNoneMatch: etag });
    if (answer.status === 304 && stale !== undefined) return stale;
    return { ...parse(reading, answer), version: versionOf(answer), characters: answer.text.length };
  };
  const kept = new LRUCache<string, Read, Reading>({
    maxSize: mostCharacters,
    sizeCalculation: ({ characters }, key) => characters + 2 * key.length + charactersOfEntry,
    ttl: freshMilliseconds,
    ttlResolution: 0,
    perf: { now },
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: (_key, stale, { context }) => read(context, stale),
  });
  const readKept = async (reading: Reading, fresh: boolean) => {
    const { language, path } = reading.request;
    const key = `${language} ${path}`;
    // A request that is under way may be older than this call.
    if (!fresh) {
      const ask = () => kept.forceFetch(key, { context: reading });
      const known = await ask();
      const { version } = known;
      onRead(async () => (await ask()).version === version);
      return known;
    }
    const now = await read(reading, kept.peek(key, { allowStale: true }));
    kept.set(key, now);
    return now;
  };
  return async <Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    { language, fresh = false }: CallOptions,
  ) => {
    const reading = { request: { method: 'GET', path, language }, shape } as const;
    const isKept = path.startsWith('/v1/ticketing/');
    const { answer, body } = await (isKept
      ? readKept(reading, fresh)
      : send(reading.request).then((sent) => parse(reading, sent)));
    return { answer, body: body as z.output<Shape> | undefined };
  };
}
