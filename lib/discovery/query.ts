import type { AccessibilityFeature } from '../contract/event';
import { hasDayIn, daysOfWord } from './days';
import { type DayRange, type ListedBooking, type ListedEvent, listedKey } from './listing';
import type { SearchIndex } from './search-index';
import { folded, words } from './spelling';
import { type Term, understand } from './understand';
import type { Part } from './words/language-words';

/** What the words of a search ask for, ready to be asked of each event. */
export interface WordQuery {
  readonly terms: readonly Term[];
  /** What is searched for in texts. */
  readonly text: string;
  readonly matches: (event: ListedEvent) => boolean;
  /** How well an event matches the words; higher is better. */
  readonly score: (event: ListedEvent) => number;
  /** The days that the words mean, in the time zone of a catalogue; null: they mean none. */
  readonly daysOf: (catalogId: string) => readonly DayRange[] | null;
  /** The parts of the day that the words mean. */
  readonly parts: readonly Part[];
  /** The words for days, and for parts of the day, are left out. */
  readonly withoutDays: () => string;
  /** Of several words, the one that keeps the most of these events from being found. */
  readonly hindering: (
    events: readonly ListedEvent[],
  ) => { typed: string; without: string; count: number } | null;
}

/** `todays`: the day in the time zone of each catalogue. */
export function readQuery(q: string, index: SearchIndex, todays: ReadonlyMap<string, string>): WordQuery {
  const { terms, text } = understand(q, index.language, index.has);
  const texts = text === '' ? null : index.search(text);
  const named = terms.map((term) => index.named(term.words));
  const asks = terms.map((term) => readTerm(term, index, todays));
  /** The terms that the event's name does not have: what these ask for has to be so. */
  const open = (key: string, except = -1) =>
    asks.filter((_, at) => at !== except && named[at]?.has(key) !== true);
  const all = words(q).map(folded);
  const isFinished = terms.some(({ words: own }) => own.at(-1) === all.at(-1));
  const meant = [...terms.flatMap((term) => term.words), ...words(text).map(folded)];
  const ofTerms = [...todays.keys()].map((id) => [id, rangesOf(asks, id)] as const);
  const days = new Map(ofTerms);
  return {
    terms,
    text,
    matches: (event) => {
      const key = listedKey(event);
      return (texts?.has(key) ?? true) && fulfils(event, open(key));
    },
    score: (event) => {
      const key = listedKey(event);
      const byName = Math.max(
        index.nameScore(key, all, isFinished),
        meant.length === all.length ? 0 : index.nameScore(key, meant, isFinished),
      );
      return byName || (texts?.get(key) ?? 0);
    },
    daysOf: (catalogId) => days.get(catalogId) ?? null,
    parts: asks.flatMap((ask) => ask.parts),
    withoutDays: () => {
      const isOfDay = ({ meanings }: Term) => meanings.some(({ kind }) => kind === 'day' || kind === 'part');
      // Each time one is left out the others stand elsewhere.
      let left = q;
      for (let guard = 0; guard < terms.length; guard += 1) {
        left = understand(left, index.language, index.has).terms.find(isOfDay)?.without ?? left;
      }
      return left;
    },
    hindering: (events) => hinderingWord({ q, text, terms, index, open }, events),
  };
}

/** What the meanings of one term ask for. */
interface Ask {
  readonly days: ReadonlyMap<string, DayRange> | null;
  readonly parts: readonly Part[];
  /** The most that it may cost, in euros; Infinity: anything. */
  readonly most: number;
  readonly isGiftCard: boolean;
  readonly features: readonly AccessibilityFeature[];
  readonly audience: ReadonlySet<string> | null;
}

function readTerm({ meanings }: Term, index: SearchIndex, todays: ReadonlyMap<string, string>): Ask {
  const word = meanings.find((one) => one.kind === 'day')?.value;
  const audience = meanings.find((one) => one.kind === 'audience')?.value;
  const days = [...todays].flatMap(([id, today]) => {
    const range = word === undefined ? null : daysOfWord(word, today);
    return range === null ? [] : [[id, range] as const];
  });
  return {
    days: word === undefined ? null : new Map(days),
    parts: meanings.flatMap((one) => (one.kind === 'part' ? [one.value] : [])),
    most: Math.min(...meanings.flatMap((one) => (one.kind === 'price' ? [Number(one.value)] : []))),
    isGiftCard: meanings.some(({ kind }) => kind === 'giftCard'),
    features: meanings.flatMap((one) => (one.kind === 'accessibility' ? [one.value] : [])),
    audience: audience === undefined ? null : forAudience(index, audience),
  };
}

/** What is for families is for children. */
function forAudience(
  index: SearchIndex,
  audience: Parameters<SearchIndex['related']>[0],
): ReadonlySet<string> {
  const keys = index.related(audience);
  return audience === 'children' ? new Set([...keys, ...index.related('family')]) : keys;
}

/** The days of all terms: "saturday or sunday" means one of them. Null: no term means days. */
function rangesOf(asks: readonly Ask[], catalogId: string): DayRange[] | null {
  const all = asks.flatMap(({ days }) => (days === null ? [] : [days.get(catalogId)]));
  return all.length === 0 ? null : all.filter((range) => range !== undefined);
}

const always: DayRange = { first: '0000-01-01', last: '9999-12-31' };

function fulfils(listed: ListedEvent, asks: readonly Ask[]): boolean {
  if (asks.length === 0) return true;
  const { booking, catalog, event } = listed;
  const key = listedKey(listed);
  const audiences = asks.flatMap(({ audience }) => audience ?? []);
  if (audiences.length > 0 && !audiences.some((keys) => keys.has(key))) return false;
  const most = Math.min(...asks.map((ask) => ask.most));
  if (most !== Infinity && Number(booking?.fromPrice ?? Infinity) > most) return false;
  if (asks.some(({ isGiftCard }) => isGiftCard) && booking?.giftCard !== true) return false;
  if (asks.some(({ features }) => features.some((one) => event.accessibility?.includes(one) !== true)))
    return false;
  const [days, parts] = [rangesOf(asks, catalog.id), asks.flatMap((ask) => ask.parts)];
  if (days === null && parts.length === 0) return true;
  if (booking === null) return false;
  return (days ?? [always]).some((range) =>
    parts.length === 0
      ? hasDayIn(booking.days, range)
      : parts.some((part) => hasDayIn(daysOfPart(booking, part), range)),
  );
}

/** The days on which something of an event begins in a part of the day. */
export function daysOfPart({ daysByPart }: ListedBooking, part: Part): readonly DayRange[] {
  return daysByPart?.[part] ?? [];
}

interface Asked extends Pick<WordQuery, 'terms' | 'text'> {
  readonly q: string;
  readonly index: SearchIndex;
  readonly open: (key: string, except?: number) => Ask[];
}

/** An event that misses only one word is found without that one, so each word is searched for once. */
function hinderingWord({ q, text, terms, index, open }: Asked, events: readonly ListedEvent[]) {
  // What has no letters or digits, such as "&", is not searched for.
  const asked = [...new Set(text.split(' '))].filter((word) => words(word).length > 0);
  if (asked.length + terms.length < 2) return null;
  const found = asked.map((word) => ({ word, keys: index.search(word) }));
  const counts = new Map<string, { typed: string; without: string; count: number }>();
  const count = (typed: string, without: () => string) => {
    const before = counts.get(typed) ?? { typed, without: without(), count: 0 };
    counts.set(typed, { ...before, count: before.count + 1 });
  };
  for (const event of events) {
    const key = listedKey(event);
    const missed = found.filter(({ keys }) => !keys.has(key)).map(({ word }) => word);
    const [only] = missed;
    if (missed.length > 1) continue;
    if (only !== undefined) {
      if (fulfils(event, open(key))) count(only, () => withoutWord(q, only));
      continue;
    }
    for (const [at, term] of terms.entries()) {
      if (fulfils(event, open(key, at))) count(term.typed, () => term.without);
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.typed.localeCompare(b.typed))[0] ?? null;
}

/** A search without a word, without what is no word, and with each word once. */
function withoutWord(q: string, word: string): string {
  const all = q.split(' ').filter((each) => each !== word && words(each).length > 0);
  return [...new Set(all)].join(' ');
}
