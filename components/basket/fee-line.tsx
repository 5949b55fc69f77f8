import { useLocale, useTranslations } from 'next-intl';
import { feeKind, formatAmount } from '@/lib/money/money';

/** A fee above 0, a discount below; nothing is shown for 0. */
export function FeeLine({ fees }: { fees: string }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const kind = feeKind(fees);
  if (kind === null) return null;
  return (
    <p className="flex justify-between gap-4 border-t border-rule py-3">
      <span>{t(kind)}</span>
      <span className="tabular">{formatAmount(fees, language)}</span>
    </p>
  );
}
