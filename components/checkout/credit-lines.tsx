import { useLocale, useTranslations } from 'next-intl';
import { amountAbove, compareAmounts, formatAmount, subtractAmounts } from '@/lib/money/money';

/** What earlier tickets pay of a total, and what is left to pay or goes back; nothing without them. */
export function CreditLines({ total, credit }: { total: string; credit: string }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  if (compareAmounts(credit, '0.00') === 0) return null;
  const back = amountAbove(credit, total);
  const isLess = back !== '0.00';
  return (
    <dl className="space-y-1 pt-3">
      <div className="flex justify-between gap-4">
        <dt>{t('credit')}</dt>
        <dd className="tabular">{formatAmount(subtractAmounts('0.00', credit), language)}</dd>
      </div>
      <div className="flex justify-between gap-4 font-bold">
        <dt>{t(isLess ? 'back' : 'due')}</dt>
        <dd className="tabular">{formatAmount(isLess ? back : amountAbove(total, credit), language)}</dd>
      </div>
    </dl>
  );
}
