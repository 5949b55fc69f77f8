import { useTranslations } from 'next-intl';
import { compareAmounts } from '@/lib/money/money';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import { usePriceText } from '../price/use-price-text';

/** The lowest price, if something can be booked and the server tells it. */
export function FromPrice({ booking }: Pick<EventPage, 'booking'>) {
  const t = useTranslations('search.card');
  const priceText = usePriceText();
  if (booking === null || booking.fromPrice === null || booking.status !== 'on_sale') return null;
  const price = priceText(booking.fromPrice);
  return (
    <p className="text-lead font-bold">
      {compareAmounts(booking.fromPrice, '0.00') === 0 ? price : t('from', { price })}
    </p>
  );
}
