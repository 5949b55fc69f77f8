import MiniSearch, { type Query } from 'minisearch';
import { type Language, supportedLanguage } from '../locale/languages';
import { listedKey, type ListedEvent, type Listing } from './listing';
import { folded, spellings, words } from './spelling';
import type { Concept } from './words/language-words';
import { compoundingLanguages, compoundParts, conceptsOf, isAudience } from './lexicon';

/** Finds events by words. */
export interface SearchIndex {
  /** The language that was asked for; texts may be in another one. */
  readonly language: Language;
  /** How well each event matches, by its key; equal for equal matches. Events without an entry do not match. */
  readonly search: (words: string) => ReadonlyMap<string, number>;
  /** The keys of events whose name, place or organiser has all of these folded words. */
  readonly named: (words: readonly string[]) => ReadonlySet<string>;
  /** The keys of events whose texts have a word of this concept, in any language, or whose category it is. */
  readonly related: (concept: Concept) => ReadonlySet<string>;
  /** How well an event's name matches folded words by itself; 0 if it does not. The last one may be unfinished. */
  readonly nameScore: (key: string, asked: readonly string[], isFinished?: boolean) => number;
  /** Whether some text has this folded word. */
  readonly has: (word: string) => boolean;
}

const texts = ['name', 'venue', 'catalog', 'about', 'parts'] as const;
/** `parts`: the words that compound ones are made of; `concepts`: what its words and its category mean. */
type IndexedEvent = Record<(typeof texts)[number] | 'concepts' | 'key', string>;

/** What the index needs of a word of a text. */
function meaningsOf(word: string, language: string) {
  const plain = folded(word);
  const parts = compoundParts(plain, language);
  return { parts, concepts: [plain, ...parts].flatMap((each) => [...conceptsOf(each)]) };
}

/** A function that works each value out once: texts repeat their words. */
function remembering<Value>(read: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const value = read(word);
    known.set(word, value);
    return value;
  };
}

/** Turns events into what is indexed; `language` is that of texts whose catalogue is in no other one. */
function indexing(language: Language) {
  const byLanguage = remembering((of) => remembering((word) => meaningsOf(word, of)));
  return (key: string, { catalog, event }: ListedEvent): IndexedEvent => {
    const { venue, name, category } = event;
    const about = event.description.replaceAll(/<[^<>]*>/g, ' ');
    const meanings = byLanguage(catalog.lang ?? language);
    const [ofName, ofAbout] = [words(name).map(meanings), words(about).map(meanings)];
    const concepts = [
      ...(category ? [category] : []),
      ...ofName.flatMap((word) => word.concepts),
      // Descriptions mention much that the event is not, but if they mention children, it is for them.
      ...ofAbout.flatMap((word) => word.concepts.filter(isAudience)),
    ];
    return {
      key,
      name,
      venue: venue ? `${venue.name} ${venue.address}` : '',
      catalog: catalog.name,
      about,
      parts: [...ofName, ...ofAbout].flatMap(({ parts }) => parts).join(' '),
      concepts: [...new Set(concepts)].join(' '),
    };
  };
}

/** One wrong letter in a word of four or five letters; two, also exchanged ones, in a longer one. */
function typos(word: string): number {
  if (/\d/.test(word) || word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * More than any score of the index: that one also differs with the length of the other texts, which says nothing about
 * what the customer means.
 */
function scoreOfName(
  name: readonly (readonly string[])[],
  asked: readonly string[],
  isFinished: boolean,
): number {
  if (asked.length === 0) return 0;
  const unfinished = isFinished ? -1 : asked.length - 1;
  const matches = (word: readonly string[] | undefined, at: number) =>
    word?.some((form) => form === asked[at] || (at === unfinished && form.startsWith(asked[at] ?? ''))) ===
    true;
  const isWhole = asked.every((word) => name.some((forms) => forms.includes(word)));
  if (asked.every((_, at) => matches(name[at], at))) return isWhole ? 4e6 : 3e6;
  if (isWhole) return 2e6;
  return asked.every((_, at) => name.some((word) => matches(word, at))) ? 1e6 : 0;
}

const exactly = { prefix: false, fuzzy: false } as const;
/** Less than a text that has the word. */
const relatedWeight = 0.05;

/**
 * The query for words, all of which have to match. Each may also be written as two ("lockkeeper", "SE19PX"), two of them
 * as one ("lock keeper"), and a word of the same concept is enough ("boat" for "Bootsfahrt").
 */
function queryFor(asked: readonly string[], has: (word: string) => boolean): Query {
  const all = asked.map((word) => ({
    combineWith: 'OR' as const,
    queries: alternatives(word, has),
  }));
  const joined = asked.slice(1).flatMap((word, before) => {
    const one = `${asked[before] ?? ''}${word}`;
    if (!has(one)) return [];
    const others = [...all.slice(0, before), { queries: [one], ...exactly }, ...all.slice(before + 2)];
    return [{ combineWith: 'AND' as const, queries: others }];
  });
  return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: all }, ...joined] };
}

const isMade = (parts: readonly string[]) => parts.length > 0;

function alternatives(word: string, has: (word: string) => boolean): Query[] {
  const split = Array.from(word, (_, at) => [word.slice(0, at), word.slice(at)] as const)
    .filter(([front, head]) => isLongEnough(front) && isLongEnough(head) && has(front) && has(head))
    .map((two) => [...two]);
  const made = compoundingLanguages.map((each) => compoundParts(word, each)).find(isMade) ?? [];
  const pieces = made.length === 2 && made.every(has) ? [...split, made] : split;
  const concepts = new Set([word, ...made].flatMap((each) => [...conceptsOf(each)]));
  return [
    word,
    ...pieces.map((two) => ({ combineWith: 'AND' as const, queries: two, ...exactly })),
    ...[...concepts].map((concept) => ({ queries: [concept], ...ofConcepts })),
  ];
}

/** So short words are parts of others by chance, but not if they have digits, as postcodes have. */
const isLongEnough = (part: string) => part.length >= 3 || (part.length === 2 && /\d/.test(part));

const ofConcepts = { fields: ['concepts'], boost: { concepts: relatedWeight }, ...exactly };

/** An empty index, and the words that it will know. */
function emptyIndex() {
  const known = new Set<string>();
  const spellingsOf = remembering(spellings);
  const index = new MiniSearch<IndexedEvent>({
    idField: 'key',
    fields: [...texts, 'concepts'],
    storeFields: [],
    tokenize: words,
    processTerm: (word, field) => {
      const forms = spellingsOf(word);
      if (field !== 'concepts') for (const form of forms) known.add(form);
      return [...forms];
    },
    searchOptions: {
      processTerm: folded,
      fields: [...texts],
      combineWith: 'AND',
      boost: { name: 4, venue: 2 },
      prefix: true,
      fuzzy: typos,
      maxFuzzy: 2,
      weights: { fuzzy: 0.2, prefix: 0.6 },
    },
  });
  return { index, known, spellingsOf };
}

/** An index of the texts of a listing. Every word of a search has to match, in any order; the last may be unfinished. */
export async function searchIndex(
  { events }: Pick<Listing, 'events'>,
  language: string,
): Promise<SearchIndex> {
  const own = supportedLanguage(language);
  const indexed = indexing(own);
  const { index, known, spellingsOf } = emptyIndex();
  // With one key twice the index throws; the first counts.
  const keyed = new Map(events.map((event) => [listedKey(event), event]));
  const all = [...keyed];
  // In parts, so that thousands of events do not delay other requests.
  for (let at = 0; at < all.length; at += partSize) {
    await index.addAllAsync(all.slice(at, at + partSize).map(([key, event]) => indexed(key, event)));
  }
  const names = new Map(all.map(([key, { event }]) => [key, words(event.name).map(spellingsOf)]));
  const has = (word: string) => known.has(word);
  const nameScore = (key: string, asked: readonly string[], isFinished = false) =>
    scoreOfName(names.get(key) ?? [], asked, isFinished);
  const keysOf = (query: Query, options = {}) =>
    new Set(index.search(query, options).map(({ id }) => String(id)));
  return {
    language: own,
    has,
    nameScore,
    search: (text) => {
      const asked = words(text).map(folded);
      if (asked.length === 0) return new Map();
      const found = index.search(queryFor(asked, has));
      return new Map(found.map(({ id, score }) => [String(id), nameScore(String(id), asked) || score]));
    },
    named: (asked) =>
      asked.every(has)
        ? keysOf({
            queries: [...asked],
            combineWith: 'AND',
            fields: ['name', 'venue', 'catalog'],
            ...exactly,
          })
        : new Set(),
    related: (concept) => keysOf({ queries: [concept], ...ofConcepts }),
  };
}

const partSize = 50;
