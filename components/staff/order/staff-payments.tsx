import { useLocale, useTranslations } from 'next-intl';
import type { TimelineEntry } from '@/lib/shop/data/timeline-store';
import { formatAmount } from '@/lib/money/money';
import type { StaffOrderView } from './order-view';
import { useStamp } from '../ui/stamp';

interface PaymentsProps extends Pick<StaffOrderView, 'payments'> {
  readonly timeline: readonly TimelineEntry[];
  /** What the address of a payment's page at the provider begins with, before its id; null: not known. */
  readonly pages: string | null;
}

/** Who took the money at the counter; null: it was not sold there. */
function findSeller(timeline: readonly TimelineEntry[]): string | null {
  const seller = timeline.find(({ what }) => what === 'sold_at_counter')?.detail['staff'];
  return typeof seller === 'string' ? seller : null;
}

/** The payments of a purchase, and who took the money at the counter. */
export function StaffPayments({ payments, timeline, pages }: PaymentsProps) {
  const t = useTranslations('staff.order');
  const language = useLocale();
  const stamp = useStamp();
  const seller = findSeller(timeline);
  if (payments.length === 0 && seller === null) return <p>{t('noPayment')}</p>;
  return (
    <ul className="space-y-2">
      {seller === null ? null : (
        <li>
          {t('channels.counter')}
          <span className="block text-small wrap-anywhere text-ink-soft">
            {t('soldBy', { name: seller })}
          </span>
        </li>
      )}
      {payments.map((payment) => (
        <li key={payment.id}>
          <span className="tabular font-bold">{formatAmount(payment.amount, language)}</span>{' '}
          {t(`paymentStates.${payment.state}`)}
          {payment.method === 'provider' ? '' : ` · ${t(`methods.${payment.method}`)}`}
          {payment.refundedAt === null ? null : `, ${t('refundedOn', { moment: stamp(payment.refundedAt) })}`}
          {payment.intent === null ? null : pages === null ? (
            <code className="block text-small break-all text-ink-soft">{payment.intent}</code>
          ) : (
            <a
              href={`${pages}${encodeURIComponent(payment.intent)}`}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-target items-center text-small break-all underline"
            >
              {t('atProvider', { id: payment.intent })}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
