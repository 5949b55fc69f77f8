import type { Client } from '../client/client';
import type { Found } from '../client/result';
import type { Offer } from '../contract/offer';
import { isSoldOut } from '../locale/availability';
import { addDays, firstDayOf, isDay, isMonth, lastDayOf, monthOf } from '../locale/calendar';
import type { Language } from '../locale/languages';
import { venueToday } from '../locale/venue-time';
import { load, type Loaded } from './load';
import { isBookable, offerDays, type OfferDay } from './offer-days';
import { catalogView, productView, type CatalogView, type ThingView } from './views';

export interface ProductQuery {
  /** YYYY-MM and YYYY-MM-DD, as typed in the address. */
  readonly month?: string | undefined;
  readonly date?: string | undefined;
}

export interface ProductPage {
  readonly catalog: CatalogView;
  readonly product: ThingView;
  /** The month that is shown; null when nothing is on sale at all. */
  readonly month: string | null;
  readonly today: string;
  /** The days of that month that have offers. */
  readonly days: readonly OfferDay[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** For a month without a bookable day: the next one that there is. */
  readonly nextDay: string | null;
  readonly selected: OfferDay | null;
  /** The day that was asked for, when it can't be booked. */
  readonly goneDay: string | null;
}

/** Have enough offers been read, by date, to show the month and what follows it? */
function coversMonth(offers: readonly Offer[], month: string | undefined): boolean {
  const bookable = offers.find((offer) => !isSoldOut(offer.availableQuantity));
  const last = offers.at(-1);
  if (bookable === undefined || last === undefined) return false;
  return last.date > lastDayOf(month ?? monthOf(bookable.date));
}

function monthPage(days: readonly OfferDay[], asked: string | undefined, today: string) {
  const next = days.find(isBookable)?.day ?? null;
  const month = asked ?? (next === null ? null : monthOf(next));
  if (month === null) return { month, days: [], hasEarlier: false, hasLater: false, nextDay: null };
  const shown = days.filter(({ day }) => monthOf(day) === month);
  return {
    month,
    days: shown,
    hasEarlier: month > monthOf(today),
    hasLater: days.some(({ day }) => monthOf(day) > month),
    nextDay: shown.some(isBookable) ? null : next,
  };
}

async function readProductPage(
  client: Client,
  language: Language,
  place: { catalogId: string; productId: string },
  query: { month: string | undefined; date: string | undefined },
): Promise<Found<ProductPage>> {
  const call = { language };
  const now = new Date();
  // Yesterday somewhere may be today at the venue; its zone comes with the same round of answers.
  const yesterday = addDays(venueToday(now), -1);
  const wanted = query.month ?? (query.date === undefined ? undefined : monthOf(query.date));
  // What is over is not on sale: a month in the past is taken for no month at all.
  const asked = wanted !== undefined && wanted >= monthOf(yesterday) ? wanted : undefined;
  const start = asked === undefined || firstDayOf(asked) < yesterday ? yesterday : firstDayOf(asked);
  const [catalog, product, offers] = await Promise.all([
    client.getCatalog(place.catalogId, call),
    client.getProduct(place.catalogId, place.productId, call),
    client.listOffers(
      place.catalogId,
      { product: place.productId, from: start, enough: (read) => coversMonth(read, asked) },
      call,
    ),
  ]);
  if (catalog.kind === 'missing') return catalog;
  if (product.kind === 'missing') return product;
  if (offers.kind === 'missing') return offers;

  const view = catalogView(catalog.value, language);
  const today = venueToday(now, view.timezone);
  const days = offerDays(offers.value.members).filter(({ day }) => day >= today);
  const selected = days.find((each) => each.day === query.date && isBookable(each)) ?? null;
  return {
    kind: 'found',
    value: {
      catalog: view,
      product: productView(place.catalogId, product.value),
      today,
      ...monthPage(days, asked, today),
      selected,
      goneDay: query.date !== undefined && selected === null ? query.date : null,
    },
  };
}

/** A product with a month of its offers, and those of a chosen day. */
export function loadProductPage(
  language: Language,
  place: { catalogId: string; productId: string },
  query: ProductQuery,
): Promise<Loaded<ProductPage>> {
  const { month, date } = query;
  return load([place.catalogId, place.productId], ({ client }) =>
    readProductPage(client, language, place, {
      month: month !== undefined && isMonth(month) ? month : undefined,
      date: date !== undefined && isDay(date) ? date : undefined,
    }),
  );
}
