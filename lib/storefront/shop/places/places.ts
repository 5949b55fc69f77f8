import type { Position } from '../../../contract/event';
import { typedText } from '../../../contract/typed-text';
import { readPosition, roundedPosition } from '../../../discovery/position';
import {
  nearestFirst,
  type Place,
  type PlaceFromHere,
  placesNamed,
  placesOf,
} from '../../../discovery/places';
import { formatDistance } from '../../../locale/distance';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { type Query, readOwnListing } from '../search/discovery';
import { load, type LoadedBy, noteShownAt } from '../../common/request/load';
import { parseCount, firstText } from '../../common/request/parameters';
import { type MapMarker, type MapSize, type PlaceMap, placeMap } from './place-map';

export type PlacesPage = LoadedBy<typeof loadPlacesPage>;
export type PlaceView = PlacesPage['places'][number];
export type PlaceMapView = NonNullable<PlacesPage['maps']>['phone'];

const perPage = 24;
/** Events that are named with their place; a search shows the others. */
const mostEvents = 3;
/** Names that a browser proposes while a visitor types. */
const mostNames = 300;
/** The most characters of what a visitor types, or pastes. */
const longestText = 200;
/** Places that are named where several are possible, or are too far away for the map. */
const mostNamed = 10;

/** On a phone a finger needs 44 px; the page is 288 px wide there, or more. */
const phone: MapSize = { width: 300, least: 180, most: 360, gap: 46 };
const desktop: MapSize = { width: 600, least: 240, most: 560, gap: 38 };

/** Where to measure from: nothing asked; a position, with the place's name if it has one; or why there is none. */
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
  if (first === undefined) return { kind: 'unknown' };
  if (second !== undefined) return { kind: 'several', places: found.slice(0, mostNamed) };
  const { name } = first;
  return first.position ? { kind: 'position', position: first.position, name } : { kind: 'noPosition', name };
}

interface Numbered extends Place {
  /** In the whole list, from 1. */
  readonly number: number;
  /** Meters from where the visitor asked; null: not asked, or not known. */
  readonly distance: number | null;
}

function numbered(places: readonly Place[], from: From): Numbered[] {
  const sorted: readonly PlaceFromHere[] =
    from.kind === 'position'
      ? nearestFirst(places, from.position)
      : places.map((place) => ({ ...place, distance: null }));
  return sorted.map((place, index) => ({ ...place, number: index + 1 }));
}

/** The entry of a place, on the page of the list that has it. */
function entryLink(number: number, shown: number, hrefOf: (page: number) => string): string {
  const page = Math.ceil(number / perPage);
  return `${page === shown ? '' : hrefOf(page)}#place-${number}`;
}

interface MapContext {
  readonly places: readonly Numbered[];
  readonly from: From;
  readonly page: number;
  /** The address of a page of the list. */
  readonly hrefOf: (page: number) => string;
  readonly nearHref: (position: Position) => string;
}

/** A marker leads to its place's entry; one of several leads to a list with these first, or is already there. */
function markerView({ x, y, numbers, position }: MapMarker, context: MapContext) {
  const { places, from, page, hrefOf, nearHref } = context;
  const [first = 1] = numbers;
  const isFirst = from.kind === 'position' && first === 1;
  const isOne = numbers.length === 1;
  return {
    x,
    y,
    number: isOne ? first : null,
    count: numbers.length,
    names: numbers.slice(0, 3).map((number) => places[number - 1]?.name ?? ''),
    href: isOne || isFirst ? entryLink(first, page, hrefOf) : nearHref(position),
  };
}

function mapView(map: PlaceMap, context: MapContext, language: Language) {
  const { markers, scale, outside, ...drawing } = map;
  return {
    ...drawing,
    markers: markers.map((marker) => markerView(marker, context)),
    scale: scale && { length: scale.length, text: formatDistance(scale.meters, language) },
    /** How many places are too far away for the map, and the first of them. */
    outsideCount: outside.length,
    outside: outside.slice(0, mostNamed).map((number) => ({
      number,
      name: context.places[number - 1]?.name ?? '',
      href: entryLink(number, context.page, context.hrefOf),
    })),
  };
}

/** Two drawings, because fingers need larger markers than mice; null if there are not two places to draw. */
function mapsOf(context: MapContext, shown: readonly Numbered[], language: Language) {
  const { from } = context;
  // With distances the map shows the places of the page, so that what is near can be told apart.
  const points = (from.kind === 'position' ? shown : context.places).flatMap(({ number, position }) =>
    position === null ? [] : [{ number, position }],
  );
  // A place of the list has a marker of its own.
  const visitor = from.kind === 'position' && from.name === null ? from.position : null;
  if (points.length < 2) return null;
  const [small, large] = [phone, desktop].map((size) => placeMap(points, size, visitor));
  if (!small || !large) return null;
  return {
    count: points.length,
    phone: mapView(small, context, language),
    desktop: mapView(large, context, language),
  };
}

function placeView({ events, distance, ...place }: Numbered, language: Language) {
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
function fromView(from: From, typed: string, nearHref: MapContext['nearHref']) {
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
  const places = numbered(all, from);
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
    places: shown.map((place) => placeView(place, language)),
    maps: mapsOf({ places, from, page, hrefOf, nearHref }, shown, language),
    from: fromView(from, typed, nearHref),
    names: all.slice(0, mostNames).map(({ name }) => name),
  };
}

/**
 * The places of a catalogue with what takes place there next. `from` in the address names a place of the catalogue or a
 * position: the list is then sorted by the distance from there.
 */
export function loadPlacesPage(language: Language, catalogId: string, query: Query) {
  return load([catalogId], async (context) => {
    const { catalog, own, accent } = await readOwnListing(context, language, catalogId);
    const now = new Date();
    noteShownAt(now);
    const places = placesOf(own.events, now, language);
    return { catalog, accent, complete: own.complete, ...placesView(places, language, catalogId, query) };
  });
}
