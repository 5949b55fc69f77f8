import { useLocale, useTranslations } from 'next-intl';
import type { Offer } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { earlySaleEnd } from '@/lib/locale/sale-end';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';

interface SaleEndProps {
  readonly offer: Pick<Offer, 'date' | 'saleEndsAt'>;
  /** The chosen one. */
  readonly session?: Pick<Session, 'occursAt' | 'saleEndsAt'> | null;
  readonly timezone: string | undefined;
}

/** Until when one can buy, if that is before the visit begins. */
export function SaleEnd({ offer, session = null, timezone }: SaleEndProps) {
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const end = earlySaleEnd(offer, session);
  if (end === null) return null;
  const moment = `${formatDay(venueDay(end, timezone), language)}, ${venueTime(end, timezone)}`;
  return (
    <span className="block text-small text-ink-soft">
      <time dateTime={end}>{t('saleEnds', { moment })}</time>
    </span>
  );
}
