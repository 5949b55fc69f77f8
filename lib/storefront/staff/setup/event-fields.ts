import { accessibilityFeatures } from '../../../contract/event';
import { languages } from '../../../locale/languages';
import type { Draft } from '../../../setup/draft';
import {
  type EventView,
  type FeedGalleryImage,
  type Place,
  placeId,
  placesOf,
} from '../../../setup/event-view';
import type { EventFields } from '../../../setup/events';
import { catalogOf } from '../../../setup/catalog';
import { checked } from '../../../setup/result';
import { cleanTexts } from '../../../setup/texts';
import { withText } from './catalog-fields';
import { isTicked, type Typed, textOf, wordsOf } from './typed';

/** What the form of an event contains at first. */
export function eventValues(draft: Draft, event: EventView | null): Typed {
  const { language } = catalogOf(draft);
  if (event === null) return { place: [placesOf(draft).length === 0 ? 'new' : ''] };
  const [picture] = event.images;
  const own = (texts: Readonly<Record<string, string>>) => [texts[language] ?? ''];
  return {
    name: own(event.name),
    description: own(event.description),
    category: [event.category ?? ''],
    meetingPoint: own(event.meetingPoint),
    included: own(event.included),
    minimumAge: [event.minimumAge === null ? '' : String(event.minimumAge)],
    arrivalWindow: [event.arrivalWindow ? 'yes' : ''],
    languages: event.languages,
    accessibility: event.accessibility,
    place: [event.place === null ? '' : placeId(event.place)],
    ...pictureValues(picture, language),
  };
}

function pictureValues(picture: FeedGalleryImage | undefined, language: string): Typed {
  const percent = (share: number | undefined) => [share === undefined ? '' : String(Math.round(share * 100))];
  return {
    imageAddress: [picture?.contentUrl ?? ''],
    imageText: [picture?.alternative[language] ?? ''],
    imageCredit: [picture?.credit ?? ''],
    imageX: percent(picture?.focalPoint?.x),
    imageY: percent(picture?.focalPoint?.y),
  };
}

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** An event as it was typed. What the form does not have stays as it is in `old`. `size`: of the picture, if it is another one. */
export function typedEvent(
  draft: Draft,
  old: EventView | null,
  typed: Typed,
  size: PictureSize | null,
): Partial<EventFields> & Pick<EventFields, 'name'> {
  const { language } = catalogOf(draft);
  const age = textOf(typed, 'minimumAge');
  const text = (name: 'name' | 'description' | 'meetingPoint' | 'included') =>
    withText(old?.[name] ?? {}, language, wordsOf(typed, name));
  return {
    name: text('name'),
    description: text('description'),
    meetingPoint: text('meetingPoint'),
    included: text('included'),
    category: textOf(typed, 'category') || null,
    minimumAge: age === '' ? null : Number(age),
    arrivalWindow: isTicked(typed, 'arrivalWindow'),
    languages: tickedOf(typed['languages'], old?.languages, languages),
    accessibility: tickedOf(typed['accessibility'], old?.accessibility, accessibilityFeatures),
    place: typedPlace(draft, old?.place ?? null, typed),
    images: typedPictures(old?.images ?? [], { typed, language, size }),
  };
}

/** What was ticked, in the order that it had, with what has no box in the form. */
function tickedOf(
  ticked: readonly string[] = [],
  old: readonly string[] = [],
  boxes: readonly string[],
): string[] {
  const kept = old.filter((one) => ticked.includes(one) || !boxes.includes(one));
  return [...kept, ...ticked.filter((one) => !kept.includes(one))];
}

/** One of the places of the catalogue, or the one that was typed; null: none. */
function typedPlace(draft: Draft, old: Place | null, typed: Typed): Place | null {
  const chosen = typed['place']?.[0] ?? '';
  const known = [...placesOf(draft).map(({ place }) => place), ...(old === null ? [] : [old])];
  const one = known.find((place) => placeId(place) === chosen);
  if (one !== undefined) return one;
  return chosen === 'new' || wordsOf(typed, 'placeName') !== '' ? newPlace(typed) : null;
}

/** A place as it was typed; a position that is no number is none of the earth. */
export function newPlace(typed: Typed): Place {
  const [latitude = '', longitude = ''] = ['placeLatitude', 'placeLongitude'].map((name) =>
    textOf(typed, name).replace(',', '.'),
  );
  return {
    name: wordsOf(typed, 'placeName'),
    address: wordsOf(typed, 'placeAddress'),
    position:
      latitude + longitude === '' ? null : { latitude: degrees(latitude), longitude: degrees(longitude) },
  };
}

const degrees = (text: string) => (text === '' ? Number.NaN : Number(text));

export const placeValues = ({ name, address, position }: Place): Typed => ({
  placeName: [name],
  placeAddress: [address],
  placeLatitude: [position === null ? '' : String(position.latitude)],
  placeLongitude: [position === null ? '' : String(position.longitude)],
});

/** The shop shows pictures of https addresses only. What stays visible needs both of its numbers. */
export function pictureProblems(typed: Typed, old: EventView | null) {
  const address = textOf(typed, 'imageAddress');
  if (address === '') return null;
  const [x, y] = [textOf(typed, 'imageX'), textOf(typed, 'imageY')];
  const shareProblem = (own: string, other: string) =>
    own === '' ? (other === '' ? null : 'missing') : /^(\d{1,2}|100)$/.test(own) ? null : 'invalid';
  return checked({
    imageAddress: isHttps(address) || address === old?.images[0]?.contentUrl ? null : 'invalid',
    imageX: shareProblem(x, y),
    imageY: shareProblem(y, x),
  });
}

const isHttps = (address: string) => URL.canParse(address) && new URL(address).protocol === 'https:';

/** The first picture as it was typed, before the others; without an address there is none. */
function typedPictures(
  [first, ...others]: readonly FeedGalleryImage[],
  { typed, language, size }: { typed: Typed; language: string; size: PictureSize | null },
): readonly FeedGalleryImage[] {
  const contentUrl = textOf(typed, 'imageAddress');
  if (contentUrl === '') return others;
  const share = (name: string) => (textOf(typed, name) === '' ? null : Number(textOf(typed, name)) / 100);
  const [x, y] = [share('imageX'), share('imageY')];
  const picture = {
    ...first,
    contentUrl,
    width: size?.width ?? first?.width ?? 0,
    height: size?.height ?? first?.height ?? 0,
    alternative: cleanTexts(
      withText(first?.alternative ?? {}, language, wordsOf(typed, 'imageText')),
      first?.alternative,
    ),
    credit: wordsOf(typed, 'imageCredit') || null,
    focalPoint: x === null || y === null ? null : { x, y },
  };
  return [picture, ...others];
}
