import { useTranslations } from 'next-intl';
import { Field, SelectField } from '../ui/field';
import { SubmitButton } from '../ui/submit-button';
import { settlementNames } from './order-view';

interface SettleFormProps {
  checkoutId: string;
  /** The shop has the customer's money, so "nothing was charged" would not be true. */
  hasMoney: boolean;
  settle: (form: FormData) => Promise<void>;
}

export function SettleForm({ checkoutId, hasMoney, settle }: SettleFormProps) {
  const t = useTranslations('staff.settle');
  const why = useTranslations('cancellation.staff');
  return (
    <form action={settle} className="flex max-w-text flex-wrap items-end gap-3 pb-8">
      <input type="hidden" name="checkoutId" value={checkoutId} />
      <SelectField name="as" label={t('label')} hint={t('hint')} required defaultValue="">
        <option value="" disabled>
          {t('choose')}
        </option>
        {settlementNames
          .filter((one) => one !== 'nothing' || !hasMoney)
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
