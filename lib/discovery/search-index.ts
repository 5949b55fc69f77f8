import MiniSearch from 'minisearch';
import { listedKey, type ListedEvent, type Listing } from './listing';

/** Finds events by words. */
export interface SearchIndex {
  /** How well each event matches, by its key; events without an entry do not match. */
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

/** Words of letters and digits; each character of a script without spaces is a word. */
function words(text: string): string[] {
  return (
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? []
  );
}

const fields = ['name', 'venue', 'catalog', 'about'] as const;

function fieldsOf({ catalog, event }: ListedEvent): Record<(typeof fields)[number], string> {
  const { venue } = event;
  return {
    name: event.name,
    venue: venue ? `${venue.name} ${venue.address}` : '',
    catalog: catalog.name,
    about: event.description.replaceAll(/<[^>]*>/g, ' '),
  };
}

/** One wrong letter in a word of four or five letters; two, also exchanged ones, in a longer one. */
function typos(word: string): number {
  if (/\d/.test(word) || word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

/** An index of the texts of a listing. Every word of a search has to match, in any order; the last may be unfinished. */
export async function searchIndex({ events }: Pick<Listing, 'events'>): Promise<SearchIndex> {
  const index = new MiniSearch<{ key: string } & ReturnType<typeof fieldsOf>>({
    idField: 'key',
    fields: [...fields],
    storeFields: [],
    tokenize: words,
    processTerm: (term) => folded(term),
    searchOptions: {
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
  return {
    search: (text) => new Map(index.search(text).map(({ id, score }) => [String(id), score])),
  };
}
