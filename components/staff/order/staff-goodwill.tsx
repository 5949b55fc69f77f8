import { useLocale, useTranslations } from 'next-intl';
import { v7 as newId } from 'uuid';
import { amountAbove, compareAmounts, formatAmount, leastOf, sumAmounts } from '@/lib/money/money';
import { isHere } from '@/lib/shop/rules/checkout';
import { type GiveBack, GoodwillForm } from './goodwill-form';
import { moneyOf } from './order-money';
import type { StaffOrderView } from './order-view';

interface StaffGoodwillProps {
  readonly view: Pick<StaffOrderView, 'checkout' | 'payments' | 'incidents' | 'cancellations'>;
  /** What this person may give back of one booking in all; null: all that was paid. */
  readonly limit: string | null;
  readonly giveBack: GiveBack;
}

/** Only of a booking with a payment from which something can be given back. */
export function StaffGoodwill({ view, limit, giveBack }: StaffGoodwillProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  const { checkout, payments } = view;
  const given = view.cancellations.filter(
    ({ isGoodwill, settledAs }) => isGoodwill && settledAs !== 'nothing',
  );
  const seen = sumAmounts(given.map(({ amount }) => amount));
  const { kept } = moneyOf(view);
  const most = limit === null ? kept : leastOf(kept, amountAbove(limit, seen));
  if (checkout.state !== 'ordered' || compareAmounts(kept, '0.00') === 0) return null;
  if (limit !== null && compareAmounts(most, '0.00') === 0)
    return <p>{t('goodwill.overLimit', { amount: formatAmount(limit, language) })}</p>;
  const isOfLimit = limit !== null && compareAmounts(most, kept) < 0;
  // Goodwill is given of the booking's own payment.
  const used = payments.filter(isHere).find(({ method }) => method !== 'provider')?.method;
  return (
    <GoodwillForm
      giveBack={giveBack}
      about={{ checkoutId: checkout.id, refundId: newId(), seen }}
      keys={
        used === undefined || used === 'provider'
          ? null
          : {
              used,
              words: {
                cash: t('goodwill.keys.cash'),
                terminal: t('goodwill.keys.terminal'),
                later: t('goodwill.keys.later'),
                other: t('goodwill.keys.other'),
              },
            }
      }
      {...(used === undefined || used === 'provider' ? {} : { paid: t(`goodwill.paid.${used}`) })}
      words={{
        title: t('goodwill.title'),
        hint: t('goodwill.hint'),
        amount: t('goodwill.amount'),
        most: isOfLimit
          ? t('goodwill.mostOfLimit', {
              amount: formatAmount(most, language),
              limit: formatAmount(limit, language),
            })
          : t('goodwill.most', { amount: formatAmount(most, language) }),
        reason: t('reason'),
        reasonHint: t('reasonHint'),
        submit: t('goodwill.submit'),
      }}
    />
  );
}
