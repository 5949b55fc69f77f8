import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { SalesOfPart } from '@/lib/shop/flows/report/read-sales-by';
import type { Sales } from '@/lib/shop/flows/report/read-sales';
import type { PartReport } from '@/lib/storefront/staff/report/reports';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { Empty } from '../../ui/empty';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';

interface SalesByPartProps {
  readonly period: { readonly from: string; readonly to: string };
  readonly report: PartReport;
}

const figures = ['units', 'cancelled', 'sold', 'refunded', 'exchanged', 'net'] as const;

/** The sales of a period by event, session, organizer or day of the visit. */
export function SalesByPart({ period, report: { by, sales } }: SalesByPartProps) {
  const t = useTranslations('reports');
  const language = useLocale();
  const nameOf = usePartName();
  const title = t(`parts.${by}`);
  const cells = (name: string, row: Sales): ReactNode[] => [
    name,
    ...figures.map((figure) => {
      const value = row[figure];
      return typeof value === 'number' ? value.toLocaleString(language) : formatAmount(value, language);
    }),
  ];
  const [from = '', to = ''] = [period.from, period.to].map((day) => formatDay(day, language, 'short'));
  const { others, total, rows } = sales;
  if (rows.length === 0) return <Empty title={t('none')} />;
  return (
    <Section id="by-part" title={title} className="space-y-4">
      <DataTable
        caption={t('caption', { title, from, to })}
        columns={[title, ...figures.map((figure) => t(`columns.${figure}`))]}
        long={[title]}
        rows={[
          ...rows.map((row) => ({ key: row.key ?? 'none', cells: cells(nameOf(row), row) })),
          ...(others.count === 0
            ? []
            : [{ key: 'others', cells: cells(t('others', { count: others.count }), others.sales) }]),
          { key: 'total', cells: cells(t('total'), total) },
        ]}
      />
    </Section>
  );
}

/** When it takes place, at its venue, and what it is. */
function usePartName(): (row: SalesOfPart) => string {
  const t = useTranslations('reports');
  const language = useLocale();
  return ({ key, name, at }) => {
    if (key === null) return t('noProduct');
    const day = at === null ? [] : [formatDay(at.slice(0, 10), language, 'short')];
    // The time at the venue, as its offset says.
    const time = at === null || at.length === 10 ? [] : [at.slice(11, 16)];
    const said = [...day, ...time, ...(name === null || name === '' ? [] : [name])].join(' · ');
    return said === '' ? t('unnamed', { id: key }) : said;
  };
}
