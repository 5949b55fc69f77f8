import { catalogSchema, type Catalog } from '../contract/catalog';
import { eventSchema } from '../contract/event';
import { formSchema } from '../contract/form';
import { addresses } from '../contract/iri';
import {
  offerAvailabilitySchema,
  offerPriceSchema,
  offerSchema,
  offerTicketSchema,
  type Offer,
} from '../contract/offer';
import { productSchema } from '../contract/product';
import { seatPlanSchema, sessionSeatsSchema } from '../contract/seat';
import { sessionSchema, type Session } from '../contract/session';
import type { CallOptions, Found, Listing } from './result';
import { kindOfList, queryOf, type Reader } from './reader';

const catalogs = kindOfList('catalogs', catalogSchema);
const products = kindOfList('products', productSchema);
const events = kindOfList('events', eventSchema);
const sessions = kindOfList('sessions', sessionSchema);
const offers = kindOfList('offers', offerSchema);
const tickets = kindOfList('tickets', offerTicketSchema);

/** Catalogues with their events, sessions and products (§4.1). */
export function catalogueCalls(reader: Reader) {
  return {
    listCatalogs: async (call: CallOptions): Promise<Listing<Catalog>> => {
      const list = { ...catalogs, path: addresses.catalogs() };
      const found = await reader.all(list, {}, call);
      return found.kind === 'found' ? found.value : { members: [], complete: true };
    },

    getCatalog: (catalogId: string, call: CallOptions) =>
      reader.one(catalogSchema, addresses.catalog(catalogId), call),

    listProducts: (catalogId: string, call: CallOptions) =>
      reader.all({ ...products, path: addresses.products(catalogId) }, {}, call),

    getProduct: (catalogId: string, productId: string, call: CallOptions) =>
      reader.one(productSchema, addresses.product(catalogId, productId), call),

    listEvents: (catalogId: string, call: CallOptions) =>
      reader.all({ ...events, path: addresses.events(catalogId) }, {}, call),

    getEvent: (catalogId: string, eventId: string, call: CallOptions) =>
      reader.one(eventSchema, addresses.event(catalogId, eventId), call),

    getSession: (catalogId: string, eventId: string, sessionId: string, call: CallOptions) =>
      reader.one(sessionSchema, addresses.session(catalogId, eventId, sessionId), call),

    /** `path`: as a session names its plan. */
    getSeatPlan: (path: string, call: CallOptions) => reader.one(seatPlanSchema, path, call),

    /** Which seats of a session are taken now. `path`: of the session. */
    getSessionSeats: (path: string, call: CallOptions) =>
      reader.one(sessionSeatsSchema, `${path}/seats`, call),

    /**
     * The sessions of a range, in order. A list may have thousands of members: if the server advertises all needed
     * filters, they are used; else the whole list is read.
     */
    listSessions: async (
      catalogId: string,
      eventId: string,
      range: SessionRange,
      call: CallOptions,
    ): Promise<Found<Listing<Session>>> => {
      const list = { ...sessions, path: addresses.sessions(catalogId, eventId) };
      const { from, before, enough } = range;
      const query = queryOf({
        'occursAt[after]': from,
        'occursAt[strictly_before]': before,
        'order[occursAt]': range.descending === true ? 'desc' : 'asc',
      });
      const filters = await reader.filters(list, call);
      const found = Object.keys(query).every((name) => filters.has(name))
        ? await reader.until(list, query, call, (read) => enough?.(sessionsWithin(read, range)) ?? false)
        : await reader.all(list, {}, call);
      if (found.kind === 'missing') return found;
      const { members, complete } = found.value;
      return { kind: 'found', value: { members: sessionsWithin(members, range), complete } };
    },
  };
}

interface SessionRange {
  /** ISO 8601 moments: sessions at or after `from`, before `before`. */
  from?: string;
  before?: string;
  descending?: boolean;
  /** Stops reading early: returns true if the members that were read so far, in order, are enough. */
  enough?: (sessions: readonly Session[]) => boolean;
}

function sessionsWithin(sessions: readonly Session[], range: SessionRange): Session[] {
  const moment = (session: Session) => Date.parse(session.occursAt);
  const from = range.from === undefined ? -Infinity : Date.parse(range.from);
  const before = range.before === undefined ? Infinity : Date.parse(range.before);
  const direction = range.descending === true ? -1 : 1;
  return sessions
    .filter((session) => moment(session) >= from && moment(session) < before)
    .sort((a, b) => direction * (moment(a) - moment(b)));
}

/** Offers, their tickets, prices and availability, and the questions of issuers (§4.1). */
export function offerCalls(reader: Reader) {
  return {
    getForm: (formId: string, call: CallOptions) => reader.one(formSchema, addresses.form(formId), call),

    getOffer: (catalogId: string, offerId: string, call: CallOptions) =>
      reader.one(offerSchema, addresses.offer(catalogId, offerId), call),

    /** The current price; request it before reserving if `realtimePriceRequired`. */
    getOfferPrice: (catalogId: string, offerId: string, call: CallOptions) =>
      reader.one(offerPriceSchema, addresses.offerPrice(catalogId, offerId), call),

    getOfferAvailability: (catalogId: string, offerId: string, call: CallOptions) =>
      reader.one(offerAvailabilitySchema, addresses.offerAvailability(catalogId, offerId), call),

    listTickets: (catalogId: string, offerId: string, call: CallOptions) => {
      const path = addresses.tickets(catalogId, offerId);
      return reader.all({ ...tickets, path }, {}, call);
    },

    /** By date. `from` and `productBase` are filtered by the server if it advertises the filter, else here. */
    listOffers: async (
      catalogId: string,
      { session, product, productBase, date, from, enough }: OfferFilters,
      call: CallOptions,
    ): Promise<Found<Listing<Offer>>> => {
      const list = { ...offers, path: addresses.offers(catalogId) };
      // The filters of the specification itself, which no server has to advertise.
      const own = { session, product, date, 'order[date]': 'asc' };
      const ours = { 'date[after]': from, productBase };
      const asked = Object.keys(queryOf(ours));
      const known = asked.length === 0 ? null : await reader.filters(list, call);
      const isRanged = asked.every((name) => known?.has(name) === true);
      const query = queryOf(isRanged ? { ...own, ...ours } : own);
      const found =
        isRanged && enough !== undefined
          ? await reader.until(list, query, call, enough)
          : await reader.all(list, query, call);
      if (found.kind === 'missing') return found;
      // Days as YYYY-MM-DD can be compared as texts.
      const members = found.value.members
        .filter((offer) => from === undefined || offer.date >= from)
        .filter((offer) => productBase === undefined || offer.product.productBase === productBase)
        .sort((a, b) => a.date.localeCompare(b.date));
      return { kind: 'found', value: { members, complete: found.value.complete } };
    },
  };
}

interface OfferFilters {
  session?: string;
  product?: string;
  /** The path of what groups the variants of one product. */
  productBase?: string;
  /** The only day, YYYY-MM-DD. */
  date?: string;
  /** The first day, YYYY-MM-DD. */
  from?: string;
  /** Stops reading early: returns true if the offers that were read so far, by date, are enough. */
  enough?: (offers: readonly Offer[]) => boolean;
}
