import type { EventCategory, Position } from '@/lib/contract/event';
import { positionSchema } from '@/lib/contract/event';
import type { ParsedFeed } from '@/lib/contract/feed';
import { quantity, readLine } from './schema-org-values';
import type { DocumentPart } from './schema-org-part';

/** The kinds of events of schema.org that are one of our categories. */
const categories: Readonly<Record<string, EventCategory>> = {
  ChildrensEvent: 'family',
  ComedyEvent: 'comedy',
  CourseInstance: 'workshop',
  DanceEvent: 'dance',
  EducationEvent: 'talk',
  ExhibitionEvent: 'exhibition',
  Festival: 'festival',
  FoodEvent: 'food',
  LiteraryEvent: 'literature',
  MusicEvent: 'music',
  ScreeningEvent: 'cinema',
  SportsEvent: 'sport',
  TheaterEvent: 'theatre',
  VisualArtsEvent: 'exhibition',
};

/** The members of a feed's event that customers search by. */
export type EventFacts = Pick<ParsedFeed['events'][number], 'category' | 'languages'>;

/** What customers search by: the kind of event by its `@type`, and the languages of `inLanguage`. */
export function readFacts(node: DocumentPart): EventFacts {
  const [category = null] = node.types().flatMap((type) => categories[type] ?? []);
  const languages = node.list('inLanguage').flatMap((language) => {
    const written = readLine(language.at('alternateName').isAbsent ? language : language.at('alternateName'));
    const code = written?.toLowerCase().split('-')[0] ?? '';
    if (/^[a-z]{2}$/.test(code)) return [code];
    language.warn('Left out: a language code is needed, such as "en".');
    return [];
  });
  return { category, languages: [...new Set(languages)] };
}

/** The position of a place, or null. */
export function readPosition(place: DocumentPart): Position | null {
  const geo = place.list('geo')[0];
  if (geo === undefined) return null;
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) => quantity(geo.at(name)));
  const read = positionSchema.safeParse({ latitude: number(latitude), longitude: number(longitude) });
  return read.success ? read.data : geo.warn('Left out: a latitude and a longitude in degrees are needed.');
}

function number(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}
