import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { compactPrice } from './compact-price';

/** Says what one thing costs: "€18.50", "Free". `compact`: for little room, "€18". Sums are written as amounts, also of 0. */
export function usePriceText(): (amount: string, style?: 'full' | 'compact') => string {
  const free = useTranslations('search')('free');
  const language = useLocale();
  return (amount, style = 'full') => {
    if (compareAmounts(amount, '0.00') === 0) return free;
    return style === 'compact' ? compactPrice(amount, language) : formatAmount(amount, language);
  };
}
