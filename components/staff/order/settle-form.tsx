import { useTranslations } from 'next-intl';
import { Field, SelectField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { paidBackWays, settlements } from '@/lib/shop/values/checkout-values';
import { replacedNames } from './order-view';

interface SettleFormProps {
  checkoutId: string;
  /** The shop has the customer's money: "nothing was charged" would not be true, and staff say how they gave it back. */
  hasMoney: boolean;
  /** The provider has none of it. */
  isCounter: boolean;
  settle: (form: FormData) => Promise<void>;
}

const waysBack = (isCounter: boolean) => (isCounter ? replacedNames : paidBackWays);

export function SettleForm({ checkoutId, hasMoney, isCounter, settle }: SettleFormProps) {
  const paidBack = useTranslations('cancellation.staff.paidBack');
  const t = useTranslations('staff.settle');
  const why = useTranslations('cancellation.staff');
  return (
    <form action={settle} className="flex max-w-text flex-wrap items-end gap-3 pb-8">
      <input type="hidden" name="checkoutId" value={checkoutId} />
      <SelectField name="as" label={t('label')} hint={t('hint')} required defaultValue="">
        <option value="" disabled>
          {t('choose')}
        </option>
        {(hasMoney || isCounter ? waysBack(isCounter) : []).map((one) => (
          <option key={one} value={one}>
            {paidBack(one)}
          </option>
        ))}
        {settlements
          .filter((one) => one === 'ordered' || !(hasMoney || (isCounter && one === 'refunded')))
          .map((one) => (
            <option key={one} value={one}>
              {t(`as.${one}`)}
            </option>
          ))}
      </SelectField>
      <Field name="reason" label={why('settleReason')} maxLength={500} autoComplete="off" required />
      <SubmitButton>{t('button')}</SubmitButton>
    </form>
  );
}
