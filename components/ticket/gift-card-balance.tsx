import { useLocale, useTranslations } from 'next-intl';
import type { GiftCard } from '@/lib/contract/item-ticket';
import type { Language } from '@/lib/locale/languages';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';

/** The last day on which it is valid: staff may have changed that since it was bought. Empty: it stays valid. */
export function lastDayOf({ validUntil }: GiftCard, timezone: string | null, language: Language): string {
  if (validUntil === null) return '';
  const last = new Date(Date.parse(validUntil) - 1).toISOString();
  return formatDay(venueDay(last, timezone ?? undefined), language, 'long');
}

const isExpired = ({ validUntil }: GiftCard): boolean =>
  validUntil !== null && Date.parse(validUntil) <= Date.now();

/** Whether one can still pay with it, if something is left. */
export const isUsable = (giftCard: GiftCard): boolean => !giftCard.disabled && !isExpired(giftCard);

/** What a gift card is worth, and what is left of it. */
export function Balance({ giftCard }: { giftCard: GiftCard }) {
  const t = useTranslations('checkout.order.giftCard');
  const language = useLocale();
  const { valueInclTax: value, remainingInclTax: left, disabled } = giftCard;
  return (
    <div>
      <p className="tabular text-[2.5rem] leading-none font-extrabold tracking-tight">
        {formatAmount(value, language)}
      </p>
      <p className="pt-2 font-bold">
        {disabled
          ? t('disabled')
          : isExpired(giftCard)
            ? t('expired')
            : t('left', { amount: formatAmount(left, language) })}
      </p>
    </div>
  );
}
