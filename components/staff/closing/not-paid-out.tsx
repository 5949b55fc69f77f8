import { useLocale, useTranslations } from 'next-intl';
import type { NotPaidOut as Missing } from '@/lib/shop/flows/closing/not-paid-out';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';

/** Payments of any day that should be in a payout by now. */
export function NotPaidOut({ missing: { days, count, payments } }: { missing: Missing }) {
  const t = useTranslations('closing.notPaidOut');
  const language = useLocale();
  return (
    <Section id="not-paid-out" title={t('title')} className="space-y-4">
      <p>{t('about', { days })}</p>
      {count > payments.length ? <p>{t('more', { shown: payments.length, count })}</p> : null}
      {count === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <DataTable
          caption={t('caption')}
          columns={(['payment', 'order', 'amount', 'day'] as const).map((column) => t(column))}
          rows={payments.map(({ payment, checkoutId, reference, amount, day }) => ({
            key: `${payment} ${checkoutId}`,
            cells: [
              payment,
              <TextLink key="order" href={paths.staffOrder(language, checkoutId)}>
                {reference}
              </TextLink>,
              formatAmount(amount, language),
              formatDay(day, language, 'short'),
            ],
          }))}
        />
      )}
    </Section>
  );
}
