import { useLocale, useTranslations } from 'next-intl';
import type { OfferPrice } from '@/lib/contract/offer';
import { compareAmounts, formatAmount } from '@/lib/money/money';

export function Price({ price, className = '' }: { price: OfferPrice; className?: string }) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  const isReduced = compareAmounts(price.originalAmountInclTax, price.amountInclTax) > 0;
  return (
    <span className="tabular">
      <strong className={className}>{formatAmount(price.amountInclTax, language)}</strong>
      {isReduced ? (
        <span className="text-small text-ink-soft">
          {' '}
          {t('instead', { price: formatAmount(price.originalAmountInclTax, language) })}
        </span>
      ) : null}
    </span>
  );
}
