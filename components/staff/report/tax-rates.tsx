import { useLocale, useTranslations } from 'next-intl';
import type { RateSales } from '@/lib/shop/flows/report/read-sales';
import { formatDay } from '@/lib/locale/venue-time';
import { numberFormat } from '@/lib/locale/formats';
import { formatAmount, subtractAmounts, sumAmounts } from '@/lib/money/money';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';

interface TaxRatesProps {
  readonly taxes: readonly RateSales[];
  readonly period: { readonly from: string; readonly to: string };
}

/** What was sold and given back at each rate, and the tax in what is left. */
export function TaxRates({ taxes, period }: TaxRatesProps) {
  const t = useTranslations('reports');
  const language = useLocale();
  const [from = '', to = ''] = [period.from, period.to].map((day) => formatDay(day, language, 'short'));
  const title = t('taxes.title');
  const money = (amount: string) => formatAmount(amount, language);
  const rows = taxes.map(({ rate, sold, returned, soldExclTax, returnedExclTax }) => {
    const net = subtractAmounts(sold, returned);
    const netExclTax = subtractAmounts(soldExclTax, returnedExclTax);
    return { rate, amounts: [sold, returned, net, netExclTax, subtractAmounts(net, netExclTax)] };
  });
  const percent = (rate: number) => numberFormat(language).format(Number((rate * 100).toFixed(4)));
  const totals = [0, 1, 2, 3, 4].map((column) =>
    sumAmounts(rows.map(({ amounts }) => amounts[column] ?? '0.00')),
  );
  return (
    <Section id="taxes" title={title} className="space-y-4">
      <p className="max-w-text">{t('taxes.text')}</p>
      <DataTable
        caption={t('caption', { title, from, to })}
        columns={[
          t('taxes.rate'),
          t('columns.sold'),
          t('taxes.returned'),
          t('columns.net'),
          t('taxes.withoutTax'),
          t('taxes.tax'),
        ]}
        rows={[
          ...rows.map(({ rate, amounts }) => ({
            key: String(rate),
            cells: [rate === null ? t('taxes.unknown') : percent(rate), ...amounts.map(money)],
          })),
          { key: 'total', cells: [t('total'), ...totals.map(money)] },
        ]}
      />
    </Section>
  );
}
