import { z } from 'zod';

/** A reference to a resource: a relative path below /v1/ (specification §2). */
export const iriSchema = z.string().startsWith('/v1/').meta({ format: 'uri-reference' });

/** An identifier. Any RFC 9562 layout is taken: other servers choose their own version. */
export const idSchema = z.guid();

const ticketing = '/v1/ticketing';
const booking = '/v1/booking';

/** The addresses of specification §4, each made in one place so that links can't drift. */
export const addresses = {
  catalogs: () => `${ticketing}/catalogs`,
  catalog: (catalogId: string) => `${ticketing}/catalogs/${catalogId}`,
  events: (catalogId: string) => `${ticketing}/catalogs/${catalogId}/events`,
  event: (catalogId: string, id: string) => `${ticketing}/catalogs/${catalogId}/events/${id}`,
  sessions: (catalogId: string, eventId: string) =>
    `${ticketing}/catalogs/${catalogId}/events/${eventId}/sessions`,
  session: (catalogId: string, eventId: string, id: string) =>
    `${ticketing}/catalogs/${catalogId}/events/${eventId}/sessions/${id}`,
  products: (catalogId: string) => `${ticketing}/catalogs/${catalogId}/products`,
  product: (catalogId: string, id: string) => `${ticketing}/catalogs/${catalogId}/products/${id}`,
  productBase: (id: string) => `${ticketing}/product_bases/${id}`,
  offers: (catalogId: string) => `${ticketing}/catalogs/${catalogId}/offers`,
  offer: (catalogId: string, id: string) => `${ticketing}/catalogs/${catalogId}/offers/${id}`,
  offerAvailability: (catalogId: string, id: string) =>
    `${ticketing}/catalogs/${catalogId}/offers/${id}/availability`,
  offerPrice: (catalogId: string, id: string) => `${ticketing}/catalogs/${catalogId}/offers/${id}/price`,
  tickets: (catalogId: string, offerId: string) =>
    `${ticketing}/catalogs/${catalogId}/offers/${offerId}/tickets`,
  ticket: (catalogId: string, offerId: string, id: string) =>
    `${ticketing}/catalogs/${catalogId}/offers/${offerId}/tickets/${id}`,
  feeds: () => `${ticketing}/feeds`,
  form: (id: string) => `/v1/forms/${id}`,
  organization: (id: string) => `/v1/organizations/${id}`,
  reservationsBulk: () => `${booking}/reservations/_bulk`,
  reservations: () => `${booking}/reservations`,
  reservation: (id: string) => `${booking}/reservations/${id}`,
  ordersBulk: () => `${booking}/orders/_bulk`,
  orders: () => `${booking}/orders`,
  order: (id: string) => `${booking}/orders/${id}`,
  orderItem: (orderId: string, id: string) => `${booking}/orders/${orderId}/items/${id}`,
  document: (orderId: string, id: string) => `${booking}/orders/${orderId}/documents/${id}`,
  itemTicket: (orderId: string, itemId: string, id: string) =>
    `${booking}/orders/${orderId}/items/${itemId}/tickets/${id}`,
} as const;

/** The last segment of a path, where the identifier stands; the whole string when it has no slash. */
export function lastSegment(iri: string): string {
  return iri.slice(iri.lastIndexOf('/') + 1);
}
