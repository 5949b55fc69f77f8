import type { Hash } from 'node:crypto';
import { jsonFault } from '@/lib/contract/json-fault';
import { inTime, readBounded } from '@/lib/network/read-bounded';
import { propertyPath } from './violations';
import { CountedList } from './counted-list';
import { inSlices } from './in-slices';
import { parseJson, TooMuchJson } from './parse-json';
import { type Violation, HttpProblem, InvalidRequest, mostViolations } from './problem';

/** A merge patch, also under the name that many generated clients give to every body. */
export const patchTypes = ['application/merge-patch+json', 'application/json'];
export const jsonTypes = ['application/ld+json', 'application/json'];

// Deeper than any body that an operation accepts, and far from what could exhaust the stack.
const deepest = 64;

interface BodyLimits {
  /** In bytes. */
  limit: number;
  seconds: number;
  /** Is given all bytes of the body. */
  hash: Hash | null;
}

/**
 * Reads the JSON body. 415 for another media type, 413 over the limit (bytes), 408 if it does not arrive in time,
 * 400 for malformed (with its line and column), too deep or too long JSON, 422 for characters that no database can store.
 */
export async function readBody(request: Request, { limit, seconds, hash }: BodyLimits): Promise<unknown> {
  const served = request.method === 'PATCH' ? patchTypes : jsonTypes;
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!served.includes(type)) {
    throw new HttpProblem(
      415,
      `The content-type "${type}" is not supported. Supported MIME types are "${served.join('", "')}".`,
      request.method === 'PATCH' ? { 'accept-patch': patchTypes.join(', ') } : {},
    );
  }
  const bytes = await readBytes(request, limit, seconds);
  const text = await inSlices(decode(bytes, hash));
  const body = await parse(text);
  // JSON in UTF-8 can contain a forbidden character only as an escape sequence.
  const fault = await inSlices(findFault(body, text.includes('\\u')));
  if (fault === 'too deep') throw new HttpProblem(400, 'Nesting too deep');
  if (fault === 'bad text') await inSlices(refuseBadTexts(body));
  return body;
}

async function readBytes(request: Request, limit: number, seconds: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (Number(declared) > limit) throw new HttpProblem(413, 'Request Entity Too Large');
  // HTTP limits the client to a declared length, so the whole body can be read at once, which is the cheapest way.
  const reader = declared === null ? request.body?.getReader() : undefined;
  const reading: Promise<ArrayBuffer | Uint8Array<ArrayBuffer> | null> =
    reader === undefined ? request.arrayBuffer() : readBounded(readChunks(reader), limit);
  let bytes;
  try {
    bytes = await inTime(reading, seconds);
  } finally {
    await reader?.cancel();
  }
  if (bytes === 'late') throw new HttpProblem(408, 'Request Timeout');
  if (bytes === null) throw new HttpProblem(413, 'Request Entity Too Large');
  return new Uint8Array(bytes);
}

/** An iterator of the stream itself could not be stopped while it waits. */
async function* readChunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const bytesAtOnce = 1024 * 1024;

/** Decodes the bytes as UTF-8, and hashes them. Yields for each piece of a long text. */
function* decode(bytes: Uint8Array, hash: Hash | null): Generator<undefined, string> {
  try {
    if (bytes.length <= bytesAtOnce) {
      hash?.update(bytes);
      return decoder.decode(bytes);
    }
    const pieces: string[] = [];
    const ofThis = new TextDecoder('utf-8', { fatal: true });
    for (let start = 0; start < bytes.length; start += bytesAtOnce) {
      yield;
      const piece = bytes.subarray(start, start + bytesAtOnce);
      hash?.update(piece);
      pieces.push(ofThis.decode(piece, { stream: true }));
    }
    return pieces.join('') + ofThis.decode();
  } catch (error) {
    throw syntaxError(error, 'Syntax error: the body is not in UTF-8');
  }
}

async function parse(text: string): Promise<unknown> {
  try {
    return await inSlices(parseJson(text));
  } catch (error) {
    if (error instanceof TooMuchJson) throw new HttpProblem(400, error.message);
    const place = await inSlices(jsonFault(text));
    const at = place === null ? '' : ` at line ${place.line}, column ${place.column}`;
    throw syntaxError(error, `Syntax error${at}`);
  }
}

function syntaxError(cause: unknown, detail: string): HttpProblem {
  const problem = new HttpProblem(400, detail);
  problem.cause = cause;
  return problem;
}

// No database can store a NUL, or half of a surrogate pair.
const badCharacter = /[\0\p{Surrogate}]/u;

// So many elements of a list are checked between two yields.
const elementsAtOnce = 1000;

/** Whether something is nested too deep or, with `texts`, has a forbidden character. Yields regularly. */
function* findFault(body: unknown, texts: boolean): Generator<undefined, 'too deep' | 'bad text' | null> {
  const waiting: { value: object; levels: number }[] = [];
  let isBad = false;
  const look = (value: unknown, levels: number) => {
    if (texts && typeof value === 'string') isBad ||= badCharacter.test(value);
    if (typeof value === 'object' && value !== null) waiting.push({ value, levels });
  };
  look(body, deepest);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield;
    const { value } = next;
    const levels = next.levels - 1;
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      if (levels === 0 && list.length > 0) return 'too deep';
      for (const [index, one] of list.entries()) {
        if (index % elementsAtOnce === 0) yield;
        look(one, levels);
      }
      continue;
    }
    for (const [name, one] of Object.entries(value) as [string, unknown][]) {
      if (levels === 0) return 'too deep';
      if (texts) isBad ||= badCharacter.test(name);
      look(one, levels);
    }
  }
  return isBad ? 'bad text' : null;
}

/** Throws 422 for texts that no database can store: with a NUL, or half of a surrogate pair. Yields often. */
export function* refuseBadTexts(value: unknown): Generator<undefined, void> {
  const violations = new CountedList<Violation>(mostViolations);
  yield* findBadTexts(value, [], violations);
  if (violations.length > 0) throw new InvalidRequest(violations.kept, violations.length);
}

/** Collects the forbidden texts, also in names of fields. Yields for each value. */
function* findBadTexts(
  value: unknown,
  path: readonly PropertyKey[],
  violations: CountedList<Violation>,
): Generator<undefined, void> {
  yield;
  const check = (text: string) => {
    if (!badCharacter.test(text)) return false;
    violations.add(() => ({ path: propertyPath([...path]), code: 'regex', messageKey: 'badCharacter' }));
    return true;
  };
  if (typeof value === 'string') check(value);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) yield* findBadTexts(one, [...path, i], violations);
    return;
  }
  for (const [name, one] of Object.entries(value)) {
    if (!check(name)) yield* findBadTexts(one, [...path, name], violations);
  }
}
