import { useLocale, useTranslations } from 'next-intl';
import type { Offer } from '@/lib/contract/offer';
import { formatDay } from '@/lib/locale/venue-time';

type ShownOffer = Pick<Offer, 'date'> & { readonly product: Pick<Offer['product'], 'giftCard'> };

/** What is said instead of times: that one may come at any time of the day, or until when a gift card is valid. */
export function AnyTime({ offer }: { offer: ShownOffer }) {
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const isGiftCard = offer.product.giftCard === true;
  const day = formatDay(offer.date, language, isGiftCard ? 'long' : undefined);
  return (
    <>
      <strong>{t(isGiftCard ? 'giftCard' : 'anyTime')}.</strong>{' '}
      {t(isGiftCard ? 'giftCardText' : 'anyTimeText', { day })}
    </>
  );
}
