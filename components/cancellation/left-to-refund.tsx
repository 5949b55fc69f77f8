import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { Notice } from '../ui/notice';

interface LeftToRefundProps {
  /** What can still be refunded; null: as much as the rules of the products give. */
  readonly left: string | null;
  /** The bank may return the money itself. */
  readonly isDisputed: boolean;
}

/** Why tickets are cancelled for less than the rule of their product gives, or not at all. */
export function LeftToRefund({ left, isDisputed }: LeftToRefundProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  if (isDisputed) return <Notice title={t('disputedNow')}>{t('disputedNowText')}</Notice>;
  if (left === null) return null;
  if (compareAmounts(left, '0.00') === 0)
    return <Notice title={t('refundedAll')}>{t('refundedAllText')}</Notice>;
  return (
    <Notice title={t('refundedBefore')}>{t('leftToRefund', { amount: formatAmount(left, language) })}</Notice>
  );
}
