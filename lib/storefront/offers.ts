import type { Client } from '../client/client';
import type { CallOptions, Found } from '../client/result';
import { ServiceError } from '../client/service-error';
import type { Offer, OfferPrice, OfferTicket } from '../contract/offer';
import { leastAvailable } from '../locale/availability';
import type { Language } from '../locale/languages';
import { venueToday, venueZones } from '../locale/venue-time';
import type { Runtime } from '../runtime/runtime';
import { load, type Loaded } from './load';
import { isBookable, nearestDays, offerDays, type OfferDay } from './offer-days';
import { catalogView, productView, type CatalogView, type ThingView } from './views';

/** The most of one offer that the form takes at a time. */
export const maximumPerHold = 10;

/** A price; or that it can't be had at the moment; or that there is none any more. */
export type CurrentPrice = OfferPrice | 'unknown' | 'gone';

export interface OfferPage {
  readonly catalog: CatalogView;
  readonly offer: Offer;
  readonly product: ThingView;
  readonly tickets: readonly OfferTicket[];
  /** The price to be paid: fetched this moment where the offer requires that. */
  readonly price: CurrentPrice;
  readonly zone: string;
  /** At most this many may be asked for; 0 when it is sold out. */
  readonly maximum: number;
  /** Other bookable days of the product; looked up only when this day is sold out, gone, or refused. */
  readonly otherDays: readonly OfferDay[];
}

interface Place {
  readonly catalogId: string;
  readonly offerId: string;
}

/** An offer as its page and its form see it: with tickets, and the price of this moment. */
export async function readOffer(
  { client, log }: Pick<Runtime, 'client' | 'log'>,
  { catalogId, offerId }: Place,
  call: CallOptions,
): Promise<Found<{ offer: Offer; tickets: readonly OfferTicket[]; price: CurrentPrice }>> {
  const [offer, tickets] = await Promise.all([
    client.getOffer(catalogId, offerId, call),
    client.listTickets(catalogId, offerId, call),
  ]);
  if (offer.kind === 'missing') return offer;
  if (tickets.kind === 'missing') return tickets;
  const found = { offer: offer.value, tickets: tickets.value.members };
  if (!offer.value.realtimePriceRequired) {
    return { kind: 'found', value: { ...found, price: offer.value.price } };
  }
  const price = await currentPrice({ client, log }, { catalogId, offerId }, call);
  return { kind: 'found', value: { ...found, price } };
}

async function currentPrice(
  { client, log }: Pick<Runtime, 'client' | 'log'>,
  { catalogId, offerId }: Place,
  call: CallOptions,
): Promise<CurrentPrice> {
  try {
    const price = await client.getOfferPrice(catalogId, offerId, call);
    return price.kind === 'found' ? price.value : 'gone';
  } catch (error) {
    // Everything else about the offer is known: its page can still be shown.
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ err: error, reason: error.reason }, 'the price of an offer could not be had');
    return 'unknown';
  }
}

/** Sessions that have not begun. */
function openTickets(tickets: readonly OfferTicket[], now: number): OfferTicket[] {
  return tickets.map((ticket) => ({
    ...ticket,
    sessions: ticket.sessions
      .filter((session) => Date.parse(session.occursAt) > now)
      .sort((a, b) => Date.parse(a.occursAt) - Date.parse(b.occursAt)),
  }));
}

/** The most that can be held: what the offer has left, and of each ticket what its fullest choice has left. */
function maximumOf(offer: Offer, tickets: readonly OfferTicket[]): number {
  const perTicket = tickets
    .filter((ticket) => !ticket.dateAccess)
    .map(({ sessions }) => {
      const most = Math.max(0, ...sessions.map((session) => session.availableQuantity ?? Infinity));
      return most === Infinity ? null : most;
    });
  const least = leastAvailable([offer.availableQuantity, ...perTicket]);
  return Math.max(0, Math.min(maximumPerHold, least ?? maximumPerHold));
}

async function otherDays(client: Client, catalogId: string, offer: Offer, today: string, call: CallOptions) {
  const enough = (read: readonly Offer[]) =>
    offerDays(read).filter((each) => each.day > offer.date && isBookable(each)).length >= 6;
  const filters = { product: offer.product.id, from: today, enough };
  const offers = await client.listOffers(catalogId, filters, call);
  return offers.kind === 'found' ? nearestDays(offerDays(offers.value.members), offer.date, 6) : [];
}

async function readOfferPage(
  runtime: Pick<Runtime, 'client' | 'log'>,
  language: Language,
  place: Place,
  withOtherDays: boolean,
): Promise<Found<OfferPage>> {
  const { client } = runtime;
  const call = { language };
  const now = new Date();
  const [catalog, found] = await Promise.all([
    client.getCatalog(place.catalogId, call),
    readOffer(runtime, place, call),
  ]);
  if (catalog.kind === 'missing') return catalog;
  if (found.kind === 'missing') return found;
  const { offer, price } = found.value;
  const view = catalogView(catalog.value, language);
  const tickets = openTickets(found.value.tickets, now.getTime());
  const sessions = tickets.flatMap((ticket) => ticket.sessions);
  const today = venueToday(now, view.timezone, sessions[0]?.occursAt);
  const maximum = offer.date < today ? 0 : maximumOf(offer, tickets);
  return {
    kind: 'found',
    value: {
      catalog: view,
      offer,
      product: productView(place.catalogId, offer.product),
      tickets,
      price,
      zone: venueZones(sessions, now, view.timezone),
      maximum,
      otherDays:
        withOtherDays || maximum === 0 || price === 'gone'
          ? await otherDays(client, place.catalogId, offer, today, call)
          : [],
    },
  };
}

/** An offer to be held: a session to choose for each ticket, and how many. */
export function loadOfferPage(
  language: Language,
  place: Place,
  { withOtherDays }: { withOtherDays: boolean },
): Promise<Loaded<OfferPage>> {
  return load([place.catalogId, place.offerId], (runtime) =>
    readOfferPage(runtime, language, place, withOtherDays),
  );
}
