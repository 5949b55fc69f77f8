import type { Catalog } from '../contract/catalog';
import type { Event } from '../contract/event';
import type { Product } from '../contract/product';
import type { Language } from '../locale/languages';
import { paths } from '../locale/paths';
import { descriptionHtml, excerpt } from './description';

/** What pages show of the contract's resources: descriptions made safe, pictures by way of our own address. */

export interface CatalogView {
  readonly id: string;
  readonly name: string;
  /** IANA; undefined where the server tells none. */
  readonly timezone: string | undefined;
  /** The language that the issuer's texts are in, when it is not the page's. */
  readonly lang: string | undefined;
  /** Empty where the server tells none. */
  readonly languages: readonly string[];
}

export interface PictureView {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
}

export interface ThingView {
  readonly id: string;
  readonly name: string;
  readonly excerpt: string;
  /** Short enough to be read whole at the head of a page? Else `lead` stands there. */
  readonly isShort: boolean;
  readonly lead: string;
  readonly sanitizedHtml: string;
  readonly picture: PictureView | null;
}

export interface EventView extends ThingView {
  readonly venue: { readonly name: string; readonly address: string } | null;
}

export function catalogView(catalog: Catalog, language: Language): CatalogView {
  const own = catalog.language === undefined ? [] : [catalog.language];
  const { languages = own } = catalog;
  return {
    id: catalog.id,
    name: catalog.name,
    timezone: catalog.timezone,
    lang: languages.includes(language) ? undefined : catalog.language,
    languages,
  };
}

const shortText = 480;
const leadText = 320;

function thingView(
  catalogId: string,
  kind: 'events' | 'products',
  thing: Pick<Event | Product, 'id' | 'name' | 'description' | 'image'>,
): ThingView {
  const { id, name, description, image } = thing;
  return {
    id,
    name,
    excerpt: excerpt(description),
    isShort: excerpt(description, Infinity).length <= shortText,
    lead: excerpt(description, leadText),
    sanitizedHtml: descriptionHtml(description),
    picture:
      image === null || image === undefined
        ? null
        : {
            src: paths.image(catalogId, kind, id),
            width: image.width,
            height: image.height,
            alternative: image.alternative,
          },
  };
}

export function eventView(catalogId: string, event: Event): EventView {
  return { ...thingView(catalogId, 'events', event), venue: event.venue ?? null };
}

export function productView(catalogId: string, product: Product): ThingView {
  return thingView(catalogId, 'products', product);
}
