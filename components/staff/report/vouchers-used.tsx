import { useLocale, useTranslations } from 'next-intl';
import type { VoucherReport } from '@/lib/shop/flows/report/read-vouchers';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';

interface VouchersUsedProps {
  readonly vouchers: VoucherReport;
  /** YYYY-MM-DD */
  readonly period: { readonly from: string; readonly to: string };
}

/** What vouchers took off in a period: for each code, and in all. */
export function VouchersUsed({ vouchers: { total, byCode }, period }: VouchersUsedProps) {
  const t = useTranslations('reports');
  const language = useLocale();
  const title = t('vouchers.title');
  const [from, to] = [formatDay(period.from, language, 'short'), formatDay(period.to, language, 'short')];
  const cells = (name: string, { uses, discount, sold }: VoucherReport['total']) => [
    name,
    uses.toLocaleString(language),
    formatAmount(discount, language),
    formatAmount(sold, language),
  ];
  return (
    <Section id="vouchers" title={title} className="space-y-4">
      {byCode.length === 0 ? (
        <p>{t('vouchers.none')}</p>
      ) : (
        <>
          <p className="max-w-text">{t('vouchers.text')}</p>
          <DataTable
            caption={t('caption', { title, from, to })}
            columns={[t('vouchers.code'), t('vouchers.uses'), t('vouchers.discount'), t('columns.sold')]}
            rows={[
              ...byCode.map((one, index) => ({
                key: `${index}${one.code}`,
                cells: cells(one.code === '' ? t('vouchers.complimentary') : one.code, one),
              })),
              // No code has a space.
              { key: 'the total', cells: cells(t('total'), total) },
            ]}
          />
        </>
      )}
    </Section>
  );
}
