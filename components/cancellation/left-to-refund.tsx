import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { Notice } from '../ui/notice';

interface LeftToRefundProps {
  readonly of?: 'cancellation' | 'rebooking';
  /** What is left of the payment; null: as much as all tickets need. */
  readonly left: string | null;
  /** The bank may return the money itself. */
  readonly isDisputed: boolean;
  /** Tickets of a disputed payment can be cancelled without a refund. */
  readonly mayOverride?: boolean;
}

/** Why tickets are cancelled for less than the rule of their product gives, or not at all; the same of exchanging them. */
export function LeftToRefund({
  of = 'cancellation',
  left,
  isDisputed,
  mayOverride = false,
}: LeftToRefundProps) {
  const t = useTranslations();
  const title = useTranslations('cancellation');
  const language = useLocale();
  if (isDisputed)
    return (
      <Notice title={title('disputedNow')}>
        {mayOverride ? title('disputedNowAdmin') : t(`${of}.disputedNowText`)}
      </Notice>
    );
  if (left === null) return null;
  if (compareAmounts(left, '0.00') === 0)
    return <Notice title={title('refundedAll')}>{t(`${of}.refundedAllText`)}</Notice>;
  const amount = formatAmount(left, language);
  return <Notice title={title('refundedBefore')}>{t(`${of}.leftToRefund`, { amount })}</Notice>;
}
