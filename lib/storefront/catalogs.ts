import type { Language } from '../locale/languages';
import { load, type LoadedBy, need, noteShownAt } from './load';
import { catalogView, eventView, productView } from './views';

/** The issuers whose catalogues the shop may sell. */
export function loadCatalogs(language: Language) {
  return load([], async ({ client }) => {
    noteShownAt(new Date());
    const { members } = await client.listCatalogs({ language });
    return members.map((catalog) => catalogView(catalog, language));
  });
}

export function loadCatalogPage(language: Language, catalogId: string) {
  return load([catalogId], async ({ client }) => {
    noteShownAt(new Date());
    const call = { language };
    const [catalog, foundEvents, foundProducts] = await Promise.all([
      client.getCatalog(catalogId, call),
      client.listEvents(catalogId, call),
      client.listProducts(catalogId, call),
    ]);
    const [events, products] = [need(foundEvents), need(foundProducts)];
    return {
      catalog: catalogView(need(catalog), language),
      events: events.members.map((event) => eventView(catalogId, event)),
      products: products.members.map((product) => productView(catalogId, product)),
      /** False when a list was longer than what was read. */
      complete: events.complete && products.complete,
    };
  });
}

export type CatalogPage = LoadedBy<typeof loadCatalogPage>;
