import MiniSearch from 'minisearch';
import { typedText } from '../contract/typed-text';
import { listedKey, type ListedEvent, type Listing } from './listing';

/** Finds events by words. */
export interface SearchIndex {
  /** How well each event matches, by its key; equal for equal matches. Events without an entry do not match. */
  search(words: string): ReadonlyMap<string, number>;
}

/** Letters without accents, in lower case: `Élégie` and `elegie` are the same; `ß` is `ss`, `œ` is `oe`. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}

/** How letters are written where a keyboard or a form has none of them. */
const inTwoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/**
 * The folded forms under which a text is found: `Müller` as `muller` and `mueller`, and `Mueller` as well, so that it
 * does not matter which of them a name has and which was typed.
 */
export function spellings(text: string): readonly string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const long = folded(lower.replaceAll(/[äöüøå]/g, (letter) => inTwoLetters[letter] ?? letter));
  const short = long.replaceAll(/([aou])e/g, '$1').replaceAll('aa', 'a');
  return [...new Set([folded(lower), long, short])];
}

/** Words of letters and digits; each character of a script without spaces is a word. */
export function words(text: string): string[] {
  return (
    typedText(text).match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu,
    ) ?? []
  );
}

const fields = ['name', 'venue', 'catalog', 'about'] as const;

function fieldsOf({ catalog, event }: ListedEvent): Record<(typeof fields)[number], string> {
  const { venue } = event;
  return {
    name: event.name,
    venue: venue ? `${venue.name} ${venue.address}` : '',
    catalog: catalog.name,
    about: event.description.replaceAll(/<[^<>]*>/g, ' '),
  };
}

/** One wrong letter in a word of four or five letters; two, also exchanged ones, in a longer one. */
function typos(word: string): number {
  if (/\d/.test(word) || word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * How well a name matches all words by itself; 0 if it does not. More than any score of the index: that one also
 * differs with the length of the other texts, which says nothing about what the customer means.
 */
function nameScore(name: readonly (readonly string[])[], asked: readonly string[]): number {
  const unfinished = asked.length - 1;
  const matches = (word: readonly string[] | undefined, at: number) =>
    word?.some((form) => form === asked[at] || (at === unfinished && form.startsWith(asked[at] ?? ''))) ===
    true;
  const isWhole = asked.every((word) => name.some((forms) => forms.includes(word)));
  if (asked.every((_, at) => matches(name[at], at))) return isWhole ? 4e6 : 3e6;
  if (isWhole) return 2e6;
  return asked.every((_, at) => name.some((word) => matches(word, at))) ? 1e6 : 0;
}

/** An index of the texts of a listing. Every word of a search has to match, in any order; the last may be unfinished. */
export async function searchIndex({ events }: Pick<Listing, 'events'>): Promise<SearchIndex> {
  const index = new MiniSearch<{ key: string } & ReturnType<typeof fieldsOf>>({
    idField: 'key',
    fields: [...fields],
    storeFields: [],
    tokenize: words,
    processTerm: (word) => [...spellings(word)],
    searchOptions: {
      processTerm: folded,
      combineWith: 'AND',
      boost: { name: 4, venue: 2 },
      prefix: true,
      fuzzy: typos,
      maxFuzzy: 2,
      weights: { fuzzy: 0.2, prefix: 0.6 },
    },
  });
  // With one key twice the index throws; the first counts.
  const keyed = new Map(events.map((event) => [listedKey(event), event]));
  const documents = [...keyed].map(([key, event]) => ({ key, ...fieldsOf(event) }));
  // In parts, so that thousands of events do not delay other requests.
  await index.addAllAsync(documents, { chunkSize: 50 });
  const names = new Map([...keyed].map(([key, { event }]) => [key, words(event.name).map(spellings)]));
  return {
    search: (text) => {
      const asked = words(text).map(folded);
      const scoreOf = (key: string, score: number) => nameScore(names.get(key) ?? [], asked) || score;
      return new Map(index.search(text).map(({ id, score }) => [String(id), scoreOf(String(id), score)]));
    },
  };
}
