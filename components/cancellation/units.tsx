import { useLocale, useTranslations } from 'next-intl';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { type RuleTranslate, untilMoment } from '@/lib/locale/return-sentence';
import { venueZone } from '@/lib/locale/venue-time';
import { compareAmounts, formatAmount, leastOf, subtractAmounts } from '@/lib/money/money';
import { visitsOf } from '@/lib/shop/rules/order-of-time';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { VisitChange } from '../basket/visit-change';

interface UnitProps {
  readonly unit: UnitView;
}

/** What is cancelled together: the product, where and when, whether the organiser has changed that, and for whom. */
export function UnitSummary({ unit }: UnitProps) {
  const language = useLocale();
  const { line, references, holder } = unit;
  const items = useTranslations('checkout.items');
  return (
    <>
      <span className="block font-bold" lang={line.lang}>
        {line.productName}
      </span>
      {visitsOf(line).map((ticket, index) => {
        const { day, time } = ticketMoment(line, ticket, language);
        return (
          <span key={index} className="block text-small">
            <span lang={line.lang}>{ticket.event?.name ?? ticket.name}</span>,{' '}
            {line.giftCard === true ? items('validUntil', { day }) : day}
            {time === null ? '' : `, ${time}`}
            {unit.obstacle === 'CANCELLED' ? null : <VisitChange line={line} ticket={ticket} isBrief />}
          </span>
        );
      })}
      <span className="tabular block text-small text-ink-soft">
        {[holder, ...references].filter((part) => part !== '').join(' · ')}
      </span>
    </>
  );
}

/** What the rule of the product says: what is refunded or credited, and until when; or why nothing is. */
function useTermsText(
  of: 'cancellation' | 'rebooking',
  { obstacle, isExchanged, until: last, paid, refund, line }: UnitView,
  left: string | null,
): string {
  const t = useTranslations();
  const language = useLocale();
  const zone = line.timezone ?? undefined;
  const rule: RuleTranslate = (key, values) => t(`cancellation.rule.${key}`, values);
  const until =
    last === null
      ? ''
      : `${untilMoment(rule, last, zone, { language, now: new Date() })} (${venueZone(last, zone)})`;
  switch (obstacle) {
    case null: {
      const isWithoutMoney = [paid, left ?? paid].some((one) => compareAmounts(one, '0.00') === 0);
      if (isWithoutMoney) return t(`${of}.terms.free`, { until });
      // What is left is left for all of them together.
      if (of === 'cancellation' && left !== null)
        return t('cancellation.terms.upTo', {
          amount: formatAmount(leastOf(refund, left), language),
          until,
        });
      return t(`${of}.terms.cancellable`, { amount: formatAmount(refund, language), until });
    }
    case 'DISPUTED':
      return t(`${of}.terms.disputed`);
    case 'GIVEN_BACK':
      return t('rebooking.terms.givenBack');
    case 'CANCELLED':
      return t(isExchanged ? 'rebooking.terms.exchanged' : `${of}.terms.cancelled`);
    case 'REDEEMED':
      if (line.giftCard === true) return `${t(`${of}.terms.redeemed`)}. ${t('checkout.pay.giftCard')}`;
      return t(`${of}.terms.redeemed`);
    case 'NO_RULE':
      return t(`${of}.terms.noRule`);
    case 'DEADLINE_PASSED':
      return t(`${of}.terms.deadlinePassed`, { until });
  }
}

/** What goes back to the gift card that has paid for a part; null: nothing. */
function useReturnedText({ returned }: UnitView): string | null {
  const t = useTranslations('cancellation.terms');
  const language = useLocale();
  return compareAmounts(returned, '0.00') === 0
    ? null
    : t('returned', { amount: formatAmount(returned, language) });
}

/** What becomes of the rest of its price if the tickets that it is exchanged for cost less; null: it has cost nothing. */
function useRestText({ paid, rebooking: { mostBack } }: UnitView, isByRule: boolean): string | null {
  const t = useTranslations('rebooking.terms.rest');
  const language = useLocale();
  if (compareAmounts(paid, '0.00') === 0) return null;
  if (!isByRule || compareAmounts(mostBack, paid) >= 0) return t('all');
  const least = formatAmount(subtractAmounts(paid, mostBack), language);
  if (compareAmounts(mostBack, '0.00') === 0) return t('none', { least });
  return t('part', { amount: formatAmount(mostBack, language), least });
}

interface UnitBoxProps extends UnitProps {
  readonly of: 'cancellation' | 'rebooking';
  /** What of the payment is left for all units together, if that is less than all of them need. */
  readonly left?: string | null;
  /** Whether it can be chosen: for the customer by the rule, for an admin also against it. */
  readonly isOpen: boolean;
  /** By the rule of its product no more is given back than it says. */
  readonly isByRule: boolean;
}

/** One unit to tick. */
export function UnitBox({ of, unit, left = null, isOpen, isByRule }: UnitBoxProps) {
  const t = useTranslations('cancellation.override');
  const terms = useTermsText(of, unit, left);
  const back = useReturnedText(unit);
  const rest = useRestText(unit, isByRule);
  return (
    <li className="border-t border-rule py-3">
      <label className="flex min-h-target items-start gap-4">
        <input
          type="checkbox"
          name="unit"
          value={unit.key}
          disabled={!isOpen}
          className="mt-1 size-6 shrink-0"
        />
        <span className="min-w-0 wrap-anywhere">
          <UnitSummary unit={unit} />
          <span className={`block text-small ${isOpen ? '' : 'text-ink-soft'}`}>{terms}</span>
          {of === 'rebooking' && isOpen && rest !== null ? (
            <span className="block text-small">{rest}</span>
          ) : null}
          {back === null ? null : <span className="block text-small">{back}</span>}
          {isOpen && unit.obstacle !== null ? (
            <span className="block text-small font-bold">{t('mark')}</span>
          ) : null}
        </span>
      </label>
    </li>
  );
}
