import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { compareAmounts, formatAmount, leastOf, sumAmounts } from '@/lib/money/money';
import { takeFrom } from '@/lib/shop/rules/refund-part';
import type { RefundSource } from '@/lib/shop/flows/refund/refund-parts';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import type { CounterWay } from '@/lib/shop/values/checkout-values';
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

const isOfProvider = ({ method }: RefundSource) => method === 'provider';
const isAtCounterOnly = (sources: readonly RefundSource[]) =>
  sources.length > 0 && !sources.some(isOfProvider);

/** How it was paid at the counter, the first of them; null: not there. */
function wayOf(sources: readonly RefundSource[]): CounterWay | null {
  for (const { method } of sources) if (method !== 'provider') return method;
  return null;
}

interface GoesBackProps {
  /** By the rule. */
  readonly parts: readonly RefundSource[];
  readonly sources: readonly RefundSource[];
  readonly mayRefundMore: boolean;
}

/** How much goes back in each way, before it is done. */
function GoesBack({ parts, sources, mayRefundMore }: GoesBackProps) {
  const t = useTranslations('cancellation.staff.goesBack');
  const language = useLocale();
  const methods = [...new Set(parts.map(({ method }) => method))];
  const sum = (of: readonly RefundSource[]) =>
    formatAmount(sumAmounts(of.map(({ amount }) => amount)), language);
  const isMixed = mayRefundMore && sources.some(isOfProvider);
  return (
    <div>
      {methods.length === 0 ? null : <h3 className="font-bold">{t('title')}</h3>}
      <ul>
        {methods.map((method) => (
          <li key={method} className="flex justify-between gap-6 border-t border-rule py-3">
            <span>{t(method)}</span>
            <span className="tabular font-bold">{sum(parts.filter((one) => one.method === method))}</span>
          </li>
        ))}
      </ul>
      {isMixed ? <p>{t('most', { amount: sum(sources.filter((one) => !isOfProvider(one))) })}</p> : null}
    </div>
  );
}

interface StaffCancelStepProps {
  readonly checkoutId: string;
  /** With what is refunded for each, when only so much is left of the payment. */
  readonly chosen: readonly UnitView[];
  /** From which payments money goes back, the first one first. */
  readonly sources: readonly RefundSource[];
  readonly mayOverride: boolean;
  /** What can still be refunded; null: enough. */
  readonly left: string | null;
  readonly back: string;
  readonly cancel: ComponentProps<typeof StaffCancelForm>['cancel'];
}

function useKeyWords() {
  const t = useTranslations('cancellation.staff.keys');
  return { cash: t('cash'), terminal: t('terminal'), later: t('later'), other: t('other') };
}

/** The second step of staff: what is cancelled, why, and how much is refunded. */
export function StaffCancelStep({
  checkoutId,
  chosen,
  sources,
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
  const amount = sumAmounts(chosen.map(({ refund }) => refund));
  const parts = takeFrom(sources, amount) ?? [];
  // What an admin types can take more than the rule.
  const used = wayOf(mayRefundMore ? sources : parts);
  const keyWords = useKeyWords();
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
      keys={used !== null && isRefund ? { used, words: keyWords } : null}
      isNeeded={isNeeded}
      back={back}
    >
      <ChosenUnits
        checkoutId={checkoutId}
        chosen={chosen}
        isCounter={isAtCounterOnly(parts.length === 0 ? sources : parts)}
        mayRefundMore={mayRefundMore}
        isStaff
      />
      {used === null || !isRefund ? null : (
        <GoesBack parts={parts} sources={sources} mayRefundMore={mayRefundMore} />
      )}
    </StaffCancelForm>
  );
}
