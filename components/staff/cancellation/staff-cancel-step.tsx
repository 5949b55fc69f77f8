import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { compareAmounts, formatAmount, leastOf, sumAmounts } from '@/lib/money/money';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { ChosenUnits } from '../../cancellation/chosen-units';
import { refundFields } from './refund-fields';
import { StaffCancelForm } from './staff-cancel-form';

/** `most`: what can be refunded, by the rule or against it. */
function useFormWords(isRefund: boolean, most: string) {
  const t = useTranslations('cancellation');
  return {
    reason: t('reason'),
    reasonHint: t('reasonHint'),
    back: t('back'),
    submit: t(isRefund ? 'staff.submit' : 'submitFree'),
    override: t('override.title'),
    box: t(isSome(most) ? 'override.box' : 'override.boxFree'),
  };
}

const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;

interface StaffCancelStepProps {
  readonly checkoutId: string;
  /** With what is refunded for each, when only so much is left of the payment. */
  readonly chosen: readonly UnitView[];
  readonly isCounter: boolean;
  readonly mayOverride: boolean;
  /** What can still be refunded; null: enough. */
  readonly left: string | null;
  readonly back: string;
  readonly cancel: ComponentProps<typeof StaffCancelForm>['cancel'];
}

/** The second step of staff: what is cancelled, why, and how much is refunded. */
export function StaffCancelStep({
  checkoutId,
  chosen,
  isCounter,
  mayOverride,
  left,
  back,
  cancel,
}: StaffCancelStepProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  const paid = sumAmounts(chosen.map((unit) => unit.paid));
  const most = left === null ? paid : leastOf(paid, left);
  const isNeeded = chosen.some(({ obstacle }) => obstacle !== null);
  const mayRefundMore = mayOverride && isSome(most);
  const isRefund = mayRefundMore || chosen.some(({ refund }) => isSome(refund));
  return (
    <StaffCancelForm
      cancel={cancel}
      words={useFormWords(isRefund, most)}
      orders={
        mayOverride && (isNeeded || mayRefundMore)
          ? refundFields(chosen, left, {
              label: t('override.amount'),
              most: (all) => t('override.most', { amount: formatAmount(all, language) }),
              mostLeft: (amount) => t('override.mostLeft', { amount: formatAmount(amount, language) }),
            })
          : null
      }
      // Whoever decides against the rule says why.
      reason={isNeeded ? '' : t('staff.asked')}
      keys={
        isCounter && isRefund
          ? { cash: t('staff.keys.cash'), terminal: t('staff.keys.terminal'), later: t('staff.keys.later') }
          : null
      }
      isNeeded={isNeeded}
      back={back}
    >
      <ChosenUnits
        checkoutId={checkoutId}
        chosen={chosen}
        isCounter={isCounter}
        mayRefundMore={mayRefundMore}
        isStaff
      />
    </StaffCancelForm>
  );
}
