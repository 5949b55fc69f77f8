import { Temporal } from 'temporal-polyfill';
import type { Offer } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import type { ListedBooking } from '../../../discovery/listing';
import type { Language } from '../../../locale/languages';
import { isClosed, isSoldOut, sessionWords, shownQuantity } from '../../../locale/availability';
import { paths } from '../../../locale/paths';
import { withOffsetOf } from '../../../locale/venue-time';
import type { EventPage } from './events';
import { sessionEnd } from '../../../shop/rules/session-end';
import type { PictureView } from '../../common/catalogue/views';

/** What search engines read of an event (schema.org Event), or null if nothing of it is to come. */
export function eventData(
  shop: { readonly name: string; readonly url: URL },
  language: Language,
  page: EventPage,
): object | null {
  const { event, catalog, selected, booking } = page;
  const session = selected?.sessions[0];
  const next = booking?.nextSessionAt ?? null;
  // Of a session that is shown because a customer chose its day, other customers learn nothing.
  const status = next === null ? (session?.status ?? 'on_sale') : 'on_sale';
  const startDate = next ?? session?.occursAt ?? booking?.days[0]?.first;
  // A gift card is no event of its last day.
  if (startDate === undefined || booking?.giftCard === true) return null;
  const url = new URL(paths.event(language, catalog.id, event.id), shop.url).href;
  const { venue, picture } = event;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    startDate,
    ...endOf(selected?.sessions.find(({ occursAt }) => occursAt === startDate)),
    ...(event.excerpt === '' ? {} : { description: event.excerpt }),
    url,
    inLanguage: language,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/${statuses[status]}`,
    ...(picture === null ? {} : { image: pictureData(picture, shop.url) }),
    organizer: { '@type': 'Organization', name: catalog.name },
    ...(venue === null ? {} : { location: placeData(venue) }),
    ...offersData(page, url, shop.name),
    ...sessionsData(page),
    ...(session?.occursAt === startDate && selected?.sessions.length === 1 ? remainingOf(session) : {}),
  };
}

/** The prices of the day that is shown, as far as they are known; else from how much. */
function offersData({ booking, dayOffers, selected }: EventPage, url: string, seller: string) {
  const [first] = dayOffers;
  const ofSessions = selected?.sessions.map((session) => shownLeft(session) ?? Infinity) ?? [];
  const places = ofSessions.reduce((sum, one) => sum + one, 0);
  if (first !== undefined) return { offers: dayOffers.map((offer) => priceData(offer, places, url, seller)) };
  return booking?.fromPrice ? { offers: offerData(booking, booking.fromPrice, url, seller) } : {};
}

/** `places`: what the sessions of the day have. If fewer are left at this price, it has a limit of its own. */
function priceData(offer: Offer, places: number, url: string, seller: string) {
  const { availableQuantity } = offer;
  const isLimited = availableQuantity !== null && availableQuantity < places;
  return {
    '@type': 'Offer',
    name: offer.product.name,
    price: offer.price.amountInclTax,
    priceCurrency: offer.price.currency,
    availability: `https://schema.org/${isSoldOut(availableQuantity) ? 'SoldOut' : 'InStock'}`,
    ...(isLimited ? { inventoryLevel: shownQuantity(availableQuantity) } : {}),
    ...(offer.saleEndsAt ? { validThrough: offer.saleEndsAt } : {}),
    url,
    seller: { '@type': 'Organization', name: seller },
  };
}

/** A day may have thousands, and each visitor gets them. */
const mostSessions = 100;

/** The sessions of the day that is shown, each with its end and its state. */
function sessionsData({ selected, event }: EventPage) {
  const sessions = selected?.sessions ?? [];
  if (sessions.length === 0) return {};
  return {
    subEvent: sessions.slice(0, mostSessions).map((session) => ({
      '@type': 'Event',
      name: session.name ?? event.name,
      startDate: session.occursAt,
      ...endOf(session),
      eventStatus: `https://schema.org/${statuses[session.status ?? 'on_sale']}`,
      ...remainingOf(session),
    })),
  };
}

/**
 * How many are left, as far as customers are told: pages that are kept do not change while there are more. So an
 * import of the page never sells more than there are.
 */
function shownLeft(session: Session): number | null {
  if (isClosed(sessionWords(session))) return 0;
  const { availableQuantity } = session;
  return availableQuantity === null ? null : shownQuantity(availableQuantity);
}

function remainingOf(session: Session) {
  const left = shownLeft(session);
  return left === null ? {} : { remainingAttendeeCapacity: left };
}

function endOf(session: Session | undefined) {
  if (session === undefined) return {};
  const { occursAt, duration } = session;
  const end = sessionEnd(Temporal.Instant.from(occursAt), duration);
  return end === null ? {} : { endDate: withOffsetOf(new Date(end.epochMilliseconds), occursAt) };
}

const statuses = {
  on_sale: 'EventScheduled',
  not_on_sale: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
} as const;

function pictureData({ src, width, height, alternative, credit }: PictureView, shop: URL) {
  return {
    '@type': 'ImageObject',
    contentUrl: new URL(src, shop).href,
    width,
    height,
    ...(alternative === '' ? {} : { caption: alternative }),
    ...(credit === null ? {} : { creditText: credit }),
  };
}

function placeData({ name, address, position }: NonNullable<EventPage['event']['venue']>) {
  return {
    '@type': 'Place',
    name,
    ...(address === '' ? {} : { address: { '@type': 'PostalAddress', streetAddress: address } }),
    ...(position ? { geo: { '@type': 'GeoCoordinates', ...position } } : {}),
  };
}

function offerData({ status }: ListedBooking, lowPrice: string, url: string, seller: string) {
  return {
    '@type': 'AggregateOffer',
    lowPrice,
    priceCurrency: 'EUR',
    availability: `https://schema.org/${status === 'on_sale' ? 'InStock' : 'SoldOut'}`,
    url,
    seller: { '@type': 'Organization', name: seller },
  };
}

/** JSON for a script element: no text in it can end the element. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
