import type { Offer } from '../../../contract/offer';
import { isSoldOut } from '../../../locale/availability';
import { addDays, firstDayOf, isDay, isMonth, lastDayOf, monthOf } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { venueToday } from '../../../locale/venue-time';
import { load, need, noteShownAt, type LoadedBy } from '../../common/request/load';
import { isBookable, offerDays, type OfferDay } from '../../common/offer/offer-days';
import { catalogView, productView } from '../../common/catalogue/views';
import { readWaitable } from '../../common/offer/waiting-choices';

/** Whether enough offers were read, by date, to show the month and what follows it. */
function coversMonth(offers: readonly Offer[], month: string | undefined): boolean {
  const bookable = offers.find((offer) => !isSoldOut(offer.availableQuantity));
  const last = offers.at(-1);
  if (bookable === undefined || last === undefined) return false;
  return last.date > lastDayOf(month ?? monthOf(bookable.date));
}

function monthPage(days: readonly OfferDay[], asked: string | undefined, today: string) {
  const next = days.find(isBookable)?.day ?? null;
  const month = asked ?? (next === null ? null : monthOf(next));
  const shown = days.filter(({ day }) => monthOf(day) === month);
  return {
    /** Null when nothing is on sale at all. */
    month,
    /** The days of that month that have offers. */
    days: shown,
    hasEarlier: month !== null && month > monthOf(today),
    hasLater: month !== null && days.some(({ day }) => monthOf(day) > month),
    /** For a month without a bookable day: the next day that is bookable. */
    nextDay: shown.some(isBookable) ? null : next,
  };
}

/** A product with a month of its offers, and those of a chosen day; YYYY-MM and YYYY-MM-DD as given in the URL. */
export function loadProductPage(
  language: Language,
  { catalogId, productId }: { catalogId: string; productId: string },
  query: Partial<Record<'month' | 'date', string | undefined>>,
) {
  return load([catalogId, productId], async ({ client }) => {
    const call = { language };
    const month = query.month !== undefined && isMonth(query.month) ? query.month : undefined;
    const date = query.date !== undefined && isDay(query.date) ? query.date : undefined;
    const now = new Date();
    noteShownAt(now);
    // Yesterday here may be today at the venue; its time zone is only known from the same responses.
    const yesterday = addDays(venueToday(now), -1);
    const wanted = month ?? (date === undefined ? undefined : monthOf(date));
    // Past offers are not on sale, so a month in the past counts as no month.
    const asked = wanted !== undefined && wanted >= monthOf(yesterday) ? wanted : undefined;
    const start = asked === undefined || firstDayOf(asked) < yesterday ? yesterday : firstDayOf(asked);
    const enough = (read: readonly Offer[]) => coversMonth(read, asked);
    const [catalog, product, offers] = await Promise.all([
      client.getCatalog(catalogId, call),
      client.getProduct(catalogId, productId, call),
      client.listOffers(catalogId, { product: productId, from: start, enough }, call),
    ]);
    const view = catalogView(need(catalog), language);
    const today = venueToday(now, view.timezone);
    const days = offerDays(need(offers).members).filter(({ day }) => day >= today);
    const selected = days.find((each) => each.day === date) ?? null;
    return {
      catalog: view,
      product: productView(catalogId, need(product)),
      today,
      ...monthPage(days, asked, today),
      /** Also a day of which nothing is left. */
      selected,
      /** The identifiers of its offers for which one can wait. */
      waitable: await readWaitable({ client, catalogId, call, now }, selected?.offers ?? []),
      /** The requested day, when it is not on sale. */
      goneDay: date !== undefined && selected === null ? date : null,
    };
  });
}

export type ProductPage = LoadedBy<typeof loadProductPage>;
