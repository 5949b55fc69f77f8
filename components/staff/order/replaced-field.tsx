import { useTranslations } from 'next-intl';
import { SelectField } from '../../ui/field';
import { replacedNames } from './order-view';

/** How the money of a refund that came back was given back instead. */
export function ReplacedField({ id }: { id: string }) {
  const t = useTranslations('cancellation.staff');
  const choose = useTranslations('staff.settle')('choose');
  return (
    <SelectField id={id} name="paidBack" label={t('settleAs')} required defaultValue="">
      <option value="" disabled>
        {choose}
      </option>
      {replacedNames.map((way) => (
        <option key={way} value={way}>
          {t(`paidBack.${way}`)}
        </option>
      ))}
    </SelectField>
  );
}
