import { useTranslations } from 'next-intl';
import type { OfferPrice } from '@/lib/contract/offer';
import { compareAmounts } from '@/lib/money/money';
import { usePriceText } from './use-price-text';

export function Price({ price, className = '' }: { price: OfferPrice; className?: string }) {
  const t = useTranslations('shop.product');
  const priceText = usePriceText();
  const isReduced = compareAmounts(price.originalAmountInclTax, price.amountInclTax) > 0;
  return (
    <span className="tabular">
      <strong className={className}>{priceText(price.amountInclTax)}</strong>
      {isReduced ? (
        <span className="text-small text-ink-soft">
          {' '}
          {t('instead', { price: priceText(price.originalAmountInclTax) })}
        </span>
      ) : null}
    </span>
  );
}
