import { accessibilityFeatures, type AccessibilityFeature } from '../contract/event';
import { type Language, languages } from '../locale/languages';
import { weekdays } from './days';
import { spellings, words } from './spelling';
import { de } from './words/de';
import { en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';
import { it } from './words/it';
import {
  audiences,
  type Audience,
  type Concept,
  type LanguageWords,
  type Part,
  parts,
} from './words/language-words';
import { nl } from './words/nl';

const tables: Readonly<Record<Language, LanguageWords>> = { en, fr, de, es, it, nl };

/**
 * What a word of a search asks for. `day`: a name of days or `--12-24` for a day of each year; `price`: the most that it may
 * cost, in euros.
 */
export type Meaning =
  | { readonly kind: 'day'; readonly value: string }
  | { readonly kind: 'part'; readonly value: Part }
  | { readonly kind: 'price'; readonly value: string }
  | { readonly kind: 'giftCard'; readonly value: 'giftCard' }
  | { readonly kind: 'accessibility'; readonly value: AccessibilityFeature }
  | { readonly kind: 'audience'; readonly value: Audience };

const phrases = (list: string) => list.split(',').map((phrase) => words(phrase));

/** The forms in which words are compared, joined by a space. */
function formsOf(phrase: readonly string[]): string[] {
  const each = phrase.map(spellings);
  return [0, 1, 2].map((form) => each.map((forms) => forms[form] ?? forms[0] ?? '').join(' '));
}

const isPart = (text: string): text is Part => parts.some((part) => part === text);
const whenMeans = (when: string) =>
  when.split('+').map((value): Meaning => (isPart(value) ? { kind: 'part', value } : { kind: 'day', value }));

/** The names of a language's days or months: of seven days from a Monday, or twelve months. */
function namesOf(language: Language, format: Intl.DateTimeFormatOptions, dates: readonly string[]) {
  const names = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' });
  return dates.map((date) => names.format(new Date(`${date}T12:00:00Z`)));
}

const week = [1, 2, 3, 4, 5, 6, 7].map((day) => `2024-01-0${day}`);
const year = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-01`);

export interface Lexicon {
  /** Meanings by words, as `formsOf` writes them. */
  readonly meanings: ReadonlyMap<string, readonly Meaning[]>;
  /** The number of a month, `01` to `12`, by its name. */
  readonly months: ReadonlyMap<string, string>;
  readonly small: ReadonlySet<string>;
  /** What stands before the most that something may cost, as `formsOf` writes it. */
  readonly upTo: ReadonlySet<string>;
}

function lexiconOf(language: Language): Lexicon {
  const { when, free, giftCard, accessibility, upTo, small, concepts } = tables[language];
  const named = namesOf(language, { weekday: 'long' }, week).map(
    (name, day) => [name, [{ kind: 'day', value: weekdays[day] ?? '' }]] as const,
  );
  const given: readonly (readonly [string, readonly Meaning[]])[] = [
    ...named,
    ...Object.entries(when).map(([means, list]) => [list, whenMeans(means)] as const),
    [free, [{ kind: 'price', value: '0' }]],
    [giftCard, [{ kind: 'giftCard', value: 'giftCard' }]],
    ...accessibilityFeatures.map(
      (value) => [accessibility[value], [{ kind: 'accessibility', value }]] as const,
    ),
    ...audiences.map((value) => [concepts[value], [{ kind: 'audience', value }]] as const),
  ];
  const meanings = new Map<string, readonly Meaning[]>();
  for (const [list, means] of given) {
    for (const phrase of phrases(list)) for (const form of formsOf(phrase)) meanings.set(form, means);
  }
  if (compoundingLanguages.includes(language))
    addDaysWithParts(
      meanings,
      named.flatMap(([name]) => spellings(name)),
    );
  const months = namesOf(language, { day: 'numeric', month: 'long' }, year).map((text) => {
    return words(text).filter((word) => !/\d/.test(word) && !isSmall(small, word));
  });
  return {
    meanings,
    months: new Map(
      months.flatMap((name, month) =>
        formsOf(name).map((form) => [form, String(month + 1).padStart(2, '0')] as const),
      ),
    ),
    small: new Set(phrases(small).flatMap(formsOf)),
    upTo: new Set(phrases(upTo).flatMap(formsOf)),
  };
}

const isSmall = (small: string, word: string) => phrases(small).some(([first]) => first === word);

/** `Samstagabend` is one word in German, as is `zaterdagavond` in Dutch. */
function addDaysWithParts(meanings: Map<string, readonly Meaning[]>, days: readonly string[]): void {
  const ofParts = [...meanings].filter(([word, [first]]) => first?.kind === 'part' && !word.includes(' '));
  for (const day of days) {
    const means = meanings.get(day) ?? [];
    for (const [part, also] of ofParts) meanings.set(day + part, [...means, ...also]);
  }
}

/** In these languages one word is often written for two. */
export const compoundingLanguages: readonly Language[] = ['de', 'nl'];

const lexicons = new Map(languages.map((language) => [language, lexiconOf(language)]));

/** The words of a language, then those of the others: somebody may search in their own language on any page. */
export function lexiconsFor(language: Language): readonly Lexicon[] {
  return [language, ...languages.filter((other) => other !== language)].flatMap(
    (each) => lexicons.get(each) ?? [],
  );
}

const conceptsByWord = new Map<string, Set<Concept>>();
for (const { concepts } of Object.values(tables)) {
  for (const [concept, list] of Object.entries(concepts) as [Concept, string][]) {
    for (const form of phrases(list).flatMap(formsOf)) {
      conceptsByWord.set(form, (conceptsByWord.get(form) ?? new Set()).add(concept));
    }
  }
}

/** The concepts of a folded word, in any language. */
export const conceptsOf = (word: string): Iterable<Concept> => conceptsByWord.get(word) ?? [];

/** Whether it says for whom something is. */
export const isAudience = (concept: Concept): concept is Audience =>
  audiences.some((audience) => audience === concept);

/** The words of which others are made: kinds of events and parts of the day. */
const partsOfCompounds = new Map<string, ReadonlySet<string>>(
  compoundingLanguages.map((language) => {
    const { when, concepts } = tables[language];
    const lists = [...Object.values(concepts), ...parts.map((part) => when[part] ?? '')];
    const known = lists
      .flatMap(phrases)
      .filter((phrase) => phrase.length === 1)
      .flatMap(formsOf);
    return [language, new Set(known.filter((word) => word.length >= 4))] as const;
  }),
);

/** What joins two words: `Museum-s-nacht`. */
const joints = ['', 's', 'es', 'n', 'en', 'er', 'e'];
const longHead = 5;

/**
 * The known words that a folded word of a German or Dutch text is made of: `orgelkonzert` of `konzert`, `bootsfahrt` of
 * `boot` and `fahrt`. A short word at the end counts only after a known one (`manifest` is no `fest`).
 */
export function compoundParts(word: string, language: string): string[] {
  const known = partsOfCompounds.get(language);
  if (known === undefined || word.length < 8) return [];
  for (let at = 3; at <= word.length - 4; at += 1) {
    const [front, head] = [word.slice(0, at), word.slice(at)];
    if (!known.has(head)) continue;
    const first = joints
      .filter((joint) => front.endsWith(joint))
      .map((joint) => front.slice(0, front.length - joint.length))
      .find((part) => known.has(part));
    if (first !== undefined) return [first, head];
    if (head.length >= longHead) return [head];
  }
  return [];
}
