import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';

/** What reservations cost beside their items: a fee above 0, a discount below; nothing at 0. */
export function FeeLine({ fees }: { fees: string }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const sign = compareAmounts(fees, '0.00');
  if (sign === 0) return null;
  return (
    <p className="flex justify-between gap-4 border-t border-rule py-3">
      <span>{t(sign > 0 ? 'fee' : 'discount')}</span>
      <span className="tabular">{formatAmount(fees, language)}</span>
    </p>
  );
}
