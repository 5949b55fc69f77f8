import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { shownQuantity } from '../locale/availability';
import { catalogueVersions } from './catalogue-versions';
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
/** How old (milliseconds) it may be for a call that asks for a recent one. */
const recentMilliseconds = 60_000;
/** How long (milliseconds) the version of a catalogue may say that an answer is the same; then the server is asked. */
const mostMillisecondsByVersion = 60_000;
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
  /** When the server was asked. */
  readonly at: number;
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

/** `isProbe`: what a page shows does not depend on the answer. */
type ReadOptions = CallOptions & { isProbe?: boolean };

/** Reads and parses an address: the same address always has the same shape. */
export type ReadParsed = <Shape extends z.ZodType>(
  shape: Shape,
  path: string,
  options: ReadOptions,
) => Promise<ReadAnswer<z.output<Shape>>>;

function parse({ shape }: Reading, answer: SentAnswer): ReadAnswer<unknown> {
  const unparsed = { ...answer, body: undefined, text: '' };
  if (answer.status === 200) return { answer: unparsed, body: parseBody(shape, answer) };
  if (absent.has(answer.status)) return { answer: unparsed, body: undefined };
  throw unexpectedAnswer(answer);
}

/** Asks the server, and learns the versions of catalogues from its answers. */
function asking(send: Send, now: () => number) {
  const versions = catalogueVersions(now, freshMilliseconds);
  const read = async (reading: Reading, stale?: Read): Promise<Read> => {
    const { request } = reading;
    const etag = stale?.answer.etag;
    const at = now();
    const asked = send(etag === undefined ? request : { ...request, ifNoneMatch: etag });
    const answer = await versions.learn(request.path, asked);
    if (answer.status === 304 && stale !== undefined)
      return { ...stale, answer: { ...stale.answer, catalogVersion: answer.catalogVersion }, at };
    return { ...parse(reading, answer), version: versionOf(answer), characters: answer.text.length, at };
  };
  /** How old (milliseconds) the knowledge is that an answer is still the same; null: the server has to be asked. */
  const ageByVersion = async ({ request }: Reading, { answer, at }: Read): Promise<number | null> => {
    const { catalogVersion: of } = answer;
    if (of?.isComplete !== true || now() - at > mostMillisecondsByVersion) return null;
    return versions.ageOf(request.path, of.value);
  };
  return { read, ageByVersion };
}

/**
 * Reads of the catalogue (`/v1/ticketing/`), kept for a second by address and language, and then revalidated with
 * If-None-Match (RFC 9110 §13.1.2); a server without entity tags is simply read again. What depends on nothing but its
 * catalogue is not asked for while other answers tell the same version of it. Concurrent readers share one request. Errors
 * are not kept. Bookings are always read. Rejects with a ServiceError for a status other than 200 and those of a thing that
 * does not exist. `onRead` is called with each answer that was kept or will be.
 */
export function catalogueCache(
  send: Send,
  now: () => number,
  onRead: (checkAgain: CheckAgain) => void,
): ReadParsed {
  const { read, ageByVersion } = asking(send, now);
  const kept = new LRUCache<string, Read, Reading>({
    maxSize: mostCharacters,
    sizeCalculation: ({ characters }, key) => characters + 2 * key.length + charactersOfEntry,
    ttl: freshMilliseconds,
    ttlResolution: 0,
    perf: { now },
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, stale, { context, options }) => {
      const age = stale === undefined ? null : await ageByVersion(context, stale);
      if (stale === undefined || age === null) return read(context, stale);
      options.ttl = Math.max(1, freshMilliseconds - age);
      return stale;
    },
  });
  const readKept = async (reading: Reading, { language, fresh, recent, isProbe }: ReadOptions) => {
    const key = `${language} ${reading.request.path}`;
    const last = kept.peek(key, { allowStale: true });
    if (recent && last !== undefined && now() - last.at < recentMilliseconds) return last;
    if (fresh) {
      // A request that is under way may be older than this call.
      const current = await read(reading, last);
      kept.set(key, current);
      return current;
    }
    const ask = () => kept.forceFetch(key, { context: reading });
    const known = await ask();
    const { version } = known;
    if (!isProbe) onRead(async () => (await ask()).version === version);
    return known;
  };
  return async <Shape extends z.ZodType>(shape: Shape, path: string, options: ReadOptions) => {
    const { language } = options;
    const reading = { request: { method: 'GET', path, language }, shape } as const;
    const isKept = path.startsWith('/v1/ticketing/');
    const { answer, body } = await (isKept
      ? readKept(reading, options)
      : send(reading.request).then((sent) => parse(reading, sent)));
    return { answer, body: body as z.output<Shape> | undefined };
  };
}
