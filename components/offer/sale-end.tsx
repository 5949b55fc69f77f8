import { useLocale, useTranslations } from 'next-intl';
import type { Offer, OfferTicket } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { commonSaleEnd, earlySaleEnd } from '@/lib/locale/sale-end';
import { type RuleTranslate, untilMoment } from '@/lib/locale/return-sentence';

interface SaleEndProps {
  readonly offer: Pick<Offer, 'date' | 'saleEndsAt'>;
  /** The chosen one. */
  readonly session?: Pick<Session, 'occursAt' | 'saleEndsAt'> | null;
  /** Of a form in which the sessions are chosen, and each says its own end. */
  readonly tickets?: readonly OfferTicket[];
  readonly timezone: string | undefined;
}

/** Until when one can buy, if that is before the visit begins; null: until then. */
export function saleEndOf({ offer, session = null, tickets }: Omit<SaleEndProps, 'timezone'>): string | null {
  return tickets === undefined ? earlySaleEnd(offer, session) : commonSaleEnd(offer, tickets);
}

/** The same in words. */
export function SaleEnd({ timezone, ...about }: SaleEndProps) {
  const t = useTranslations();
  const language = useLocale();
  const end = saleEndOf(about);
  if (end === null) return null;
  const rule: RuleTranslate = (key, values) => t(`cancellation.rule.${key}`, values);
  const until = untilMoment(rule, end, timezone, { language, now: new Date() });
  return (
    <span className="block text-small text-ink-soft">
      <time dateTime={end}>{t('shop.offer.saleEnds', { until })}</time>
    </span>
  );
}
