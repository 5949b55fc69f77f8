import { z } from 'zod';

/** A reference to a resource: a relative path below /v1/ (specification §2). */
export const iriSchema = z.string().startsWith('/v1/').meta({ format: 'uri-reference' });

/** For the API descriptions that are made from schemas. */
export function iriOf(type: string) {
  return iriSchema.meta({ format: 'uri-reference', 'x-link-to': type });
}

/** An identifier. Any RFC 9562 layout is accepted: other servers choose their own version. */
export const idSchema = z.guid();

const ticketing = '/v1/ticketing';
const booking = '/v1/booking';

const catalog = (id: string) => `${ticketing}/catalogs/${id}`;
const managedCatalog = (id: string) => `${ticketing}/managed_catalogs/${id}`;
const revision = (catalogId: string, id: string) => `${managedCatalog(catalogId)}/revisions/${id}`;
const catalogDraft = (catalogId: string) => `${ticketing}/catalog_drafts/${catalogId}`;
const event = (catalogId: string, id: string) => `${catalog(catalogId)}/events/${id}`;
const offer = (catalogId: string, id: string) => `${catalog(catalogId)}/offers/${id}`;
const voucherBatch = (catalogId: string, id: string) => `${catalog(catalogId)}/voucher_batches/${id}`;

/** The addresses of specification §4, each made in one place so that links stay consistent. */
export const addresses = {
  catalogs: () => `${ticketing}/catalogs`,
  catalog,
  events: (catalogId: string) => `${catalog(catalogId)}/events`,
  event,
  sessions: (catalogId: string, eventId: string) => `${event(catalogId, eventId)}/sessions`,
  session: (catalogId: string, eventId: string, id: string) => `${event(catalogId, eventId)}/sessions/${id}`,
  sessionSeats: (catalogId: string, eventId: string, id: string) =>
    `${event(catalogId, eventId)}/sessions/${id}/seats`,
  seatPlan: (catalogId: string, id: string) => `${catalog(catalogId)}/seat_plans/${id}`,
  visitors: (catalogId: string, eventId: string) => `${event(catalogId, eventId)}/visitors`,
  eventSummaries: (catalogId: string) => `${catalog(catalogId)}/event_summaries`,
  eventSummary: (catalogId: string, id: string) => `${catalog(catalogId)}/event_summaries/${id}`,
  eventCalendar: (catalogId: string, id: string) => `${catalog(catalogId)}/event_summaries/${id}/calendar`,
  products: (catalogId: string) => `${catalog(catalogId)}/products`,
  product: (catalogId: string, id: string) => `${catalog(catalogId)}/products/${id}`,
  productBase: (id: string) => `${ticketing}/product_bases/${id}`,
  offers: (catalogId: string) => `${catalog(catalogId)}/offers`,
  offer,
  /** The short address of an offer (§4.1). */
  shortOffer: (id: string) => `${ticketing}/offers/${id}`,
  offerAvailability: (catalogId: string, id: string) => `${offer(catalogId, id)}/availability`,
  offerPrice: (catalogId: string, id: string) => `${offer(catalogId, id)}/price`,
  tickets: (catalogId: string, offerId: string) => `${offer(catalogId, offerId)}/tickets`,
  ticket: (catalogId: string, offerId: string, id: string) => `${offer(catalogId, offerId)}/tickets/${id}`,
  managedCatalogs: () => `${ticketing}/managed_catalogs`,
  managedCatalog,
  managedFeed: (catalogId: string) => `${managedCatalog(catalogId)}/feed`,
  editCatalog: (catalogId: string) => `${managedCatalog(catalogId)}/_edit`,
  adoptCatalog: (catalogId: string) => `${managedCatalog(catalogId)}/_adopt`,
  releaseCatalog: (catalogId: string) => `${managedCatalog(catalogId)}/_release`,
  revisions: (catalogId: string) => `${managedCatalog(catalogId)}/revisions`,
  revision,
  revisionFeed: (catalogId: string, id: string) => `${revision(catalogId, id)}/feed`,
  catalogDrafts: () => `${ticketing}/catalog_drafts`,
  catalogDraft,
  draftFeed: (catalogId: string) => `${catalogDraft(catalogId)}/feed`,
  managedEvents: (catalogId: string) => `${managedCatalog(catalogId)}/events`,
  managedEvent: (catalogId: string, id: string) => `${managedCatalog(catalogId)}/events/${id}`,
  managedSessions: (catalogId: string, eventId: string) =>
    `${managedCatalog(catalogId)}/events/${eventId}/sessions`,
  /** The sessions of a day, of all events. */
  managedSessionsOfDay: (catalogId: string) => `${managedCatalog(catalogId)}/sessions`,
  soldSessions: (catalogId: string) => `${managedCatalog(catalogId)}/sold_sessions`,
  managedProducts: (catalogId: string) => `${managedCatalog(catalogId)}/products`,
  imports: (catalogId: string) => `${catalog(catalogId)}/imports`,
  changes: (catalogId: string) => `${catalog(catalogId)}/changes`,
  overrides: (catalogId: string) => `${catalog(catalogId)}/overrides`,
  override: (catalogId: string, id: string) => `${catalog(catalogId)}/overrides/${id}`,
  vouchers: (catalogId: string) => `${catalog(catalogId)}/vouchers`,
  voucher: (catalogId: string, id: string) => `${catalog(catalogId)}/vouchers/${id}`,
  voucherBatches: (catalogId: string) => `${catalog(catalogId)}/voucher_batches`,
  voucherBatch,
  batchVouchers: (catalogId: string, id: string) => `${voucherBatch(catalogId, id)}/vouchers`,
  feeds: () => `${ticketing}/feeds`,
  form: (id: string) => `/v1/forms/${id}`,
  organization: (id: string) => `/v1/organizations/${id}`,
  reservationsBulk: () => `${booking}/reservations/_bulk`,
  reservations: () => `${booking}/reservations`,
  applyVoucher: () => `${booking}/reservations/_apply-voucher`,
  removeVoucher: () => `${booking}/reservations/_remove-voucher`,
  reservation: (id: string) => `${booking}/reservations/${id}`,
  ordersBulk: () => `${booking}/orders/_bulk`,
  orders: () => `${booking}/orders`,
  ticketStates: () => `${booking}/orders/_ticket-states`,
  ticketsFile: () => `${booking}/orders/_tickets`,
  order: (id: string) => `${booking}/orders/${id}`,
  orderItem: (orderId: string, id: string) => `${booking}/orders/${orderId}/items/${id}`,
  cancelOrder: (orderId: string) => `${booking}/orders/${orderId}/_cancel`,
  cancellations: (orderId: string) => `${booking}/orders/${orderId}/cancellations`,
  cancellation: (orderId: string, id: string) => `${booking}/orders/${orderId}/cancellations/${id}`,
  cancellationTerms: (orderId: string) => `${booking}/orders/${orderId}/cancellation_terms`,
  document: (orderId: string, id: string) => `${booking}/orders/${orderId}/documents/${id}`,
  itemTicket: (orderId: string, itemId: string, id: string) =>
    `${booking}/orders/${orderId}/items/${itemId}/tickets/${id}`,
  /** The sessions with sold tickets that imports changed. */
  sessionChanges: () => `${booking}/session_changes`,
  admissionsBulk: () => `${booking}/admissions/_bulk`,
  admissions: () => `${booking}/admissions`,
  admission: (id: string) => `${booking}/admissions/${id}`,
  resolveConflict: (id: string) => `${booking}/admissions/${id}/_resolve`,
  admissionSessions: () => `${booking}/admission_sessions`,
  admissionList: () => `${booking}/admission_list`,
  admissionSearch: () => `${booking}/admission_list/_search`,
} as const;

/** The last segment of a path, which is the identifier; the whole string if it has no slash. */
export function lastSegment(iri: string): string {
  return iri.slice(iri.lastIndexOf('/') + 1);
}

/** The identifiers, in lower case, in the path of an offer; null for any other path. */
export const offerPath = pathReader(addresses.offer, 'catalogId', 'offerId');
export const shortOfferPath = pathReader(addresses.shortOffer, 'offerId');
export const ticketPath = pathReader(addresses.ticket, 'catalogId', 'offerId', 'ticketId');
export const itemTicketPath = pathReader(addresses.itemTicket, 'orderId', 'itemId', 'id');
export const eventPath = pathReader(addresses.event, 'catalogId', 'eventId');
export const productPath = pathReader(addresses.product, 'catalogId', 'productId');
export const sessionPath = pathReader(addresses.session, 'catalogId', 'eventId', 'sessionId');

function pathReader<Name extends string>(address: (...ids: string[]) => string, ...names: Name[]) {
  const id = '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';
  const form = new RegExp(`^${address(...names.map(() => id))}$`);
  return (iri: string): Record<Name, string> | null => {
    const found = form.exec(iri);
    if (found === null) return null;
    // A loop, because this runs several times for each item of a reservation.
    const ids: Partial<Record<Name, string>> = {};
    for (const [i, name] of names.entries()) ids[name] = found[i + 1]?.toLowerCase();
    return ids as Record<Name, string>;
  };
}
