import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount, sumAmounts } from '@/lib/money/money';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { HiddenFields } from '../ui/hidden-fields';
import { UnitSummary } from './units';

interface ChosenUnitsProps {
  readonly checkoutId: string;
  readonly chosen: readonly UnitView[];
  readonly isStaff: boolean;
  /** An admin may refund more than the rule of the product. */
  readonly mayRefundMore?: boolean;
  /** They were paid at the counter, and the money is returned there. */
  readonly isCounter: boolean;
}

const isFree = (amount: string) => compareAmounts(amount, '0.00') === 0;

/** What a form cancels and what is refunded by the rule, with the fields that send it. */
export function ChosenUnits({
  checkoutId,
  chosen,
  isStaff,
  mayRefundMore = false,
  isCounter,
}: ChosenUnitsProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  const of = bookingKind(chosen.map(({ line }) => line));
  const amount = sumAmounts(chosen.map(({ refund }) => refund));
  const returned = sumAmounts(chosen.map((unit) => unit.returned));
  const isAllFree = chosen.every(({ paid }) => isFree(paid));
  const isNothingBack = isAllFree || (isFree(amount) && !mayRefundMore);
  return (
    <>
      <HiddenFields checkoutId={checkoutId} amount={amount} />
      <h2 className="text-heading font-bold">{t('confirm', { of })}</h2>
      <ul>
        {chosen.map((unit) => (
          <li key={unit.key} className="flex justify-between gap-6 border-t border-rule py-3">
            <input type="hidden" name="unit" value={unit.key} />
            <span className="min-w-0 wrap-anywhere">
              <UnitSummary unit={unit} />
            </span>
            {isFree(unit.paid) || isNothingBack ? null : (
              <span className="tabular shrink-0">{formatAmount(unit.refund, language)}</span>
            )}
          </li>
        ))}
        {isNothingBack ? null : (
          <li className="flex justify-between gap-6 border-t-2 border-ink py-3 font-bold">
            <span>{t(isStaff ? 'staff.refund' : 'refund')}</span>
            <span className="tabular">{formatAmount(amount, language)}</span>
          </li>
        )}
        {isFree(returned) ? null : (
          <li className="border-t border-rule py-3 font-bold">
            {t('terms.returned', { amount: formatAmount(returned, language) })}
          </li>
        )}
      </ul>
      {isNothingBack && !isAllFree && isFree(returned) ? <p className="font-bold">{t('noMoney')}</p> : null}
      <p>{t(isNothingBack ? 'finalFree' : isCounter ? 'finalAtCounter' : 'final', { of })}</p>
    </>
  );
}
