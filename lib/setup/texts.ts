import { mostOfName, mostOfText } from '../contract/feed-text';
import { typedText, typedWords } from '../contract/typed-text';
import { type Draft, stringOf, type Texts } from './draft';
import type { ProblemCode } from './result';

// Browsers write line ends of their own.
const plain = (text: string) => typedWords(text.replaceAll('\r\n', '\n'));

/**
 * Texts as they were typed, without the languages that have none. Those that are as they were in `old` stay exactly that, with their
 * no-break spaces and in their order.
 */
export function cleanTexts(texts: Texts, old: Texts = {}): Texts {
  const order = new Set([...Object.keys(old), ...Object.keys(texts)]);
  return Object.fromEntries(
    [...order].flatMap((language) => {
      const [text = '', before] = [texts[language], old[language]];
      if (typedText(text) === '') return [];
      return [[language, before !== undefined && plain(before) === plain(text) ? before : typedWords(text)]];
    }),
  );
}

/** The problem of a name, which is needed in the language of the catalogue. */
export function nameProblem(draft: Draft, name: Texts): ProblemCode | null {
  const own = name[stringOf(draft.catalog['language'])] ?? '';
  return typedText(own) === '' ? 'missing' : lineProblem(name);
}

export const lineProblem = (texts: Texts) => lengthProblem(texts, mostOfName);
export const textProblem = (texts: Texts) => lengthProblem(texts, mostOfText);

const lengthProblem = (texts: Texts, most: number): ProblemCode | null =>
  Object.entries(texts).every(([language, text]) => /^[a-z]{2}$/.test(language) && text.length <= most)
    ? null
    : 'invalid';
