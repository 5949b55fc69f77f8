// A piece of this many characters is parsed in about a millisecond.
const pieceLength = 100_000;
// More than a body of 50 MB could have in such short texts, and more than any real list has.
const mostElements = 1_000_000;
const mostMembers = 10_000;
// Deeper pieces are parsed at once: a body of only brackets would otherwise be read again for each level. Pieces
// with more characters than this would delay other requests.
const mostLevels = 8;
const longestWhole = 4_000_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text is well-formed, but longer or deeper than any real body. The message says what is too much. */
export class TooMuchJson extends Error {
  override name = 'TooMuchJson';
}

/**
 * The same result as `JSON.parse`, or the SyntaxError that it throws. Parses a long text in pieces and yields after
 * each, so that a body of megabytes does not delay other requests. Throws TooMuchJson for a list of more than a
 * million elements, an object of more than ten thousand members, and 4 MB below the eighth level.
 */
export function* parseJson(text: string): Generator<undefined, unknown> {
  return yield* parsePiece(text, 0, text.length, mostLevels);
}

function* parsePiece(text: string, from: number, to: number, levels: number): Generator<undefined, unknown> {
  const start = skipSpace(text, from);
  const code = text.charCodeAt(start);
  const isLong = to - start > pieceLength && levels > 0 && (code === openList || code === openObject);
  yield;
  if (levels === 0 && to - start > longestWhole) throw new TooMuchJson('Nesting too deep');
  if (!isLong) return JSON.parse(text.slice(from, to)) as unknown;
  const close = code === openList ? closeList : closeObject;
  const most = code === openList ? mostElements : mostMembers;
  const bounds = yield* findPieces(text, start, { to, most });
  const end = bounds.at(-1) ?? 0;
  if (text.charCodeAt(end) !== close || skipSpace(text, end + 1) < to) throw malformed(end);
  return code === openList
    ? yield* parseList(text, bounds, levels - 1)
    : yield* parseObject(text, bounds, levels - 1);
}

/**
 * Where the pieces of the list or object that opens at `start` begin and end: at commas between its members, and at
 * its closing bracket. A piece is one long member, or several short ones up to a maximum length.
 */
function* findPieces(
  text: string,
  start: number,
  { to, most }: { to: number; most: number },
): Generator<undefined, number[]> {
  const bounds = [start];
  let [begin, last, count] = [start, start, 1];
  const from = start + 1;
  // The member before this one ended at `last`, and this one ends at `end`.
  const note = (end: number) => {
    if (end - begin > pieceLength && last > begin) {
      bounds.push(last);
      begin = last;
    }
    last = end;
  };
  let depth = 0;
  let pause = from + pieceLength;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
      if (at < 0) throw malformed(to);
    } else if (code === openList || code === openObject) depth += 1;
    else if (code === comma && depth === 0) {
      count += 1;
      if (count > most) throw new TooMuchJson(`A list or an object has more than ${most} members`);
      note(at);
    } else if (code === closeList || code === closeObject) {
      if (depth === 0) {
        note(at);
        bounds.push(at);
        return bounds;
      }
      depth -= 1;
    }
    if (at < pause) continue;
    pause = at + pieceLength;
    yield;
  }
  throw malformed(to);
}

/** Where the text that begins with a quote ends, or -1: at the first quote behind an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}

function* piecesBetween(bounds: readonly number[]): Generator<readonly [number, number]> {
  let [start = 0] = bounds;
  for (const end of bounds.slice(1)) {
    yield [start + 1, end];
    start = end;
  }
}

function* parseList(
  text: string,
  bounds: readonly number[],
  levels: number,
): Generator<undefined, unknown[]> {
  const list: unknown[] = [];
  for (const [from, to] of piecesBetween(bounds)) {
    if (to - from > pieceLength) {
      list.push(yield* parsePiece(text, from, to, levels));
      continue;
    }
    yield;
    const some = JSON.parse(`[${text.slice(from, to)}]`) as unknown[];
    // A list may be empty, but each comma needs a member on both sides.
    if (some.length === 0) throw malformed(from);
    for (const one of some) list.push(one);
  }
  return list;
}

function* parseObject(text: string, bounds: readonly number[], levels: number): Generator<undefined, object> {
  const object = {};
  for (const [from, to] of piecesBetween(bounds)) {
    let some: object;
    if (to - from > pieceLength) {
      const name = skipSpace(text, from);
      const end = text.charCodeAt(name) === quote ? endOfText(text, name) : -1;
      const middle = skipSpace(text, end + 1);
      if (end < 0 || end > to || text.charCodeAt(middle) !== colon) throw malformed(from);
      const key = JSON.parse(text.slice(name, end + 1)) as string;
      some = Object.fromEntries([[key, yield* parsePiece(text, middle + 1, to, levels)]]);
    } else {
      yield;
      some = JSON.parse(`{${text.slice(from, to)}}`) as object;
      if (Object.keys(some).length === 0) throw malformed(from);
    }
    for (const [name, value] of Object.entries(some)) {
      // Like JSON.parse: a member of any name is an own property, `__proto__` too.
      Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }
  return object;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return at;
}

function malformed(at: number): SyntaxError {
  return new SyntaxError(`Unexpected token in JSON at position ${at}`);
}
