import { useLocale, useTranslations } from 'next-intl';
import { formatDay } from '@/lib/locale/venue-time';
import type { ClosedReason } from '@/lib/storefront/offer-days';
import { Notice } from '../ui/notice';

interface OfferClosedProps {
  readonly closedAs: ClosedReason;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** In place of the form: why nothing can be held. */
export function OfferClosed({ closedAs, day: date }: OfferClosedProps) {
  const t = useTranslations('shop');
  const day = formatDay(date, useLocale());
  const words = {
    soldOut: () => [t('offer.soldOut'), t('offer.soldOutText', { day })],
    allHeld: () => [t('offer.allHeld'), t('offer.allHeldText', { day })],
    notOnSale: () => [t('state.notOnSale'), t('product.dayGone', { day })],
  };
  const [title, text] = words[closedAs]();
  return (
    <Notice title={title ?? ''}>
      <p>{text}</p>
    </Notice>
  );
}
