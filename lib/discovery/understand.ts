import { typedText } from '../contract/typed-text';
import type { Language } from '../locale/languages';
import { folded, words } from './spelling';
import { type Lexicon, lexiconsFor, type Meaning } from './lexicon';

export type { Meaning };

/** Words of a search that mean something by which events are chosen, such as a day, a price or an audience. */
export interface Term {
  /** As they were typed, without what stands before them ("on"). */
  readonly typed: string;
  /** Folded. */
  readonly words: readonly string[];
  readonly meanings: readonly Meaning[];
  /** The search without them. */
  readonly without: string;
}

export interface Understood {
  readonly terms: readonly Term[];
  /** What is left to search for in texts. */
  readonly text: string;
}

interface Word {
  readonly typed: string;
  readonly folded: string;
  /** Where it stands in what was typed. */
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly meanings: readonly Meaning[];
}

const mostWordsOfPhrase = 4;
/** A shorter word with a mistake could be too many others. */
const shortestCorrected = 6;

function wordsOf(typed: string): Word[] {
  let at = 0;
  return words(typed).map((word) => {
    const start = typed.indexOf(word, at);
    at = start + word.length;
    return { typed: word, folded: folded(word), start, end: at };
  });
}

/** Whether one letter is wrong, missing, or too many, or two are exchanged. */
export function isOneMistake(typed: string, meant: string): boolean {
  const [short, long] = typed.length < meant.length ? [typed, meant] : [meant, typed];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isExchanged = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isExchanged && short.slice(at + 2) === long.slice(at + 2))
  );
}

/** "24 December", "24 de diciembre" or "December 24". */
function dateAt(all: readonly Word[], from: number, { months, small }: Lexicon): Found | null {
  const day = (word: Word | undefined) => /^(\d{1,2})(?:st|nd|rd|th|er|e)?$/.exec(word?.folded ?? '')?.[1];
  const month = (word: Word | undefined) => months.get(word?.folded ?? '');
  const between = small.has(all[from + 1]?.folded ?? '') ? 1 : 0;
  const to = from + 2 + between;
  const first = { day: day(all[from]), month: month(all[to - 1]) };
  const other = { day: day(all[from + 1]), month: month(all[from]) };
  const [found, end] = first.day !== undefined && first.month !== undefined ? [first, to] : [other, from + 2];
  if (found.day === undefined || found.month === undefined) return null;
  const value = `--${found.month}-${found.day.padStart(2, '0')}`;
  return { from, to: end, meanings: [{ kind: 'day', value }] };
}

function phraseAt(all: readonly Word[], from: number, { meanings }: Lexicon): Found | null {
  for (let length = Math.min(mostWordsOfPhrase, all.length - from); length > 0; length -= 1) {
    const phrase = all.slice(from, from + length).map((word) => word.folded);
    const found = meanings.get(phrase.join(' '));
    if (found !== undefined) return { from, to: from + length, meanings: found };
  }
  return null;
}

const currency: ReadonlySet<string> = new Set(['euro', 'euros', 'eur']);

/** "10 euros" or "up to 7,50 EUR". */
function priceAt(all: readonly Word[], from: number, { upTo }: Lexicon): Found | null {
  const lengths = Array.from({ length: mostWordsOfPhrase }, (_, length) => length).reverse();
  const isUpTo = (length: number) =>
    upTo.has(
      all
        .slice(from, from + length)
        .map((word) => word.folded)
        .join(' '),
    );
  const at = from + (lengths.find((length) => length > 0 && isUpTo(length)) ?? 0);
  const [whole, cents] = [all[at], all[at + 1]];
  if (whole === undefined || !/^\d{1,4}$/.test(whole.folded)) return null;
  const isDecimal = cents?.start === whole.end + 1 && /^\d{1,2}$/.test(cents.folded);
  const to = at + (isDecimal ? 3 : 2);
  if (!currency.has(all[to - 1]?.folded ?? '')) return null;
  const value = isDecimal ? `${whole.folded}.${cents.folded.padEnd(2, '0')}` : whole.folded;
  return { from, to, meanings: [{ kind: 'price', value }] };
}

/** The sign of a currency is no word: "€10" and "10 €" are read as "10 euro". */
const withCurrency = (typed: string) =>
  typed.replaceAll(/€\s*(\d+(?:[.,]\d{1,2})?)/g, '$1 euro').replaceAll(/(\d)\s*€/g, '$1 euro');

function correctedAt(all: readonly Word[], from: number, { meanings }: Lexicon): Found | null {
  const typed = all[from]?.folded ?? '';
  const meant = [...meanings.keys()].find((word) => isOneMistake(typed, word));
  const found = meant === undefined ? undefined : meanings.get(meant);
  return found === undefined ? null : { from, to: from + 1, meanings: found };
}

/**
 * What the words of a search ask for. `isInTexts`: whether some text has the word, which then is no mistake for another one.
 */
export function understand(
  given: string,
  language: Language,
  isInTexts: (word: string) => boolean,
): Understood {
  const typed = withCurrency(typedText(given));
  const lexicons = lexiconsFor(language);
  const own = lexicons.slice(0, 1);
  const all = wordsOf(typed);
  const isSmall = (word: Word) => lexicons[0]?.small.has(word.folded) === true;
  const findAt = (from: number): Found | null => {
    const { folded: word = '' } = all[from] ?? {};
    const isMistaken = word.length >= shortestCorrected && !/\d/.test(word) && !isInTexts(word);
    return (
      first(lexicons, (lexicon) => priceAt(all, from, lexicon)) ??
      first(lexicons, (lexicon) => phraseAt(all, from, lexicon)) ??
      first(lexicons, (lexicon) => dateAt(all, from, lexicon)) ??
      (isMistaken ? first(own, (lexicon) => correctedAt(all, from, lexicon)) : null)
    );
  };
  const found: Found[] = [];
  for (let at = 0; at < all.length; at = Math.max(at + 1, found.at(-1)?.to ?? 0)) {
    const one = findAt(at);
    if (one !== null) found.push(one);
  }
  // "on", "this" and "for" belong to what follows them.
  const cut = found.map((one, index) => {
    let from = one.from;
    const after = found[index - 1]?.to ?? 0;
    for (let before = all[from - 1]; from > after && before && isSmall(before); before = all[from - 1])
      from -= 1;
    return { start: all[from]?.start ?? 0, end: all[one.to - 1]?.end ?? 0 };
  });
  const left = leftOf(typed, cut);
  const hasText = found.length === 0 || words(left).length > 0;
  return {
    terms: found.map(({ from, to, meanings }, index) => ({
      typed: typed.slice(all[from]?.start, all[to - 1]?.end),
      words: all.slice(from, to).map((word) => word.folded),
      meanings,
      without: leftOf(typed, cut.slice(index, index + 1)),
    })),
    text: hasText ? withoutSmall(left, isSmall) : '',
  };
}

/** The first that is found in one of the lexicons. */
function first(lexicons: readonly Lexicon[], find: (lexicon: Lexicon) => Found | null): Found | null {
  for (const lexicon of lexicons) {
    const found = find(lexicon);
    if (found !== null) return found;
  }
  return null;
}

/** What was typed without some of its pieces. */
function leftOf(typed: string, pieces: readonly { readonly start: number; readonly end: number }[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of pieces) {
    left += `${typed.slice(at, start)} `;
    at = end;
  }
  return (left + typed.slice(at)).replaceAll(/\s+/g, ' ').trim();
}

/** Without small words, unless there are no others. */
function withoutSmall(text: string, isSmall: (word: Word) => boolean): string {
  const all = wordsOf(text);
  const others = all.filter((word) => !isSmall(word));
  return others.length === 0 || others.length === all.length
    ? text
    : others.map(({ typed }) => typed).join(' ');
}
