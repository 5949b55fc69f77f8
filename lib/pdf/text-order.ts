import bidiFactory, { type Bidi } from 'bidi-js';

// Numbers run from left to right in every script.
const rightToLeft =
  /(?!\p{N})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

let bidi: Bidi | undefined;

/** Whether a text has letters that run from right to left. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** What a part of a text is put between, so that its direction does not change the order of its neighbours. */
export const isolate = { begin: '\u2068', end: '\u2069' } as const;

/**
 * For each character of a text the level of its direction (UAX #9): odd if it runs from right to left. Each paragraph has
 * the direction of its first letter, unless one is given.
 */
export function levelsOf(
  text: string,
  direction: 'auto' | 'ltr',
): { levels: Uint8Array; base: (at: number) => number } {
  if (!isRightToLeft(text)) return { levels: new Uint8Array(text.length), base: () => 0 };
  bidi ??= bidiFactory();
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
  return { levels, base: (at) => paragraphs.find(({ end }) => end >= at)?.level ?? 0 };
}

/** Runs of a line, from left to right (UAX #9, rule L2). */
export function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/**
 * The characters of a run in the order in which the font library expects them: it turns Arabic and Hebrew letters by
 * itself, but not the spaces and signs between them.
 */
export function drawnText(text: string, level: number): string {
  if (level % 2 === 0 || isRightToLeft(text)) return text;
  return [...graphemes.segment(text)]
    .reverse()
    .map(({ segment }) => bidi?.getMirroredCharacter(segment) ?? segment)
    .join('');
}
