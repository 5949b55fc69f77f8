// A piece of this many characters is parsed in about a millisecond.
const pieceLength = 100_000;
// Deeper pieces are parsed whole: a body that is nothing but brackets would be read again for each of its levels.
const mostLevels = 8;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What `JSON.parse` makes of a text, or the SyntaxError that it throws. Parses a long one piece by piece and yields
 * after each, so that a body of megabytes need not keep others waiting.
 */
export function* parseJson(text: string): Generator<undefined, unknown> {
  return yield* parsePiece(text, 0, text.length, mostLevels);
}

function* parsePiece(text: string, from: number, to: number, levels: number): Generator<undefined, unknown> {
  const start = skipSpace(text, from);
  const code = text.charCodeAt(start);
  const isLong = to - start > pieceLength && levels > 0 && (code === openList || code === openObject);
  yield;
  if (!isLong) return JSON.parse(text.slice(from, to)) as unknown;
  const close = code === openList ? closeList : closeObject;
  const bounds = yield* findMembers(text, start + 1, to);
  const end = bounds.at(-1) ?? 0;
  if (text.charCodeAt(end) !== close || skipSpace(text, end + 1) < to) throw malformed(end);
  return code === openList
    ? yield* parseList(text, [start, ...bounds], levels - 1)
    : yield* parseObject(text, [start, ...bounds], levels - 1);
}

/** Where the commas between the members of a list or an object stand, and at last what closes it. */
function* findMembers(text: string, from: number, to: number): Generator<undefined, number[]> {
  const found: number[] = [];
  let depth = 0;
  let pause = from + pieceLength;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
      if (at < 0) throw malformed(to);
    } else if (code === openList || code === openObject) depth += 1;
    else if (code === comma && depth === 0) found.push(at);
    else if (code === closeList || code === closeObject) {
      if (depth === 0) return [...found, at];
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

/** Members between these bounds, many short ones in a piece. */
function* pieces(bounds: readonly number[]): Generator<readonly [number, number]> {
  let [start = 0] = bounds;
  for (const [index, end] of bounds.entries()) {
    const next = bounds[index + 1];
    if (index > 0 && (next === undefined || next - start > pieceLength)) {
      yield [start + 1, end];
      start = end;
    }
  }
}

function* parseList(
  text: string,
  bounds: readonly number[],
  levels: number,
): Generator<undefined, unknown[]> {
  const list: unknown[] = [];
  for (const [from, to] of pieces(bounds)) {
    if (to - from > pieceLength) {
      list.push(yield* parsePiece(text, from, to, levels));
      continue;
    }
    yield;
    const some = JSON.parse(`[${text.slice(from, to)}]`) as unknown[];
    // A list may be empty, but there is a member on each side of a comma.
    if (some.length === 0) throw malformed(from);
    for (const one of some) list.push(one);
  }
  return list;
}

function* parseObject(text: string, bounds: readonly number[], levels: number): Generator<undefined, object> {
  const object = {};
  for (const [from, to] of pieces(bounds)) {
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
      // As JSON.parse does: a member of any name is an own one, `__proto__` too.
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
