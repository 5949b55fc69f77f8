import { useLocale, useTranslations } from 'next-intl';
import type { Line, LineTicket } from '@/lib/checkout/queries';
import { visitChange } from '@/lib/locale/ticket-moment';

interface Props {
  readonly line: Line;
  readonly ticket: LineTicket;
  readonly className?: string;
}

/** That a visit was moved, or called off, since the purchase. */
export function VisitChange({ line, ticket, className = '' }: Props) {
  const t = useTranslations('checkout.items');
  const change = visitChange(line, ticket, useLocale());
  return change === null ? null : (
    <strong className={`block ${className}`}>{t('visitChange', change)}</strong>
  );
}
