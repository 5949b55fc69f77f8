import { type Catalog, otherLanguage } from '../../../contract/catalog';
import type { Event } from '../../../contract/event';
import type { Product } from '../../../contract/product';
import type { Image } from '../../../contract/values';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
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
    /** Empty if the server sends none. */
    languages,
    /** Whom customers ask; undefined if the server does not say. */
    issuer,
  };
}

const pictureView = (src: string, { width, height, alternative }: Image) => ({
  src,
  width,
  height,
  alternative,
});

/** The picture of an event or a product, or null. */
export function pictureOf(
  catalogId: string,
  kind: 'events' | 'products',
  { id, image }: Pick<Event | Product, 'id' | 'image'>,
) {
  return image ? pictureView(paths.image(catalogId, kind, id), image) : null;
}

const shortLength = 480;
const leadLength = 320;

function thingView(
  catalogId: string,
  kind: 'events' | 'products',
  { id, name, description, image }: Pick<Event | Product, 'id' | 'name' | 'description' | 'image'>,
) {
  return {
    id,
    name,
    excerpt: excerpt(description),
    /** Short enough to be shown completely at the top of a page; otherwise `lead` is shown there. */
    isShort: excerpt(description, Infinity).length <= shortLength,
    lead: excerpt(description, leadLength),
    sanitizedHtml: descriptionHtml(description),
    picture: pictureOf(catalogId, kind, { id, image }),
  };
}

export function eventView(catalogId: string, event: Event) {
  return {
    ...thingView(catalogId, 'events', event),
    venue: event.venue ?? null,
    /** The duration of its sessions is the time in which one may arrive. */
    isArrivalWindow: event.arrivalWindow === true,
  };
}

export function productView(catalogId: string, product: Product) {
  return thingView(catalogId, 'products', product);
}
