import { mostOfName, mostOfText } from '../contract/feed-text';
import { typedText, typedWords } from '../contract/typed-text';
import { type Draft, stringOf, type Texts } from './draft';
import type { ProblemCode } from './result';

/** Texts as they were typed, without the languages that have none. */
export function cleanTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) =>
      typedText(text) === '' ? [] : [[language, typedWords(text)]],
    ),
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
