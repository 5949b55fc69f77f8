import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { Notice } from '../ui/notice';

interface LeftToRefundProps {
  /** What can still be refunded; null: as much as the rules of the products give. */
  readonly left: string | null;
  /** The bank may return the money itself. */
  readonly isDisputed: boolean;
  /** Tickets of a disputed payment can be cancelled without a refund. */
  readonly mayOverride?: boolean;
}

/** Why tickets are cancelled for less than the rule of their product gives, or not at all. */
export function LeftToRefund({ left, isDisputed, mayOverride = false }: LeftToRefundProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  if (isDisputed)
    return (
      <Notice title={t('disputedNow')}>{t(mayOverride ? 'disputedNowAdmin' : 'disputedNowText')}</Notice>
    );
  if (left === null) return null;
  if (compareAmounts(left, '0.00') === 0)
    return <Notice title={t('refundedAll')}>{t('refundedAllText')}</Notice>;
  return (
    <Notice title={t('refundedBefore')}>{t('leftToRefund', { amount: formatAmount(left, language) })}</Notice>
  );
}
