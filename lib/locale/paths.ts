import type { Language } from './languages';

type Query = Readonly<Record<string, string | undefined>>;

function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The storefront's own addresses, each made in one place so that links can't drift. */
export const paths = {
  home: (language: Language) => `/${language}`,
  catalog: (language: Language, catalogId: string) => `/${language}/catalogs/${catalogId}`,
  event: (
    language: Language,
    catalogId: string,
    eventId: string,
    query?: { from?: string; date?: string; time?: string; session?: string },
  ) => withQuery(`/${language}/catalogs/${catalogId}/events/${eventId}`, query),
  product: (
    language: Language,
    catalogId: string,
    productId: string,
    query?: { month?: string; date?: string },
  ) => withQuery(`/${language}/catalogs/${catalogId}/products/${productId}`, query),
  offer: (language: Language, catalogId: string, offerId: string, query?: Query) =>
    withQuery(`/${language}/catalogs/${catalogId}/offers/${offerId}`, query),
  checkout: (language: Language, checkoutId: string) => `/${language}/checkout/${checkoutId}`,
  order: (language: Language, checkoutId: string) => `/${language}/orders/${checkoutId}`,
  /** The orders that this browser may see. */
  orders: (language: Language) => `/${language}/orders`,
  /** Finding orders again by e-mail, and the code that comes by it. */
  findOrders: (language: Language, query?: { problem?: string }) =>
    withQuery(`/${language}/orders/find`, query),
  findCode: (language: Language, query?: { problem?: string }) =>
    withQuery(`/${language}/orders/find/code`, query),
  /** Where nothing is: the page that says so, whole and with its status, whatever led there. */
  missing: (language: Language) => `/${language}/missing`,
  staff: (language: Language) => `/${language}/staff`,
  staffPersonalData: (language: Language, query?: Query) =>
    withQuery(`/${language}/staff/personal-data`, query),
  /** Takes an e-mail address by POST, and answers with what is kept of that person. */
  personalData: '/api/staff/personal-data',
  /** A file of an order, by way of the shop. */
  document: (checkoutId: string, documentId: string, language: Language) =>
    withQuery(`/api/orders/${encodeURIComponent(checkoutId)}/documents/${encodeURIComponent(documentId)}`, {
      language,
    }),
  image: (catalogId: string, kind: 'events' | 'products', id: string) =>
    `/api/images/${catalogId}/${kind}/${id}`,
  availability: (query: Query) => withQuery('/api/availability', query),
} as const;
