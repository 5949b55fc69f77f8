import { useLocale, useTranslations } from 'next-intl';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import { formatAmount } from '@/lib/money/money';

interface LostVoucherProps {
  readonly voucher: Extract<CheckoutView['voucher'], { lost: true }>;
  /** Without the voucher. */
  readonly total: string;
}

/** A code that was applied and can't be used any more: which, why, and what everything costs now. */
export function LostVoucher({ voucher, total }: LostVoucherProps) {
  const t = useTranslations('voucher');
  const language = useLocale();
  const { code, why } = voucher;
  return (
    <p role="status" className="w-full wrap-anywhere">
      {t('lost', { code, why: t(`why.${why}`), total: formatAmount(total, language) })}
    </p>
  );
}
