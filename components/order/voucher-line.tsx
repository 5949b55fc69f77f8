import { useLocale, useTranslations } from 'next-intl';
import type { OrderView } from '@/lib/checkout/queries';
import { compareAmounts, formatAmount } from '@/lib/money/money';

/** What a voucher has taken off the prices above it; nothing without one. */
export function VoucherLine({ voucher }: Pick<OrderView, 'voucher'>) {
  const t = useTranslations('voucher');
  const language = useLocale();
  if (voucher === null || compareAmounts(voucher.discount, '0.00') === 0) return null;
  return (
    <p className="py-1 text-small text-ink-soft wrap-anywhere">
      {t('used', { code: voucher.code, amount: formatAmount(voucher.discount, language) })}
    </p>
  );
}
