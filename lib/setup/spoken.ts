import { typedText } from '../contract/typed-text';
import { type Draft, keyedOf, type Members, stringOf, type Texts, textsOf } from './draft';

/** Something that has no name in a language; `thing` as pages of translations are called, such as `events/boat`. */
export interface Unnamed {
  readonly thing: string;
  readonly name: Texts;
}

/** A language in which something of the draft has a name; it is shown only if `unnamed` is empty (docs/programme.md). */
export interface NamedLanguage {
  readonly language: string;
  readonly unnamed: readonly Unnamed[];
}

/** The languages in which the catalogue, an event or a tariff has a name, by their codes. */
export function namedLanguages(draft: Draft): NamedLanguage[] {
  const named = [
    thingOf('catalog/', draft.catalog),
    ...keyedOf(draft.events).map(({ key, members }) => thingOf(`events/${key}`, members)),
    ...keyedOf(draft.products).map(({ key, members }) => thingOf(`products/${key}`, members)),
  ];
  const own = stringOf(draft.catalog['language']);
  const languages = new Set([own, ...named.flatMap(({ name }) => Object.keys(name).filter(isIn(name)))]);
  return [...languages].sort().map((language) => ({
    language,
    unnamed: named.filter(({ name }) => !isIn(name)(language)),
  }));
}

const thingOf = (thing: string, { name }: Members): Unnamed => ({ thing, name: textsOf(name) });

const isIn = (name: Texts) => (language: string) => typedText(name[language] ?? '') !== '';

/** Those of these languages in which publishing the draft would no longer show the catalogue. */
export function lostLanguages(draft: Draft, shown: readonly string[]): NamedLanguage[] {
  const named = namedLanguages(draft);
  return shown.flatMap((language) => {
    const one = named.find((each) => each.language === language) ?? { language, unnamed: [] };
    const isLost = one.unnamed.length > 0 || !named.includes(one);
    return isLost && language !== draft.catalog['language'] ? [one] : [];
  });
}
