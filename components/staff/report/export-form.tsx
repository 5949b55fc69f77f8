import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { CustomersFile, type FreshSignIn } from './customers-file';
import { PeriodFields } from './period-form';
import { Section } from '../ui/section';

interface ExportFormProps {
  readonly period: { readonly from: string; readonly to: string };
  /** Why there was no file. */
  readonly problem: string | undefined;
  /** For who may export customers. */
  readonly customers: FreshSignIn | null;
}

const figures = ['payments', 'taxes'] as const;
const withCustomers = ['orders', 'tickets', ...figures] as const;

/** Posted, so that no other site can start a download. */
export function ExportForm({ period, problem, customers }: ExportFormProps) {
  const t = useTranslations('reports.exports');
  return (
    <Section id="export" title={t('title')} className="pt-12">
      <div className="space-y-4">
        {problem === 'period' ? <Notice tone="problem" title={t('wrongPeriod')} /> : null}
        {problem === 'busy' ? <Notice tone="problem" title={t('busy')} /> : null}
        {customers === null || customers.isFresh ? null : (
          <CustomersFile {...customers} problem={undefined}>
            {null}
          </CustomersFile>
        )}
        <p className="max-w-text">{t('text')}</p>
        <form
          action={paths.staffExports}
          method="post"
          className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-5"
        >
          <input type="hidden" name="language" value={useLocale()} />
          <SelectField name="kind" label={t('what')}>
            {(customers?.isFresh === true ? withCustomers : figures).map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="format" label={t('format')}>
            {(['xlsx', 'csv'] as const).map((format) => (
              <option key={format} value={format}>
                {t(`formats.${format}`)}
              </option>
            ))}
          </SelectField>
          <PeriodFields id="export" {...period} />
          <Button type="submit">{t('button')}</Button>
        </form>
      </div>
    </Section>
  );
}
