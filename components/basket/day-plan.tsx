import { useTranslations } from 'next-intl';
import type { DayPlan as Plan } from '@/lib/storefront/shop/basket/day-plan';
import { legSentences, planTexts } from '../offer/plan-texts';
import { Notice } from '../ui/notice';

/** Visits of the booking that overlap, or between which there is little time. It can be ordered nevertheless. */
export function DayPlan({ kind, plan, visits, legs }: Plan) {
  const t = useTranslations('shop.plan');
  const checkout = useTranslations('checkout.items');
  const texts = planTexts(t);
  return (
    <div id="day-plan" className="pt-3">
      <Notice title={texts[kind]}>
        {legs.map((leg) => (
          <p key={`${leg.from} ${leg.to}`}>{legSentences(plan, visits, leg, texts).join(' ')}</p>
        ))}
        <p>{checkout('planNote')}</p>
      </Notice>
    </div>
  );
}
