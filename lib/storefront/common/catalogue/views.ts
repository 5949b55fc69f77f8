import { type Catalog, otherLanguage } from '../../../contract/catalog';
import type { Event } from '../../../contract/event';
import type { Product } from '../../../contract/product';
import type { GalleryImage, Image } from '../../../contract/values';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { accentOf } from './accent';
import { descriptionHtml, excerpt } from './description';

// What pages show of the contract's resources: descriptions made safe, pictures with URLs of the shop.

export type CatalogView = ReturnType<typeof catalogView>;
/** An event or a product in a list. */
export type ThingView = ReturnType<typeof thingView>;
export type PictureView = ReturnType<typeof pictureView>;
export type EventView = ReturnType<typeof eventView>;

export function catalogView(catalog: Catalog, language: Language) {
  const { id, name, timezone, issuer, language: own } = catalog;
  const languages: readonly string[] = catalog.languages ?? (own === undefined ? [] : [own]);
  return {
    id,
    name,
    /** IANA name; undefined if the server sends none. */
    timezone,
    /** The language of the issuer's texts, when it is not the page's. */
    lang: otherLanguage(catalog, language),
    accent: accentOf(catalog),
    /** Empty if the server sends none. */
    languages,
    /** Whom customers ask; undefined if the server does not say. */
    issuer,
  };
}

type ShownImage = Image & Partial<Pick<GalleryImage, 'credit' | 'focalPoint'>>;

const pictureView = (src: string, { width, height, alternative, credit, focalPoint }: ShownImage) => ({
  src,
  width,
  height,
  alternative,
  credit: credit ?? null,
  focalPoint: focalPoint ?? null,
});

/** The picture of an event or a product, or null. */
export function pictureOf(
  catalogId: string,
  kind: 'events' | 'products',
  { id, image, images }: Pick<Event | Product, 'id' | 'image'> & Pick<Event, 'images'>,
) {
  if (!image) return null;
  // The list of an event's pictures knows more of it.
  const known = images?.find(({ contentUrl }) => contentUrl === image.contentUrl);
  return pictureView(paths.image(catalogId, kind, id), { ...known, ...image });
}

/** The other pictures of an event, and those of its venue. */
function galleryOf(catalogId: string, { id, image, images = [], venue }: Event) {
  const others = images.flatMap((one, number) =>
    one.contentUrl === image?.contentUrl
      ? []
      : [{ ...pictureView(paths.image(catalogId, 'events', id, number), one), place: '' }],
  );
  const ofVenue = (venue?.images ?? []).map((one, number) => ({
    ...pictureView(paths.image(catalogId, 'venues', id, number), one),
    place: venue?.name ?? '',
  }));
  return [...others, ...ofVenue];
}

const shortLength = 480;
const leadLength = 320;

function thingView(
  catalogId: string,
  kind: 'events' | 'products',
  thing: Pick<Event | Product, 'id' | 'name' | 'description' | 'image'> & Pick<Event, 'images'>,
) {
  const { id, name, description } = thing;
  return {
    id,
    name,
    excerpt: excerpt(description),
    /** Short enough to be shown completely at the top of a page; otherwise `lead` is shown there. */
    isShort: excerpt(description, Infinity).length <= shortLength,
    lead: excerpt(description, leadLength),
    sanitizedHtml: descriptionHtml(description),
    picture: pictureOf(catalogId, kind, thing),
  };
}

export function eventView(catalogId: string, event: Event) {
  return {
    ...thingView(catalogId, 'events', event),
    venue: event.venue ?? null,
    gallery: galleryOf(catalogId, event),
    /** The duration of its sessions is the time in which one may arrive. */
    isArrivalWindow: event.arrivalWindow === true,
    /** In which it is held (ISO 639-1); empty: not known, or none is needed. */
    languages: event.languages ?? [],
    /** What it is prepared for; empty: not known. */
    accessibility: event.accessibility ?? [],
    /** Empty: at the venue. */
    meetingPoint: event.meetingPoint ?? '',
    /** Null: at any. */
    minimumAge: event.minimumAge ?? null,
    /** Empty: it is not said. */
    included: event.included ?? '',
  };
}

export function productView(catalogId: string, product: Product) {
  return thingView(catalogId, 'products', product);
}
