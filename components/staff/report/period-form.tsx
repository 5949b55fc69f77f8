import { useTranslations } from 'next-intl';
import { Field } from '../../ui/field';

/** Two days; `id` makes the controls of several forms differ. */
export function PeriodFields({
  id,
  from,
  to,
}: {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}) {
  const t = useTranslations('reports');
  return (
    <>
      <Field id={`${id}-from`} name="from" type="date" label={t('from')} defaultValue={from} required />
      <Field id={`${id}-to`} name="to" type="date" label={t('to')} defaultValue={to} required />
    </>
  );
}
