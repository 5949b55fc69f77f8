import { useLocale, useTranslations } from 'next-intl';
import type { Offer, OfferTicket } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { commonSaleEnd, earlySaleEnd } from '@/lib/locale/sale-end';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';

interface SaleEndProps {
  readonly offer: Pick<Offer, 'date' | 'saleEndsAt'>;
  /** The chosen one. */
  readonly session?: Pick<Session, 'occursAt' | 'saleEndsAt'> | null;
  /** Of a form in which the sessions are chosen, and each says its own end. */
  readonly tickets?: readonly OfferTicket[];
  readonly timezone: string | undefined;
}

/** Until when one can buy, if that is before the visit begins. */
export function SaleEnd({ offer, session = null, tickets, timezone }: SaleEndProps) {
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const end = tickets === undefined ? earlySaleEnd(offer, session) : commonSaleEnd(offer, tickets);
  if (end === null) return null;
  const moment = `${formatDay(venueDay(end, timezone), language)}, ${venueTime(end, timezone)}`;
  return (
    <span className="block text-small text-ink-soft">
      <time dateTime={end}>{t('saleEnds', { moment })}</time>
    </span>
  );
}
