/** Counted from 1, in characters (UTF-16 units). */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** What ends a string, begins an escape, or is not allowed in a string. Searched in turn, so that the time is linear. */
const special = /["\\\u0000-\u001f]/g;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The position after a string that begins here; null: it is none. */
function endOfString(text: string, begin: number): number | null {
  for (let from = begin + 1; ;) {
    special.lastIndex = from;
    const found = special.exec(text);
    if (found === null) return null;
    if (found[0] === '"') return special.lastIndex;
    escaped.lastIndex = found.index;
    if (!escaped.test(text)) return null;
    from = escaped.lastIndex;
  }
}

/** What may come next: a value, a first element or the end of a list, a name, and so on. */
type Expected = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'commaOrEnd' | 'nothing';

/** What is allowed at the place, with what follows it; null: it is a fault. */
class Scanner {
  expected: Expected = 'value';
  position = 0;
  /** The brackets that are open. */
  readonly #open: ('[' | '{')[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves over white space and one token; false at a fault or at the end. */
  step(): boolean {
    space.lastIndex = this.position;
    space.exec(this.#text);
    this.position = space.lastIndex;
    const next = this.#text[this.position];
    if (next === undefined) return false;
    switch (this.expected) {
      case 'value':
      case 'firstValue':
        return (
          (this.expected === 'firstValue' && next === ']' ? this.#end(next) : this.#begin(next)) ||
          this.#scalar('any')
        );
      case 'name':
      case 'firstName':
        return (this.expected === 'firstName' && next === '}' && this.#end(next)) || this.#scalar('name');
      case 'colon':
        return next === ':' && this.#move('value');
      case 'commaOrEnd':
        return next === ',' ? this.#move(this.#open.at(-1) === '{' ? 'name' : 'value') : this.#end(next);
      case 'nothing':
        return false;
    }
  }

  /** The whole text was one value. */
  isComplete(): boolean {
    return this.expected === 'nothing' && this.position === this.#text.length;
  }

  #move(expected: Expected, characters = 1): boolean {
    this.position += characters;
    this.expected = expected;
    return true;
  }

  #begin(next: string): boolean {
    if (next !== '[' && next !== '{') return false;
    this.#open.push(next);
    return this.#move(next === '[' ? 'firstValue' : 'firstName');
  }

  #end(next: string): boolean {
    const open = this.#open.at(-1);
    if ((next !== ']' || open !== '[') && (next !== '}' || open !== '{')) return false;
    this.#open.pop();
    return this.#move(this.#afterValue());
  }

  #scalar(kind: 'any' | 'name'): boolean {
    const begin = this.position;
    const end = this.#text[begin] === '"' ? endOfString(this.#text, begin) : this.#endOfOther(kind);
    return end !== null && this.#move(kind === 'name' ? 'colon' : this.#afterValue(), end - begin);
  }

  #endOfOther(kind: 'any' | 'name'): number | null {
    scalar.lastIndex = this.position;
    return kind === 'any' && scalar.test(this.#text) ? scalar.lastIndex : null;
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'nothing' : 'commaOrEnd';
  }
}

// So many tokens take about a millisecond.
const tokensAtOnce = 10_000;

/**
 * Where a text stops being JSON (RFC 8259); null: it is JSON. The errors of JSON.parse do not always tell. Yields
 * regularly, because a feed may have 50 MB.
 */
export function* jsonFault(text: string): Generator<undefined, JsonPlace | null> {
  const scanner = new Scanner(text);
  for (let tokens = 1; scanner.step(); tokens += 1) if (tokens % tokensAtOnce === 0) yield;
  if (scanner.isComplete()) return null;
  const before = text.slice(0, scanner.position).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
