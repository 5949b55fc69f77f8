import type { Position } from '../../../contract/event';
import { typedText } from '../../../contract/typed-text';
import { readPosition, roundedPosition } from '../../../discovery/position';
import { districtOf, districtOfPostcode } from '../../../discovery/district';
import {
  nearestFirst,
  type Place,
  type PlaceFromHere,
  placeKey,
  placesNamed,
  placesOf,
} from '../../../discovery/places';
import { formatDistance } from '../../../locale/distance';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { type Query, readOwnListing } from '../search/discovery';
import { load, type LoadedBy, noteShownAt } from '../../common/request/load';
import { parseCount, firstText } from '../../common/request/parameters';

export type PlacesPage = LoadedBy<typeof loadPlacesPage>;
export type PlaceView = PlacesPage['groups'][number]['places'][number];

const perPage = 24;
/** Events that are named with their place; a search shows the others. */
const mostEvents = 3;
/** Names that a browser proposes while a visitor types. */
const mostNames = 300;
/** The most characters of what a visitor types, or pastes. */
const longestText = 200;
/** Places that are named where several are possible. */
const mostNamed = 10;

/** Where to measure from: nothing asked; a position, with its name if it has one; or why there is none. */
type From =
  | { readonly kind: 'none' }
  | { readonly kind: 'position'; readonly position: Position; readonly name: string | null }
  | { readonly kind: 'several'; readonly places: readonly Place[] }
  | { readonly kind: 'noPosition'; readonly name: string }
  | { readonly kind: 'unknown' | 'outside' | 'tooLong' };

function readFrom(typed: string, places: readonly Place[]): From {
  if (typed === '') return { kind: 'none' };
  if (typed.length > longestText) return { kind: 'tooLong' };
  const position = readPosition(typed);
  if (position === 'outside') return { kind: 'outside' };
  if (position !== null) return { kind: 'position', position, name: null };
  const found = placesNamed(places, typed);
  const [first, second] = found;
  if (first === undefined) return fromDistrict(typed, places) ?? { kind: 'unknown' };
  const district = second === undefined ? null : fromDistrict(typed, found);
  if (district !== null) return district;
  if (second !== undefined) return { kind: 'several', places: found.slice(0, mostNamed) };
  const { name } = first;
  return first.position ? { kind: 'position', position: first.position, name } : { kind: 'noPosition', name };
}

/**
 * The middle of the places of a district, if it is what was typed, or if the postcode that was typed is of it. Null for
 * another text.
 */
function fromDistrict(typed: string, places: readonly Place[]): From | null {
  const asked = placeKey(districtOfPostcode(typed) ?? typed);
  const isAsked = (district: string) => ` ${placeKey(district)} `.includes(` ${asked} `);
  const own = places.filter(({ address }) => asked !== '' && isAsked(districtOf(address)));
  const positions = own.flatMap(({ position }) => position ?? []);
  if (positions.length === 0) return null;
  return { kind: 'position', position: middleOf(positions), name: typed };
}

/** Of places of one town, so not on both sides of the meridian of 180°. */
function middleOf(positions: readonly Position[]): Position {
  const mean = (value: (position: Position) => number) =>
    positions.reduce((sum, position) => sum + value(position), 0) / positions.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

interface Listed extends PlaceFromHere {
  /** Empty where places are sorted by their distance, or it is not known. */
  readonly district: string;
}

/** The nearest first, if the visitor asked from somewhere; else by district, those without one last. */
function sorted(places: readonly Place[], from: From, language: Language): Listed[] {
  if (from.kind === 'position') {
    return nearestFirst(places, from.position).map((place) => ({ ...place, district: '' }));
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  return places
    .map((place) => ({ ...place, distance: null, district: districtOf(place.address) }))
    .sort((a, b) => Number(a.district === '') - Number(b.district === '') || compare(a.district, b.district));
}

/** Places one after the other that are in one district. */
function grouped(places: readonly Listed[], language: Language) {
  const groups: { readonly district: string; readonly places: ReturnType<typeof placeView>[] }[] = [];
  for (const { district, ...place } of places) {
    const last = groups.at(-1);
    if (last?.district === district) last.places.push(placeView(place, language));
    else groups.push({ district, places: [placeView(place, language)] });
  }
  return groups;
}

function placeView({ events, distance, ...place }: PlaceFromHere, language: Language) {
  return {
    ...place,
    /** Null also for the place from which is measured. */
    distance: distance === null || distance < 5 ? null : formatDistance(distance, language),
    eventCount: events.length,
    events: events.slice(0, mostEvents).map(({ event, booking, day, catalog }) => ({
      id: event.id,
      name: event.name,
      booking,
      day,
      catalog,
    })),
  };
}

/** What the visitor typed, as the page repeats it, and what became of it. */
function fromView(from: From, typed: string, nearHref: (position: Position) => string) {
  const isPosition = from.kind === 'position';
  return {
    typed: typed.slice(0, longestText),
    kind: from.kind,
    /** What distances are measured from. */
    name: isPosition || from.kind === 'noPosition' ? (from.name ?? null) : null,
    most: longestText,
    choices:
      from.kind === 'several'
        ? from.places.map(({ name, address, position }) => ({
            name,
            address,
            href: position && nearHref(position),
          }))
        : [],
  };
}

/** What the page shows of these places; `query` is that of the address. */
export function placesView(all: readonly Place[], language: Language, catalogId: string, query: Query) {
  const typed = typedText(firstText(query['from']) ?? '');
  const from = readFrom(typed, all);
  const places = sorted(all, from, language);
  const pages = Math.max(1, Math.ceil(places.length / perPage));
  const page = Math.min(Math.max(1, parseCount(query['page'], 5) ?? 1), pages);
  const kept = from.kind === 'position' ? { from: typed } : {};
  const hrefOf = (to: number) =>
    paths.places(language, catalogId, { ...kept, ...(to === 1 ? {} : { page: String(to) }) });
  const nearHref = (position: Position) =>
    paths.places(language, catalogId, { from: roundedPosition(position) });
  const shown = places.slice((page - 1) * perPage, page * perPage);
  return {
    total: places.length,
    page,
    pages,
    previousHref: page > 1 ? hrefOf(page - 1) : null,
    nextHref: page < pages ? hrefOf(page + 1) : null,
    groups: grouped(shown, language),
    /** Whether the list has several districts, of which the page may show one. */
    hasDistricts: new Set(places.map(({ district }) => district)).size > 1,
    from: fromView(from, typed, nearHref),
    names: all.slice(0, mostNames).map(({ name }) => name),
  };
}

/**
 * The places of a catalogue with what takes place there next. `from` in the address names a place of the catalogue, one of
 * its districts or a position: the list is then sorted by the distance from there.
 */
export function loadPlacesPage(language: Language, catalogId: string, query: Query) {
  return load([catalogId], async (context) => {
    const { catalog, own } = await readOwnListing(context, language, catalogId);
    const now = new Date();
    noteShownAt(now);
    const places = placesOf(own.events, now, language);
    return { catalog, complete: own.complete, ...placesView(places, language, catalogId, query) };
  });
}
