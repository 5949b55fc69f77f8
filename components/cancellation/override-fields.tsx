import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
import type { ChosenOrder } from '@/lib/storefront/cancellation-units';
import { Field } from '../ui/field';

interface OverrideFieldsProps {
  readonly orders: readonly ChosenOrder[];
  /** One of the tickets can't be cancelled by the rule. */
  readonly isNeeded: boolean;
}

/** For an admin: another refund than the rule of the product says, for each order. */
export function OverrideFields({ orders, isNeeded }: OverrideFieldsProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  return (
    <fieldset className="space-y-4 rounded border border-rule px-5 py-4">
      <legend className="px-2 font-bold">{t('override.title')}</legend>
      <label className="flex min-h-target items-center gap-3">
        <input
          type="checkbox"
          name="override"
          value="yes"
          defaultChecked={isNeeded}
          required={isNeeded}
          className="size-5"
        />
        {t('override.box')}
      </label>
      {orders.map(({ orderId, paid }) => (
        <Field
          key={orderId}
          name={`refund-${orderId}`}
          label={t('override.amount')}
          hint={t('override.most', { amount: formatAmount(paid, language) })}
          defaultValue={paid}
          inputMode="decimal"
          autoComplete="off"
        />
      ))}
    </fieldset>
  );
}
