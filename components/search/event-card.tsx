import { useLocale, useTranslations } from 'next-intl';
import { availabilityText, availabilityWords } from '@/lib/locale/availability';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueHour, venueTime } from '@/lib/locale/venue-time';
import { compareAmounts } from '@/lib/money/money';
import type { CardView } from '@/lib/storefront/shop/search/card-view';
import { compactPrice } from '../price/compact-price';
import { partBegins, partOf } from '../session/parts-of-day';
import { Link } from '../ui/link';
import { Picture } from '../ui/picture';

interface Dated extends Pick<CardView, 'booking' | 'day' | 'catalog'> {
  readonly part?: CardView['part'];
}

/** Whether a part of the day was asked for, and the next session is in another one. */
function isOfOtherPart({ booking, day, catalog, part }: Dated): boolean {
  const next = booking?.nextSessionAt ?? null;
  if (part === undefined || next === null) return false;
  return venueDay(next, catalog.timezone) !== day || partOf(venueTime(next, catalog.timezone)) !== part;
}

/**
 * "Sat 28 Nov, 10:00", or the state of an event that can't be booked. Null if nothing is known. `saidDay`: a day that is said
 * beside it, of which only the time is needed.
 */
export function useWhen(saidDay: string | null = null) {
  const t = useTranslations('search.card');
  const language = useLocale();
  return (card: Dated): string | null => {
    const { booking, day, catalog } = card;
    if (booking === null) return null;
    if (booking.status !== 'on_sale') return t(booking.status);
    if (booking.giftCard === true) return t('giftCard');
    if (day === null) return null;
    const shown = formatDay(day, language, 'short');
    const next = booking.nextSessionAt;
    if (isOfOtherPart(card)) return shown;
    if (next === null) return day === saidDay ? t('anyTimeAlone') : `${shown}, ${t('anyTime')}`;
    const time = venueTime(next, catalog.timezone);
    // A session of a whole day begins at 00:00, and a list doesn't know how long one lasts: so it names no 00:00,
    // not even for what really begins then. Of another day than the first that can be booked, only the day is known.
    if (venueDay(next, catalog.timezone) !== day || time === '00:00') return shown;
    return day === saidDay ? time : `${shown}, ${time}`;
  };
}

/** The page of the event, opened at the day that is said of it, and at the part of that day which was asked for. */
export function useEventHref() {
  const language = useLocale();
  return (card: Dated & Pick<CardView, 'id'>): string => {
    const { id, booking, day, catalog, part } = card;
    // A gift card is bought on no day.
    const isDayChosen = day !== null && booking?.status === 'on_sale' && booking.giftCard !== true;
    if (!isDayChosen) return paths.event(language, catalog.id, id);
    const isLater = part !== undefined && partBegins[part] > 0 && isOfOtherPart(card);
    const time =
      isLater && catalog.timezone !== undefined
        ? venueHour(day, partBegins[part], catalog.timezone).toISOString()
        : undefined;
    return paths.event(language, catalog.id, id, { date: day, time });
  };
}

function usePrice(language: Language) {
  const t = useTranslations('search');
  return (amount: string) =>
    compareAmounts(amount, '0.00') === 0
      ? t('free')
      : t('card.from', { price: compactPrice(amount, language) });
}

interface EventCardProps {
  readonly card: CardView;
  readonly hasHouse: boolean;
  /** The day that a heading above it says. */
  readonly saidDay?: string | null;
  /** It is seen at once, so its picture is not waited for. */
  readonly eager?: boolean;
}

/** An event in a list: when, where, from how much, and that few are left then. */
export function EventCard({ card, hasHouse, saidDay = null, eager = false }: EventCardProps) {
  const state = useTranslations('shop.state');
  const language = useLocale();
  const [when, price, hrefOf] = [useWhen(saidDay), usePrice(language), useEventHref()];
  const { catalog, booking, name, picture, place } = card;
  const isOnSale = booking?.status === 'on_sale';
  // What is left is known of the next session: so it is not said beside another day, or of a day that has others later.
  const next = booking?.nextSessionAt ?? null;
  const isNext = next !== null && venueDay(next, catalog.timezone) === card.day;
  const words =
    isOnSale && isNext && !card.hasLaterParts && !isOfOtherPart(card)
      ? availabilityWords(booking.nextAvailableQuantity)
      : null;
  const whenText = when(card);
  const where = [place, hasHouse ? card.house : ''].filter((one) => one !== '');
  return (
    <li
      data-accent={card.accent}
      className="group relative grid grid-cols-[min(6rem,25vw)_minmax(0,1fr)] gap-x-4 border-t border-rule pt-4 sm:flex sm:flex-col sm:border-0 sm:pt-0"
    >
      <Picture picture={picture} seed={card.id} decorative small eager={eager} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="text-[1.1875rem] leading-6 font-bold sm:pt-3 sm:text-heading" lang={catalog.lang}>
          <Link
            href={hrefOf(card)}
            className="no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {name}
          </Link>
        </h3>
        {whenText === null ? null : (
          <p className={`tabular pt-1 ${isOnSale ? 'font-bold' : 'text-ink-soft'}`}>{whenText}</p>
        )}
        {where.length === 0 ? null : (
          <p className="text-small text-ink-soft" lang={catalog.lang}>
            {where.join(' · ')}
          </p>
        )}
        {isOnSale && booking.fromPrice !== null ? (
          <p className="tabular flex flex-wrap gap-x-3 pt-1">
            <span>{price(booking.fromPrice)}</span>
            {words === null || words.kind === 'available' ? null : (
              <strong className="text-small leading-6">{availabilityText(state, words).text}</strong>
            )}
          </p>
        ) : null}
      </div>
    </li>
  );
}
