import { addresses } from '../contract/iri';
import {
  offerAvailabilitySchema,
  offerPriceSchema,
  offerSchema,
  offerTicketSchema,
  type Offer,
  type OfferAvailability,
  type OfferPrice,
  type OfferTicket,
} from '../contract/offer';
import type { CallOptions, Found, Listing } from './result';
import type { ListReader, Query } from './wire/pages';
import { readOne } from './wire/read';

export interface OfferFilters {
  /** Identifiers. */
  session?: string;
  product?: string;
  /** Days, YYYY-MM-DD: exactly this one, or both ends of a range inclusive. */
  date?: string;
  from?: string;
  to?: string;
  /** Stops reading early: is what was read so far, by date, as much as is needed? */
  enough?: (offers: readonly Offer[]) => boolean;
}

function within(offers: readonly Offer[], { from, to }: OfferFilters): Offer[] {
  // Days as YYYY-MM-DD compare as text.
  return offers
    .filter((offer) => (from === undefined || offer.date >= from) && (to === undefined || offer.date <= to))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The filters of the specification itself: no server has to advertise them. */
function specifiedQuery({ session, product, date }: OfferFilters): Query {
  return {
    ...(session === undefined ? {} : { session }),
    ...(product === undefined ? {} : { product }),
    ...(date === undefined ? {} : { date }),
    'order[date]': 'asc',
  };
}

function rangeQuery({ from, to }: OfferFilters): Query {
  return {
    ...(from === undefined ? {} : { 'date[after]': from }),
    ...(to === undefined ? {} : { 'date[before]': to }),
  };
}

/** Offers, their tickets, prices and availability (§4.1). */
export function offerCalls(reader: ListReader) {
  const { send } = reader;
  return {
    getOffer: (catalogId: string, offerId: string, call: CallOptions): Promise<Found<Offer>> =>
      readOne(send, offerSchema, addresses.offer(catalogId, offerId), call),

    /** The price at this moment; to be asked for before reserving when `realtimePriceRequired`. */
    getOfferPrice: (catalogId: string, offerId: string, call: CallOptions): Promise<Found<OfferPrice>> =>
      readOne(send, offerPriceSchema, addresses.offerPrice(catalogId, offerId), call),

    /** What is left at this moment. */
    getOfferAvailability: (
      catalogId: string,
      offerId: string,
      call: CallOptions,
    ): Promise<Found<OfferAvailability>> =>
      readOne(send, offerAvailabilitySchema, addresses.offerAvailability(catalogId, offerId), call),

    /** The tickets of an offer with the sessions to choose from. */
    listTickets: (
      catalogId: string,
      offerId: string,
      call: CallOptions,
    ): Promise<Found<Listing<OfferTicket>>> => {
      const path = addresses.tickets(catalogId, offerId);
      return reader.all({ kind: 'tickets', shape: offerTicketSchema, path }, {}, call);
    },

    /** Offers by date. A range is left to the server where it advertises the filters, else picked from the whole. */
    listOffers: async (
      catalogId: string,
      filters: OfferFilters,
      call: CallOptions,
    ): Promise<Found<Listing<Offer>>> => {
      const list = { kind: 'offers', shape: offerSchema, path: addresses.offers(catalogId) };
      const query = specifiedQuery(filters);
      const range = rangeQuery(filters);
      const names = Object.keys(range);
      const offered = names.length === 0 ? new Set<string>() : await reader.filters(list, call);
      const ranged = names.every((name) => offered.has(name));
      const found =
        ranged && filters.enough !== undefined
          ? await reader.until(list, { ...query, ...range }, call, filters.enough)
          : await reader.all(list, ranged ? { ...query, ...range } : query, call);
      if (found.kind === 'missing') return found;
      const { members, complete } = found.value;
      return { kind: 'found', value: { members: within(members, filters), complete } };
    },
  };
}
