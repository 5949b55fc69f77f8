import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Sales } from '@/lib/shop/flows/report/read-sales';
import { type SalesPart, salesParts } from '@/lib/shop/values/report-values';
import type { Overview, PartReport } from '@/lib/storefront/staff/report/reports';
import { addDays } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount, sumAmounts } from '@/lib/money/money';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { SelectField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { type Bar, DayChart, NameChart } from './bar-chart';
import { DataTable } from '../ui/data-table';
import { PeriodFields } from './period-form';
import { Section } from '../ui/section';
import { PageTitle } from '../ui/page-title';
import { SalesByPart } from './sales-by-part';
import { TaxRates } from './tax-rates';
import { VouchersUsed } from './vouchers-used';

interface Period {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

interface SalesReportProps {
  readonly period: Period;
  readonly isWrong: boolean;
  readonly report: Overview | PartReport;
}

interface Named {
  readonly key: string;
  readonly name: string;
  readonly sales: Sales;
}

/** A chart shows no more names than these; the table shows all. */
const mostBars = 12;

/** Sales of a period, by day, product and channel, or by one thing that was chosen. */
export function SalesReport({ period, isWrong, report }: SalesReportProps) {
  const t = useTranslations('reports');
  return (
    <>
      <PageTitle title={t('title')} />
      <PeriodForm period={period} isWrong={isWrong} by={report.by} />
      {report.by === null ? (
        <OverviewTables period={period} report={report} />
      ) : (
        <SalesByPart period={period} report={report} />
      )}
    </>
  );
}

function OverviewTables({ period, report }: { readonly period: Period; readonly report: Overview }) {
  const { sales, vouchers } = report;
  const t = useTranslations('reports');
  const language = useLocale();
  const days = sales.byDay.map((row): Named => ({
    key: row.day,
    name: formatDay(row.day, language, 'short'),
    sales: row,
  }));
  const products = sales.byProduct.map(({ product, name, ...row }): Named => {
    const id = product?.split('/').at(-1) ?? '';
    return { key: id, name: name ?? (product === null ? t('noProduct') : t('unnamed', { id })), sales: row };
  });
  const channels = sales.byChannel.map((row): Named => ({
    key: row.channel,
    name: t(`channels.${row.channel}`),
    sales: row,
  }));
  if (sales.byDay.length === 0) return <Empty title={t('none')} />;
  return (
    <div className="space-y-12">
      <Legend />
      <Part id="by-day" kind="day" rows={days} total={sales.total} period={period}>
        <DayChart label={t('chart', { title: t('byDay') })} bars={dayBars(period, sales.byDay, language)} />
      </Part>
      <Part id="by-product" kind="product" rows={products} total={sales.total} period={period}>
        <NameChart
          label={t('chart', { title: t('byProduct') })}
          bars={products.slice(0, mostBars).map(barOf)}
        />
      </Part>
      <Part id="by-channel" kind="channel" rows={channels} total={sales.total} period={period}>
        <NameChart label={t('chart', { title: t('byChannel') })} bars={channels.map(barOf)} />
      </Part>
      <TaxRates taxes={sales.byRate} period={period} />
      <VouchersUsed vouchers={vouchers} period={period} />
    </div>
  );
}

function PeriodForm({
  period,
  isWrong,
  by,
}: Pick<SalesReportProps, 'period' | 'isWrong'> & { by: SalesPart | null }) {
  const t = useTranslations('reports');
  return (
    <div className="space-y-4 pb-8">
      {isWrong ? <Notice tone="problem" title={t('wrongPeriod')} /> : null}
      <form
        action={paths.staffReports(useLocale())}
        className="grid items-end gap-4 sm:grid-cols-2 lg:max-w-4xl lg:grid-cols-4"
      >
        <PeriodFields id="report" from={period.from} to={period.to} />
        <SelectField name="by" label={t('by')} defaultValue={by ?? ''}>
          <option value="">{t('parts.overview')}</option>
          {salesParts.map((part) => (
            <option key={part} value={part}>
              {t(`parts.${part}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{t('show')}</Button>
      </form>
      <p className="text-small text-ink-soft">{t('zone', { zone: period.timeZone })}</p>
    </div>
  );
}

function Legend() {
  const t = useTranslations('reports');
  const box = 'mr-2 inline-block size-3 border border-accent align-baseline';
  return (
    <ul className="flex flex-wrap gap-x-6 text-small" aria-hidden="true">
      <li>
        <span className={`${box} bg-accent`} />
        {t('legendNet')}
      </li>
      <li>
        <span className={`${box} bg-paper`} />
        {t('legendReturned')}
      </li>
    </ul>
  );
}

interface PartProps {
  readonly id: string;
  readonly kind: 'day' | 'product' | 'channel';
  readonly rows: readonly Named[];
  readonly total: Sales;
  readonly period: Period;
  /** The chart. */
  readonly children: ReactNode;
}

const titles = { day: 'byDay', product: 'byProduct', channel: 'byChannel' } as const;
const figures = ['orders', 'units', 'cancelled', 'sold', 'refunded', 'exchanged', 'net'] as const;

function Part({ id, kind, rows, total, period, children }: PartProps) {
  const t = useTranslations('reports');
  const language = useLocale();
  const title = t(titles[kind]);
  // An order may have several products, so orders are not counted by product.
  const shown = kind === 'product' ? figures.slice(1) : figures;
  const cells = (name: string, sales: Sales): ReactNode[] => [
    name,
    ...shown.map((figure) => {
      const value = sales[figure];
      return typeof value === 'number' ? value.toLocaleString(language) : formatAmount(value, language);
    }),
  ];
  const [from, to] = [period.from, period.to].map((day) => formatDay(day, language, 'short'));
  return (
    <Section id={id} title={title} className="space-y-4">
      {children}
      <DataTable
        caption={t('caption', { title, from: from ?? '', to: to ?? '' })}
        columns={[t(`columns.${kind}`), ...shown.map((figure) => t(`columns.${figure}`))]}
        rows={[
          ...rows.map(({ key, name, sales }) => ({ key, cells: cells(name, sales) })),
          { key: 'total', cells: cells(t('total'), total) },
        ]}
      />
    </Section>
  );
}

function barOf({ key, name, sales }: Named): Bar {
  const other = Number(sumAmounts([sales.refunded, sales.exchanged]));
  return { key, label: name, net: Number(sales.net), other };
}

/** Also the days without sales. */
function dayBars(
  { from, to }: Period,
  rows: readonly (Sales & { day: string })[],
  language: ReturnType<typeof useLocale>,
): Bar[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const bars: Bar[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const sales = byDay.get(day);
    const label = formatDay(day, language, 'short');
    bars.push(
      sales === undefined ? { key: day, label, net: 0, other: 0 } : barOf({ key: day, name: label, sales }),
    );
  }
  return bars;
}
