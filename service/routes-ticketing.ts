import { getCatalog } from './catalog/get-catalog';
import { listCatalogs } from './catalog/list-catalogs';
import { getEvent } from './event/get-event';
import { listEvents, nameQuery } from './event/list-events';
import { type Route, route } from './http/route';
import { getOffer, getOfferAvailability, getOfferPrice } from './offer/get-offer';
import { listBaseOffers } from './offer/list-base-offers';
import { listOffers, offersQuery } from './offer/list-offers';
import { getTicket, listTickets } from './offer/list-tickets';
import type { Principal } from './organization/organization';
import { getProduct } from './product/get-product';
import { listProducts } from './product/list-products';
import { getSession, getSessionAvailability } from './session/get-session';
import { listSessions, sessionsQuery } from './session/list-sessions';
import { getForm } from './form/get-form';
import type { Tools } from './dependencies';

const catalogs = '/v1/ticketing/catalogs';
const read = { method: 'GET', scope: 'catalog:read' } as const;

/** Browsing: the rows of specification §4.1. */
export function ticketingRoutes(deps: Tools): Route<Principal>[] {
  return [
    ...catalogRoutes(deps),
    ...sessionRoutes(deps),
    ...productRoutes(deps),
    ...offerRoutes(deps),
    ...offerPartRoutes(deps),
  ];
}

function catalogRoutes(deps: Tools): Route<Principal>[] {
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
  ];
}

function sessionRoutes(deps: Tools): Route<Principal>[] {
  return [
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
    route({
      ...read,
      path: `${catalogs}/{catalogId}/events/{eventId}/sessions/{id}/availability`,
      operationId: 'getSessionAvailability',
      summary: 'What is left of a session',
      answers: { type: 'TicketingSessionAvailability' },
      extension: true,
      realtime: true,
      handle: (call) => getSessionAvailability(deps, call),
    }),
  ];
}

function productRoutes(deps: Tools): Route<Principal>[] {
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

function offerRoutes(deps: Tools): Route<Principal>[] {
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

function offerPartRoutes(deps: Tools): Route<Principal>[] {
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
      realtime: true,
      handle: (call) => getOfferAvailability(deps, call),
    }),
    route({
      ...read,
      path: `${catalogs}/{catalogId}/offers/{id}/price`,
      operationId: 'getOfferPrice',
      summary: 'What an offer costs now',
      answers: { type: 'TicketingOfferPrice' },
      realtime: true,
      handle: (call) => getOfferPrice(deps, call),
    }),
    route({
      ...read,
      path: '/v1/forms/{id}',
      operationId: 'getForm',
      summary: 'One form',
      answers: { type: 'Form' },
      handle: (call) => getForm(deps, call),
    }),
    route({
      ...read,
      path: '/v1/ticketing/product_bases/{productBaseId}/offers',
      operationId: 'listProductBaseOffers',
      summary: 'The offers of a product base, over every catalogue',
      answers: { type: 'TicketingOffer', list: true },
      handle: (call) => listBaseOffers(deps, call),
    }),
  ];
}
