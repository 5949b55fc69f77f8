import { catalogSchema } from './catalog/catalog-resource';
import { getCatalog, listCatalogs } from './catalog/read-catalogs';
import { eventCalendarSchema } from './discovery/calendar-resource';
import { calendarQuery, getEventCalendar } from './discovery/read-calendar';
import { getEventSummary, listEventSummaries } from './discovery/read-summaries';
import { eventSummarySchema } from './discovery/summary-resource';
import { eventSchema } from './event/event-resource';
import { getEvent, listEvents, nameQuery } from './event/read-events';
import { listRoute, route, type RouteOf } from './http/route';
import { offerAvailabilitySchema, offerSchema, priceSchema, ticketSchema } from './offer/offer-resource';
import { getTicket, listTickets } from './offer/list-tickets';
import {
  getOffer,
  getOfferAvailability,
  getOfferPrice,
  listBaseOffers,
  listOffers,
  offersQuery,
} from './offer/read-offers';
import { productSchema } from './product/product-resource';
import { getProduct, listProducts } from './product/read-products';
import { getSeatPlan } from './seat/get-seat-plan';
import { seatPlanSchema } from './seat/seat-plan-resource';
import { sessionAvailabilitySchema, sessionSchema } from './session/session-resource';
import { getSession, getSessionAvailability, listSessions, sessionsQuery } from './session/read-sessions';
import { getSessionSeats, sessionSeatsSchema } from './session/session-seats';
import { formSchema, getForm } from './form/get-form';
import type { ServiceContext } from './dependencies';

const catalogs = '/v1/ticketing/catalogs';
const read = { method: 'GET', scope: 'catalog:read', section: '4.1' } as const;
const readOf = (name: string, description: string) => ({ ...read, tag: { name, description } });
const catalogRead = readOf('Catalogs', 'The catalogues of ticket issuers (§2.2).');
const eventRead = readOf('Events', 'Events and their sessions (§2.3, §2.4).');
const productRead = readOf('Products', 'What can be bought (§2.5).');
const offerRead = readOf(
  'Offers',
  'Prices and availability at a date, and the tickets of an offer (§2.6–§2.8).',
);
const formRead = readOf('Forms', 'Additional data that issuers ask for (§2.13).');

/** Browsing: the routes of specification §4.1. */
export const ticketingRoutes = {
  listCatalogs: listRoute({
    ...catalogRead,
    path: catalogs,
    summary: 'The catalogues',
    response: catalogSchema,
    handle: listCatalogs,
  }),
  getCatalog: route({
    ...catalogRead,
    path: `${catalogs}/{id}`,
    summary: 'One catalogue',
    response: catalogSchema,
    ofCatalog: true,
    handle: getCatalog,
  }),
  listEvents: listRoute({
    ...eventRead,
    path: `${catalogs}/{catalogId}/events`,
    summary: 'The events of a catalogue',
    query: nameQuery,
    response: eventSchema,
    ofCatalog: true,
    handle: listEvents,
  }),
  getEvent: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/events/{id}`,
    summary: 'One event',
    response: eventSchema,
    ofCatalog: true,
    handle: getEvent,
  }),
  listEventSummaries: listRoute({
    ...eventRead,
    path: `${catalogs}/{catalogId}/event_summaries`,
    summary: 'The events of a catalogue, with dates, lowest price and availability',
    description: 'What a list or a search shows, without reading the sessions and offers of each event.',
    section: null,
    query: nameQuery,
    response: eventSummarySchema,
    handle: listEventSummaries,
  }),
  getEventSummary: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/event_summaries/{id}`,
    summary: 'One event, with dates, lowest price and availability',
    section: null,
    response: eventSummarySchema,
    handle: getEventSummary,
  }),
  getEventCalendar: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/event_summaries/{id}/calendar`,
    summary: 'The days of an event, with price, availability and state of each',
    description: 'Days without a session to come are left out. The first 400 days of the range.',
    section: null,
    query: calendarQuery,
    response: eventCalendarSchema,
    handle: getEventCalendar,
  }),
  listSessions: listRoute({
    ...eventRead,
    path: `${catalogs}/{catalogId}/events/{eventId}/sessions`,
    summary: 'The sessions of an event',
    query: sessionsQuery,
    response: sessionSchema,
    handle: listSessions,
  }),
  getSession: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/events/{eventId}/sessions/{id}`,
    summary: 'One session',
    response: sessionSchema,
    handle: getSession,
  }),
  getSessionAvailability: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/events/{eventId}/sessions/{id}/availability`,
    summary: 'What is left of a session',
    section: null,
    response: sessionAvailabilitySchema,
    realtime: true,
    handle: getSessionAvailability,
  }),
  getSessionSeats: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/events/{eventId}/sessions/{id}/seats`,
    summary: 'Which seats of a session are taken',
    description: 'Only of a session that has a `seatPlan`; all other seats of the plan are free.',
    section: null,
    response: sessionSeatsSchema,
    handle: getSessionSeats,
  }),
  getSeatPlan: route({
    ...eventRead,
    path: `${catalogs}/{catalogId}/seat_plans/{id}`,
    summary: 'The plan of a house with numbered seats',
    section: null,
    response: seatPlanSchema,
    ofCatalog: true,
    handle: getSeatPlan,
  }),
  listProducts: listRoute({
    ...productRead,
    path: `${catalogs}/{catalogId}/products`,
    summary: 'The products of a catalogue',
    query: nameQuery,
    response: productSchema,
    ofCatalog: true,
    handle: listProducts,
  }),
  getProduct: route({
    ...productRead,
    path: `${catalogs}/{catalogId}/products/{id}`,
    summary: 'One product',
    response: productSchema,
    ofCatalog: true,
    handle: getProduct,
  }),
  listOffers: listRoute({
    ...offerRead,
    path: `${catalogs}/{catalogId}/offers`,
    summary: 'The offers of a catalogue',
    description: 'Filtered by session, it lists only offers that give access to that session.',
    query: offersQuery,
    response: offerSchema,
    handle: listOffers,
  }),
  getCatalogOffer: route({
    ...offerRead,
    path: `${catalogs}/{catalogId}/offers/{id}`,
    summary: 'One offer of a catalogue',
    response: offerSchema,
    handle: getOffer,
  }),
  getOffer: route({
    ...offerRead,
    path: '/v1/ticketing/offers/{id}',
    summary: 'One offer',
    response: offerSchema,
    handle: getOffer,
  }),
  listOfferTickets: listRoute({
    ...offerRead,
    path: `${catalogs}/{catalogId}/offers/{offerId}/tickets`,
    summary: 'The tickets of an offer, with the sessions to choose from',
    description: 'A ticket that is not by date lists the sessions of which one must be chosen.',
    response: ticketSchema,
    handle: listTickets,
  }),
  getOfferTicket: route({
    ...offerRead,
    path: `${catalogs}/{catalogId}/offers/{offerId}/tickets/{id}`,
    summary: 'One ticket of an offer',
    response: ticketSchema,
    handle: getTicket,
  }),
  getOfferAvailability: route({
    ...offerRead,
    path: `${catalogs}/{catalogId}/offers/{id}/availability`,
    summary: 'What is left of an offer',
    description: 'Worth asking when the offer’s `availableQuantity` is a number.',
    response: offerAvailabilitySchema,
    realtime: true,
    handle: getOfferAvailability,
  }),
  getOfferPrice: route({
    ...offerRead,
    path: `${catalogs}/{catalogId}/offers/{id}/price`,
    summary: 'What an offer costs now',
    description:
      'To be asked before reserving when `realtimePriceRequired`. A price that differs from the listed one changes the listed one.',
    response: priceSchema,
    realtime: true,
    handle: getOfferPrice,
  }),
  getForm: route({
    ...formRead,
    path: '/v1/forms/{id}',
    summary: 'One form',
    response: formSchema,
    handle: getForm,
  }),
  listProductBaseOffers: listRoute({
    ...offerRead,
    path: '/v1/ticketing/product_bases/{productBaseId}/offers',
    summary: 'The offers of a product base, over every catalogue',
    description: 'Over every catalogue that the token may read.',
    response: offerSchema,
    handle: listBaseOffers,
  }),
} satisfies Record<string, RouteOf<ServiceContext>>;
