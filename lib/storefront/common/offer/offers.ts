import { randomUUID } from 'node:crypto';
import type { Client } from '../../../client/client';
import type { CallOptions, Found } from '../../../client/result';
import { ServiceError } from '../../../client/service-error';
import type { Offer, OfferPrice, OfferTicket } from '../../../contract/offer';
import { maximumQuantity } from '../../../contract/reservation';
import { withinProduct } from '../../../shop/rules/quantity-limits';
import { leastAvailable } from '../../../locale/availability';
import type { Language } from '../../../locale/languages';
import { lastSaleEnded } from '../../../locale/sale-end';
import { venueToday, venueZones } from '../../../locale/venue-time';
import type { AppContext } from '../../../runtime/app-context';
import { noteOfRequest } from '../../../runtime/request-state';
import { load, need, noteShownAt } from '../request/load';
import { atCounter, ticketAtCounter } from './counter-stock';
import { openTickets } from './offer-choice';
import { closedReason, isBookable, nearestDays, offerDays } from './offer-days';
import { readTicketTypes, type TicketType } from './ticket-types';
import { catalogView, productView } from '../catalogue/views';
import { waitingChoices } from './waiting-choices';

const usualPerHold = 10;

/** Where something is chosen: at the counter a group has a limit of its own. */
export type SalesPlace = 'shop' | 'counter';

/** The most of one offer that the form accepts at a time: ten, or as many as a group may hold of the catalogue. */
export function maximumPerHold(
  { config }: Pick<AppContext, 'config'>,
  catalogId: string,
  at: SalesPlace = 'shop',
): number {
  const most = at === 'counter' ? config.counter.mostTickets : config.groupLimits.get(catalogId);
  return Math.min(most ?? usualPerHold, maximumQuantity);
}

/** A price; or that it is unknown at the moment; or that the offer has no price any more. */
type CurrentPrice = OfferPrice | 'unknown' | 'not_found';

interface Place {
  readonly catalogId: string;
  readonly offerId: string;
}

/** An offer for its page and its form: with tickets, and the price to pay, requested now if the offer requires that. */
export async function readOffer(
  { client, log }: Pick<AppContext, 'client' | 'log'>,
  { catalogId, offerId }: Place,
  call: CallOptions,
): Promise<Found<{ offer: Offer; tickets: readonly OfferTicket[]; price: CurrentPrice }>> {
  const [offer, tickets] = await Promise.all([
    client.getOffer(catalogId, offerId, call),
    client.listTickets(catalogId, offerId, call),
  ]);
  if (offer.kind === 'missing') return offer;
  if (tickets.kind === 'missing') return tickets;
  const { language, recent } = call;
  const price = offer.value.realtimePriceRequired
    ? await currentPrice({ client, log }, { catalogId, offerId }, recent ? { language, fresh: true } : call)
    : offer.value.price;
  return { kind: 'found', value: { offer: offer.value, tickets: tickets.value.members, price } };
}

/** The price of an offer whose price may change, as it is now. */
export async function currentPrice(
  { client, log }: Pick<AppContext, 'client' | 'log'>,
  { catalogId, offerId }: Place,
  call: CallOptions,
): Promise<CurrentPrice> {
  try {
    const price = await client.getOfferPrice(catalogId, offerId, call);
    return price.kind === 'found' ? price.value : 'not_found';
  } catch (error) {
    // Everything else about the offer is known, so its page can still be shown.
    if (!(error instanceof ServiceError)) throw error;
    // So a page for all visitors is not kept without its price.
    noteOfRequest({ isServiceUnavailable: true });
    log.warn({ err: error, reason: error.reason }, 'the price of an offer could not be had');
    return 'unknown';
  }
}

/** What the offer has left, limited for each ticket by its session with the most room. */
function maximumOf(offer: Offer, tickets: readonly OfferTicket[], perHold: number): number {
  const perTicket = tickets
    .filter((ticket) => !ticket.dateAccess)
    .map(({ sessions }) => {
      const most = Math.max(0, ...sessions.map((session) => session.availableQuantity ?? Infinity));
      return most === Infinity ? null : most;
    });
  const least = leastAvailable([offer.availableQuantity, ...perTicket]);
  return withinProduct(Math.min(perHold, least ?? perHold), offer.product);
}

/** With what is left at the place of the sale: the counter may have more. */
function stockAt<Read extends { offer: Offer; tickets: readonly OfferTicket[] }>(
  at: SalesPlace | undefined,
  read: Read,
): Read {
  if (at !== 'counter') return read;
  return { ...read, offer: atCounter(read.offer), tickets: read.tickets.map(ticketAtCounter) };
}

async function otherDays(client: Client, catalogId: string, offer: Offer, today: string, call: CallOptions) {
  const enough = (read: readonly Offer[]) =>
    offerDays(read).filter((each) => each.day > offer.date && isBookable(each)).length >= 6;
  const filters = { product: offer.product.id, from: today, enough };
  const offers = await client.listOffers(catalogId, filters, call);
  return offers.kind === 'found' ? nearestDays(offerDays(offers.value.members), offer.date, 6) : [];
}

interface OfferPageOptions {
  readonly withOtherDays: boolean;
  readonly at?: SalesPlace;
}

/** An offer for the hold form: the sessions to choose from for each ticket, and the most that can be held. */
export async function readOfferPage(
  runtime: AppContext,
  language: Language,
  place: Place,
  { withOtherDays, at }: OfferPageOptions,
) {
  const { client } = runtime;
  const call = { language };
  const now = new Date();
  const formId: string = randomUUID();
  const [catalog, found] = await Promise.all([
    client.getCatalog(place.catalogId, call),
    readOffer(runtime, place, call),
  ]);
  const { offer, price, tickets: allTickets } = stockAt(at, need(found));
  const view = catalogView(need(catalog), language);
  const tickets = openTickets(allTickets, now.getTime());
  const sessions = tickets.flatMap((ticket) => ticket.sessions);
  noteShownAt(now, sessions);
  const today = venueToday(now, view.timezone, sessions[0]?.occursAt);
  const isPast = offer.date < today;
  const perHold = maximumPerHold(runtime, place.catalogId, at);
  const read = isPast ? [] : await readTicketTypes(client, place.catalogId, { offer, tickets }, call);
  const types = read
    .map((type) => stockAt(at, type))
    .map((type): TicketType => ({
      offer: type.offer,
      price: type.offer.price,
      maximum: maximumOf(type.offer, openTickets(type.tickets, now.getTime()), perHold),
    }));
  const maximum = Math.max(0, ...types.map((type) => type.maximum));
  const offers = types.length === 0 ? [offer] : types.map((type) => type.offer);
  const needsOtherDays = withOtherDays || maximum === 0 || price === 'not_found';
  return {
    catalog: view,
    offer,
    product: productView(place.catalogId, offer.product),
    tickets,
    price,
    zone: venueZones(sessions, now, view.timezone),
    /** Of this page: visitors of a shared page have the same, and a visitor who holds something gets a new one. */
    formId,
    /** What can be held in one submission: this offer, and others for the same sessions. */
    types,
    perHold,
    /** The most of one type that may be requested; 0 when all are sold out. */
    maximum,
    /** Why nothing can be held; null if something can. */
    closedAs: maximum > 0 ? null : closedReason(offers),
    /** When the last of them could be bought; null: that is not over, or not known. */
    saleEnded: lastSaleEnded(offers, now),
    /** What one can wait for; null: nothing, and there is no waiting list. */
    waiting: isPast ? null : waitingChoices(offer, tickets, now),
    /** Other bookable days of the product; read only when this day is sold out, gone, or refused. */
    otherDays: needsOtherDays ? await otherDays(client, place.catalogId, offer, today, call) : [],
  };
}

export type OfferPage = Awaited<ReturnType<typeof readOfferPage>>;

/** The page of an offer. */
export function loadOfferPage(language: Language, place: Place, options: OfferPageOptions) {
  return load([place.catalogId, place.offerId], (runtime) =>
    readOfferPage(runtime, language, place, options),
  );
}
