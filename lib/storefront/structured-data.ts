import type { ListedBooking } from '../discovery/listing';
import type { Language } from '../locale/languages';
import { paths } from '../locale/paths';
import type { EventPage } from './events';

/** What search engines read of an event (schema.org Event), or null if nothing of it is to come. */
export function eventData(
  shop: { readonly name: string; readonly url: URL },
  language: Language,
  { event, catalog, selected, booking }: EventPage,
): object | null {
  const session = selected?.sessions[0];
  const next = booking?.nextSessionAt ?? null;
  // Of a session that is shown because a customer chose its day, other customers learn nothing.
  const status = next === null ? (session?.status ?? 'on_sale') : 'on_sale';
  const startDate = next ?? session?.occursAt ?? booking?.days[0]?.first;
  if (startDate === undefined) return null;
  const url = new URL(paths.event(language, catalog.id, event.id), shop.url).href;
  const { venue, picture } = event;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    startDate,
    ...(event.excerpt === '' ? {} : { description: event.excerpt }),
    url,
    inLanguage: language,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/${statuses[status]}`,
    ...(picture === null ? {} : { image: new URL(picture.src, shop.url).href }),
    organizer: { '@type': 'Organization', name: catalog.name },
    ...(venue === null ? {} : { location: placeData(venue) }),
    ...(booking?.fromPrice ? { offers: offerData(booking, booking.fromPrice, url, shop.name) } : {}),
  };
}

const statuses = {
  on_sale: 'EventScheduled',
  not_on_sale: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
} as const;

function placeData({ name, address, position }: NonNullable<EventPage['event']['venue']>) {
  return {
    '@type': 'Place',
    name,
    ...(address === '' ? {} : { address }),
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
