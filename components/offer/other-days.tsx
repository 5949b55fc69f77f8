import { useLocale, useTranslations } from 'next-intl';
import { stateText } from '@/lib/locale/availability';
import { formatDay } from '@/lib/locale/venue-time';
import type { OfferDay } from '@/lib/storefront/common/offer/offer-days';
import { usePriceText } from '../price/use-price-text';
import { Link } from '../ui/link';

interface OtherDay extends Omit<OfferDay, 'offers'> {
  readonly href: string;
}

/** The bookable days nearest to a day that is sold out. */
export function OtherDays({ days, calendarHref }: { days: readonly OtherDay[]; calendarHref: string }) {
  const t = useTranslations('shop');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const priceText = usePriceText();
  return (
    <section aria-labelledby="other-days" className="pt-8">
      <h2 id="other-days" className="pb-3 text-heading">
        {t('offer.otherDays')}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {days.map(({ day, fromPrice, availableQuantity, href }) => (
          <li key={day}>
            <Link
              href={href}
              className="flex min-h-14 items-center justify-between gap-4 rounded border border-edge px-4 py-2 no-underline hover:border-ink hover:bg-accent-soft"
            >
              <span className="font-bold first-letter:uppercase">{formatDay(day, language)}</span>
              <span className="tabular text-right text-small">
                <strong>{priceText(fromPrice, 'compact')}</strong>
                <br />
                {stateText(state, availableQuantity)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="pt-4">
        <Link href={calendarHref} className="inline-flex min-h-target items-center font-bold underline">
          {t('offer.calendar')}
        </Link>
      </p>
    </section>
  );
}
