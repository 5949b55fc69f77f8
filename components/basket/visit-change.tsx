import { useLocale, useTranslations } from 'next-intl';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { visitChange } from '@/lib/locale/ticket-moment';

interface Props {
  readonly line: Line;
  readonly ticket: LineTicket;
  readonly className?: string;
  /** Only what has happened, without what becomes of the ticket. */
  readonly isBrief?: boolean;
}

/** That a visit was moved, or called off, since it was chosen. */
export function VisitChange({ line, ticket, className = '', isBrief = false }: Props) {
  const t = useTranslations('checkout.items');
  const change = visitChange(line, ticket, useLocale());
  if (change === null) return null;
  const { what } = change;
  const text = isBrief && what !== 'moved' ? t('calledOff', { what }) : t('visitChange', change);
  return <strong className={`block ${className}`}>{text}</strong>;
}
