import { createScanner } from 'jsonc-parser';

/** Counted from 1, in characters (UTF-16 units). */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
}

/** By the number that the scanner gives to each kind of token; comments and what it does not know are none of them. */
const kinds = [
  '',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'scalar',
  'scalar',
  'scalar',
  'text',
  'scalar',
  '',
  '',
].concat(['space', 'space', '', 'end']);

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or close' | 'end';

// So many tokens take about a millisecond.
const tokensAtOnce = 10_000;

/**
 * Where a text stops being JSON (RFC 8259); null: it is JSON. The errors of JSON.parse do not always tell. Yields
 * regularly, because a feed may have 50 MB.
 */
export function* jsonFault(text: string): Generator<undefined, JsonPlace | null> {
  const scanner = createScanner(text);
  /** What closes the lists and objects that are open. */
  const open: string[] = [];
  let expected: Expected | null = 'value';
  for (let tokens = 1; expected !== null; tokens += 1) {
    if (tokens % tokensAtOnce === 0) yield;
    const kind = kinds[scanner.scan()] ?? '';
    if (kind === 'space') continue;
    if (kind === 'end' && expected === 'end') return null;
    expected = !scanner.getTokenError() ? after(kind, expected, open) : null;
  }
  return { line: scanner.getTokenStartLine() + 1, column: scanner.getTokenStartCharacter() + 1 };
}

/** What may come after a token; null: the token is not allowed here. */
function after(kind: string, expected: Expected, open: string[]): Expected | null {
  const isClosing = kind === open.at(-1) && (expected === ', or close' || expected.endsWith(kind));
  if (isClosing) open.pop();
  else if (kind === ':' || kind === ',') {
    if (!expected.startsWith(kind)) return null;
    return kind === ',' && open.at(-1) === '}' ? 'name' : 'value';
  } else if (expected.startsWith('name')) return kind === 'text' ? ':' : null;
  else if (!expected.startsWith('value')) return null;
  else if (kind === '[' || kind === '{') {
    open.push(kind === '[' ? ']' : '}');
    return kind === '[' ? 'value or ]' : 'name or }';
  } else if (kind !== 'scalar' && kind !== 'text') return null;
  return open.length === 0 ? 'end' : ', or close';
}
