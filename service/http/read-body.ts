import { propertyPath } from './complaints';
import { inSlices } from './in-slices';
import { parseJson } from './parse-json';
import { type Complaint, HttpProblem, InvalidRequest } from './problem';

const mergePatch = 'application/merge-patch+json';
const jsonTypes = ['application/ld+json', 'application/json'];

// Deeper than anything that an operation takes, and far from what could exhaust the stack.
const deepest = 64;

/**
 * Reads the JSON body. 415 for another media type, 413 over the limit (bytes), 408 when it does not come in time,
 * 400 for malformed or too deep JSON, 422 for characters that no database keeps.
 */
export async function readBody(
  request: Request,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<unknown> {
  const served = request.method === 'PATCH' ? [mergePatch] : jsonTypes;
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!served.includes(type)) {
    throw new HttpProblem(
      415,
      `The content-type "${type}" is not supported. Supported MIME types are "${served.join('", "')}".`,
      request.method === 'PATCH' ? { 'accept-patch': mergePatch } : {},
    );
  }
  const text = await readText(request, limit, seconds);
  const body = await parse(text);
  // JSON in UTF-8 can't say a bad character but by an escape.
  const fault = await inSlices(findFault(body, text.includes('\\u')));
  if (fault === 'too deep') throw new HttpProblem(400, 'Nesting too deep');
  if (fault === 'bad text') throw new InvalidRequest(badTexts(body));
  return body;
}

async function readText(request: Request, limit: number, seconds: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (declared === null) return readStream(request, limit, seconds);
  if (Number(declared) > limit) throw tooLarge();
  // HTTP holds the client to the length that it declared, so all of it may be taken at once, which costs least.
  return decode(await inTime(request.arrayBuffer(), seconds));
}

/** Reads a body whose length nobody declared, and stops where it becomes too large. */
async function readStream(request: Request, limit: number, seconds: number): Promise<string> {
  const reader = request.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(value);
    }
  };
  try {
    await inTime(read(), seconds);
  } finally {
    await reader.cancel();
  }
  return decode(Buffer.concat(chunks));
}

async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new HttpProblem(408, 'Request Timeout')), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(): HttpProblem {
  return new HttpProblem(413, 'Request Entity Too Large');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw syntaxError(error);
  }
}

async function parse(text: string): Promise<unknown> {
  try {
    return await inSlices(parseJson(text));
  } catch (error) {
    throw syntaxError(error);
  }
}

function syntaxError(cause: unknown): HttpProblem {
  const problem = new HttpProblem(400, 'Syntax error');
  problem.cause = cause;
  return problem;
}

// No database keeps a NUL, or half of a surrogate pair.
const badCharacter = /[\0\p{Surrogate}]/u;

/** Whether something is nested too deep or, with `texts`, has a bad character. Yields now and then. */
function* findFault(body: unknown, texts: boolean): Generator<undefined, 'too deep' | 'bad text' | null> {
  const waiting = [{ value: body, levels: deepest }];
  let isBad = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, levels } = next;
    if (levels === 0) return 'too deep';
    if (texts && typeof value === 'string') isBad ||= badCharacter.test(value);
    if (typeof value !== 'object' || value === null) continue;
    yield;
    const isList = Array.isArray(value);
    for (const [name, one] of Object.entries(value) as [string, unknown][]) {
      if (texts && !isList) isBad ||= badCharacter.test(name);
      waiting.push({ value: one, levels: levels - 1 });
    }
  }
  return isBad ? 'bad text' : null;
}

/** The texts that no database keeps: with a NUL, or half of a surrogate pair (in names of fields as well). */
export function badTexts(value: unknown, path: PropertyKey[] = []): Complaint[] {
  if (typeof value === 'string') {
    return badCharacter.test(value)
      ? [{ path: propertyPath(path), code: 'regex', saying: 'badCharacter' }]
      : [];
  }
  if (Array.isArray(value)) return value.flatMap((one, i) => badTexts(one, [...path, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const [bad] = badTexts(name, path);
    return bad === undefined ? badTexts(one, [...path, name]) : [bad];
  });
}
