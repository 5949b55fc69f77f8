import { useLocale, useTranslations } from 'next-intl';
import { v7 as newId } from 'uuid';
import { formatAmount } from '@/lib/money/money';
import { isHere } from '@/lib/shop/rules/checkout';
import { type GiveBack, GoodwillForm } from './goodwill-form';
import type { StaffOrderView } from './order-view';

interface StaffGoodwillProps {
  readonly view: Pick<StaffOrderView, 'checkout' | 'payments'>;
  /** What this person may give back of one booking in all; null: all that was paid. */
  readonly limit: string | null;
  readonly giveBack: GiveBack;
}

/** Only of a booking with a payment from which something can be given back. */
export function StaffGoodwill({ view: { checkout, payments }, limit, giveBack }: StaffGoodwillProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  if (checkout.state !== 'ordered' || !payments.some(isHere)) return null;
  return (
    <GoodwillForm
      giveBack={giveBack}
      about={{ checkoutId: checkout.id, refundId: newId() }}
      words={{
        title: t('goodwill.title'),
        hint: t('goodwill.hint'),
        amount: t('goodwill.amount'),
        most:
          limit === null
            ? t('goodwill.mostAll')
            : t('goodwill.most', { amount: formatAmount(limit, language) }),
        reason: t('reason'),
        reasonHint: t('reasonHint'),
        submit: t('goodwill.submit'),
      }}
    />
  );
}
