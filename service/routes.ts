import { z } from 'zod';
import { createOrdersInputSchema } from '@/lib/contract/order';
import { createReservationsInputSchema } from '@/lib/contract/reservation';
import { getCatalog } from './catalog/get-catalog';
import { listCatalogs } from './catalog/list-catalogs';
import { getEvent } from './event/get-event';
import { listEvents, nameQuery } from './event/list-events';
import { feedBodyLimit, feedQuery, importFeed } from './feed/import-feed';
import { type Route, route } from './http/route';
import { getOffer, getOfferAvailability, getOfferPrice } from './offer/get-offer';
import { listOffers, offersQuery } from './offer/list-offers';
import { getTicket, listTickets } from './offer/list-tickets';
import { createOrders } from './order/create-orders';
import { getOrder, listOrders, ordersQuery } from './order/read-orders';
import { documentPatch, refreshDocument } from './order/refresh-document';
import type { Principal } from './organization/organization';
import { getProduct } from './product/get-product';
import { listProducts } from './product/list-products';
import { createReservations } from './reservation/create-reservations';
import { extendReservation, releaseReservation } from './reservation/end-or-extend';
import { getReservation, listReservations, reservationsQuery } from './reservation/read-reservations';
import { getSession } from './session/get-session';
import { listSessions, sessionsQuery } from './session/list-sessions';
import type { Dependencies } from './dependencies';

const catalogs = '/v1/ticketing/catalogs';
const read = { method: 'GET', scope: 'catalog:read' } as const;

/** The table of addresses (specification §4): the router and the API's documents are made from it. */
export function routes(deps: Dependencies): Route<Principal>[] {
  return [
    ...catalogRoutes(deps),
    ...productRoutes(deps),
    ...offerRoutes(deps),
    ...offerPartRoutes(deps),
    ...reservationRoutes(deps),
    ...orderRoutes(deps),
    ...feedRoutes(deps),
  ];
}

function catalogRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      ...read,
      path: catalogs,
      operationId: 'listCatalogs',
      summary: 'The catalogues',
      answers: { type: 'TicketingCatalog', list: true },
      handle: (call) => listCatalogs(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{id}`,
      operationId: 'getCatalog',
      summary: 'One catalogue',
      answers: { type: 'TicketingCatalog' },
      handle: (call) => getCatalog(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/events`,
      operationId: 'listEvents',
      summary: 'The events of a catalogue',
      query: nameQuery,
      answers: { type: 'TicketingEvent', list: true },
      handle: (call) => listEvents(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/events/{id}`,
      operationId: 'getEvent',
      summary: 'One event',
      answers: { type: 'TicketingEvent' },
      handle: (call) => getEvent(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/events/{eventId}/sessions`,
      operationId: 'listSessions',
      summary: 'The sessions of an event',
      query: sessionsQuery,
      answers: { type: 'TicketingSession', list: true },
      handle: (call) => listSessions(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/events/{eventId}/sessions/{id}`,
      operationId: 'getSession',
      summary: 'One session',
      answers: { type: 'TicketingSession' },
      handle: (call) => getSession(deps, call),
    }),
  ];
}

function productRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      ...read,
      path: `${catalogs}/{catalogId}/products`,
      operationId: 'listProducts',
      summary: 'The products of a catalogue',
      query: nameQuery,
      answers: { type: 'TicketingProduct', list: true },
      handle: (call) => listProducts(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/products/{id}`,
      operationId: 'getProduct',
      summary: 'One product',
      answers: { type: 'TicketingProduct' },
      handle: (call) => getProduct(deps, call),
    }),
  ];
}

function offerRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers`,
      operationId: 'listOffers',
      summary: 'The offers of a catalogue',
      query: offersQuery,
      answers: { type: 'TicketingOffer', list: true },
      handle: (call) => listOffers(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers/{id}`,
      operationId: 'getCatalogOffer',
      summary: 'One offer of a catalogue',
      answers: { type: 'TicketingOffer' },
      handle: (call) => getOffer(deps, call),
    }),
    route({
      ...read,
      path: '/v1/ticketing/offers/{id}',
      operationId: 'getOffer',
      summary: 'One offer',
      answers: { type: 'TicketingOffer' },
      handle: (call) => getOffer(deps, call),
    }),
  ];
}

function offerPartRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers/{offerId}/tickets`,
      operationId: 'listOfferTickets',
      summary: 'The tickets of an offer, with the sessions to choose from',
      answers: { type: 'TicketingOfferTicket', list: true },
      handle: (call) => listTickets(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers/{offerId}/tickets/{id}`,
      operationId: 'getOfferTicket',
      summary: 'One ticket of an offer',
      answers: { type: 'TicketingOfferTicket' },
      handle: (call) => getTicket(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers/{id}/availability`,
      operationId: 'getOfferAvailability',
      summary: 'What is left of an offer',
      answers: { type: 'TicketingOfferAvailability' },
      handle: (call) => getOfferAvailability(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers/{id}/price`,
      operationId: 'getOfferPrice',
      summary: 'What an offer costs now',
      answers: { type: 'TicketingOfferPrice' },
      handle: (call) => getOfferPrice(deps, call),
    }),
  ];
}

function reservationRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/reservations/_bulk',
      operationId: 'createReservations',
      summary: 'Hold offers for a limited time',
      body: createReservationsInputSchema,
      answers: { type: 'CreateReservationBulkOutput' },
      handle: (call) => createReservations(deps, call),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/reservations',
      operationId: 'listReservations',
      summary: 'The reservations of the organization',
      query: reservationsQuery,
      answers: { type: 'BookingReservation', list: true },
      handle: (call) => listReservations(deps, call),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/reservations/{id}',
      operationId: 'getReservation',
      summary: 'One reservation',
      answers: { type: 'BookingReservation' },
      handle: (call) => getReservation(deps, call),
    }),
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/reservations/{id}/_extend',
      operationId: 'extendReservation',
      summary: 'Hold for as long again',
      answers: { type: 'BookingReservation' },
      extension: true,
      handle: (call) => extendReservation(deps, call),
    }),
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/reservations/{id}/_release',
      operationId: 'releaseReservation',
      summary: 'Give the held offer back',
      answers: { type: 'BookingReservation' },
      extension: true,
      handle: (call) => releaseReservation(deps, call),
    }),
  ];
}

function orderRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/orders/_bulk',
      operationId: 'createOrders',
      summary: 'Turn reservations into orders',
      body: createOrdersInputSchema,
      answers: { type: 'CreateOrderBulkOutput' },
      handle: (call) => createOrders(deps, call),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/orders',
      operationId: 'listOrders',
      summary: 'The orders of the organization',
      query: ordersQuery,
      answers: { type: 'BookingOrder', list: true },
      handle: (call) => listOrders(deps, call),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/orders/{id}',
      operationId: 'getOrder',
      summary: 'One order',
      answers: { type: 'BookingOrder' },
      handle: (call) => getOrder(deps, call),
    }),
    route({
      method: 'PATCH',
      scope: 'booking:read',
      path: '/v1/booking/orders/{orderId}/documents/{id}',
      operationId: 'refreshDocument',
      summary: 'A fresh download address of a document',
      body: documentPatch,
      answers: { type: 'BookingOrderDocument' },
      handle: (call) => refreshDocument(deps, call),
    }),
  ];
}

function feedRoutes(deps: Dependencies): Route<Principal>[] {
  return [
    route({
      method: 'POST',
      scope: 'catalog:write',
      path: '/v1/ticketing/feeds',
      operationId: 'importFeed',
      summary: 'Make a catalogue what an issuer’s feed says',
      query: feedQuery,
      body: z.unknown(),
      bodyLimit: feedBodyLimit,
      answers: { type: 'FeedImport' },
      extension: true,
      handle: (call) => importFeed(deps, call),
    }),
  ];
}
