import { useLocale, useTranslations } from 'next-intl';
import { type RuleTranslate, untilMoment } from '@/lib/locale/return-sentence';
import { formatDay } from '@/lib/locale/venue-time';
import type { ClosedReason } from '@/lib/storefront/common/offer/offer-days';
import { Notice } from '../ui/notice';

interface OfferClosedProps {
  readonly closedAs: ClosedReason;
  /** YYYY-MM-DD */
  readonly day: string;
  /** When its sale has ended; null: it has not, or that is not known. */
  readonly saleEnded: string | null;
  readonly timezone: string | undefined;
}

/** In place of the form: why nothing can be held. */
export function OfferClosed({ closedAs, day: date, saleEnded, timezone }: OfferClosedProps) {
  const t = useTranslations('shop');
  const ofRules = useTranslations('cancellation.rule');
  const rule: RuleTranslate = (key, values) => ofRules(key, values);
  const language = useLocale();
  const day = formatDay(date, language);
  const notOnSale = () => {
    if (saleEnded === null) return [t('state.notOnSale'), t('product.dayGone', { day })];
    const until = untilMoment(rule, saleEnded, timezone, { language, now: new Date() });
    return [t('offer.saleEnded'), t('offer.saleEndedText', { day, until })];
  };
  const words = {
    soldOut: () => [t('offer.soldOut'), t('offer.soldOutText', { day })],
    allHeld: () => [t('offer.allHeld'), t('offer.allHeldText', { day })],
    notOnSale,
  };
  const [title, text] = words[closedAs]();
  return (
    <Notice title={title ?? ''}>
      <p>{text}</p>
    </Notice>
  );
}
