import type { Language } from '../locale/languages';
import { load, type Loaded } from './load';
import {
  catalogView,
  eventView,
  productView,
  type CatalogView,
  type EventView,
  type ThingView,
} from './views';

/** The issuers whose catalogues we may sell. */
export function loadCatalogs(language: Language): Promise<Loaded<readonly CatalogView[]>> {
  return load([], async ({ client }) => {
    const { members } = await client.listCatalogs({ language });
    return { kind: 'found', value: members.map((catalog) => catalogView(catalog, language)) };
  });
}

export interface CatalogPage {
  readonly catalog: CatalogView;
  readonly events: readonly EventView[];
  readonly products: readonly ThingView[];
  /** False when a list was longer than we read. */
  readonly complete: boolean;
}

/** A catalogue with all that is in it. */
export function loadCatalogPage(language: Language, catalogId: string): Promise<Loaded<CatalogPage>> {
  return load([catalogId], async ({ client }) => {
    const call = { language };
    const [catalog, events, products] = await Promise.all([
      client.getCatalog(catalogId, call),
      client.listEvents(catalogId, call),
      client.listProducts(catalogId, call),
    ]);
    if (catalog.kind === 'missing') return catalog;
    if (events.kind === 'missing') return events;
    if (products.kind === 'missing') return products;
    return {
      kind: 'found',
      value: {
        catalog: catalogView(catalog.value, language),
        events: events.value.members.map((event) => eventView(catalogId, event)),
        products: products.value.members.map((product) => productView(catalogId, product)),
        complete: events.value.complete && products.value.complete,
      },
    };
  });
}
