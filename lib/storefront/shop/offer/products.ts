import type { Offer } from '../../../contract/offer';
import { isSoldOut } from '../../../locale/availability';
import {
  addDays,
  addMonths,
  firstDayOf,
  isDay,
  isMonth,
  lastDayOf,
  monthOf,
  stripFrom,
} from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { venueToday } from '../../../locale/venue-time';
import { load, need, noteShownAt, type LoadedBy } from '../../common/request/load';
import { type OfferPage, readOfferPage } from '../../common/offer/offers';
import type { AppContext } from '../../../runtime/app-context';
import { isBookable, offerDays, type OfferDay } from '../../common/offer/offer-days';
import { catalogView, productView } from '../../common/catalogue/views';
import { readWaitable } from '../../common/offer/waiting-choices';

/** Whether enough offers were read, by date, to show two months and what follows them. */
function coversMonth(offers: readonly Offer[], month: string | undefined): boolean {
  const bookable = offers.find((offer) => !isSoldOut(offer.availableQuantity));
  const last = offers.at(-1);
  if (bookable === undefined || last === undefined) return false;
  return last.date > lastDayOf(addMonths(month ?? monthOf(bookable.date), 1));
}

function monthPage(days: readonly OfferDay[], asked: string | undefined, today: string) {
  const next = days.find(isBookable)?.day ?? null;
  const month = asked ?? (next === null ? null : monthOf(next));
  const second = month === null ? null : addMonths(month, 1);
  const shown = days.filter(({ day }) => monthOf(day) === month || monthOf(day) === second);
  return {
    /** The first of two months; null when nothing is on sale at all. */
    month,
    /** The days of these months that have offers. */
    days: shown,
    hasEarlier: month !== null && month > monthOf(today),
    hasLater: second !== null && days.some(({ day }) => monthOf(day) > second),
    /** For months without a bookable day: the next day that is bookable. */
    nextDay: shown.some(isBookable) ? null : next,
  };
}

async function onlyForm(
  runtime: AppContext,
  language: Language,
  catalogId: string,
  selected: OfferDay | null,
): Promise<OfferPage | null> {
  const [only, ...others] = selected?.offers ?? [];
  if (only === undefined || others.length > 0 || selected?.closedAs !== null) return null;
  return readOfferPage(runtime, language, { catalogId, offerId: only.id }, { withOtherDays: false });
}

/** A product with two months of its offers, and those of a chosen day; YYYY-MM and YYYY-MM-DD as given in the URL. */
export function loadProductPage(
  language: Language,
  { catalogId, productId }: { catalogId: string; productId: string },
  query: Partial<Record<'month' | 'date' | 'from', string | undefined>>,
) {
  return load([catalogId, productId], async (runtime) => {
    const { client } = runtime;
    const call = { language };
    const month = query.month !== undefined && isMonth(query.month) ? query.month : undefined;
    const date = query.date !== undefined && isDay(query.date) ? query.date : undefined;
    const from = query.from !== undefined && isDay(query.from) ? query.from : undefined;
    const now = new Date();
    noteShownAt(now);
    // Yesterday here may be today at the venue; its time zone is only known from the same responses.
    const yesterday = addDays(venueToday(now), -1);
    const day = date ?? from;
    const wanted = month ?? (day === undefined ? undefined : monthOf(day));
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
    const first = days.find(
      (each) => isBookable(each) && each.day >= (from ?? '') && monthOf(each.day) >= (asked ?? ''),
    );
    const selected = date === undefined ? (first ?? null) : (days.find((each) => each.day === date) ?? null);
    return {
      catalog: view,
      product: productView(catalogId, need(product)),
      today,
      ...monthPage(days, asked, today),
      strip: stripFrom(days, { from: from ?? null, chosen: selected?.day, first: days[0]?.day ?? today }),
      /** Also a day of which nothing is left. */
      selected,
      /** What the form shows if one offer of the selected day can be held. */
      form: await onlyForm(runtime, language, catalogId, selected),
      /** The identifiers of its offers for which one can wait. */
      waitable: await readWaitable({ client, catalogId, call, now }, selected?.offers ?? []),
      /** The requested day, when it is not on sale. */
      goneDay: date !== undefined && selected === null ? date : null,
    };
  });
}

export type ProductPage = LoadedBy<typeof loadProductPage>;
