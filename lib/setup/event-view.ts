import type { Image, GalleryImage } from '../contract/values';
import {
  type Draft,
  findEvent,
  isMembers,
  type Keyed,
  keyedOf,
  listOf,
  type Members,
  numberOf,
  stringOf,
  stringsOf,
  type Texts,
  textsOf,
} from './draft';

/** A picture with its alternative text by language. */
export type FeedImage = Omit<Image, 'alternative'> & { readonly alternative: Texts };
export type FeedGalleryImage = FeedImage & Pick<GalleryImage, 'credit' | 'focalPoint'>;

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Place {
  readonly name: string;
  readonly address: string;
  readonly position: Position | null;
}

export interface EventView {
  readonly key: string;
  readonly index: number;
  readonly name: Texts;
  readonly description: Texts;
  readonly image: FeedImage | null;
  readonly images: readonly FeedGalleryImage[];
  readonly place: Place | null;
  readonly arrivalWindow: boolean;
  readonly category: string | null;
  readonly languages: readonly string[];
  readonly accessibility: readonly string[];
  readonly meetingPoint: Texts;
  readonly included: Texts;
  readonly minimumAge: number | null;
  readonly sessionCount: number;
}

export const eventsOf = (draft: Draft): EventView[] => keyedOf(draft.events).map(viewOf);

export function eventOf(draft: Draft, key: string): EventView | null {
  const found = findEvent(draft, key);
  return found === undefined ? null : viewOf(found);
}

function viewOf({ key, index, members }: Keyed): EventView {
  return {
    key,
    index,
    name: textsOf(members['name']),
    description: textsOf(members['description']),
    image: imageOf(members['image']),
    images: listOf(members['images']).flatMap((image) => galleryImageOf(image) ?? []),
    place: placeOfEvent(members),
    arrivalWindow: members['arrivalWindow'] === true,
    category: stringOf(members['category']) || null,
    languages: stringsOf(members['languages']),
    accessibility: stringsOf(members['accessibility']),
    meetingPoint: textsOf(members['meetingPoint']),
    included: textsOf(members['included']),
    minimumAge: numberOf(members['minimumAge']),
    sessionCount: listOf(members['sessions']).length,
  };
}

function imageOf(image: unknown): FeedImage | null {
  if (!isMembers(image)) return null;
  return {
    contentUrl: stringOf(image['contentUrl']),
    width: numberOf(image['width']) ?? 0,
    height: numberOf(image['height']) ?? 0,
    alternative: textsOf(image['alternative']),
  };
}

function galleryImageOf(members: unknown): FeedGalleryImage | null {
  const image = imageOf(members);
  if (image === null || !isMembers(members)) return null;
  const { focalPoint: point, credit } = members;
  const [x, y] = isMembers(point) ? [numberOf(point['x']), numberOf(point['y'])] : [null, null];
  return {
    ...image,
    credit: stringOf(credit) || null,
    focalPoint: x === null || y === null ? null : { x, y },
  };
}

export function placeOfEvent(event: Members): Place | null {
  const { venue } = event;
  if (!isMembers(venue)) return null;
  const { position } = venue;
  const [latitude, longitude] = isMembers(position)
    ? [numberOf(position['latitude']), numberOf(position['longitude'])]
    : [null, null];
  return {
    name: stringOf(venue['name']),
    address: stringOf(venue['address']),
    position: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

export interface UsedPlace {
  readonly place: Place;
  /** The keys of the events that take place there. */
  readonly events: readonly string[];
}

/** The places of all events, each once. */
export function placesOf(draft: Draft): UsedPlace[] {
  const places = new Map<string, { place: Place; events: string[] }>();
  for (const { key, members } of keyedOf(draft.events)) {
    const place = placeOfEvent(members);
    if (place === null) continue;
    const id = placeId(place);
    const known = places.get(id) ?? places.set(id, { place, events: [] }).get(id);
    known?.events.push(key);
  }
  return [...places.values()];
}

/** A place is the same if its name and its address are. */
export const placeId = ({ name, address }: Pick<Place, 'name' | 'address'>) =>
  JSON.stringify([name, address]);
