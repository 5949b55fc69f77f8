import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog, ManagedProduct } from '@/lib/contract/managed-catalog';
import type { Voucher } from '@/lib/contract/voucher';
import { voucherState } from '@/lib/contract/voucher-state';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay, lastDayBefore, venueDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { Empty } from '../../ui/empty';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { ChangeLink } from './change-link';
import { numberFormat } from '@/lib/locale/formats';

interface VoucherTableProps {
  readonly catalog: ManagedCatalog;
  readonly vouchers: readonly Voucher[];
  readonly products: readonly ManagedProduct[];
  readonly page: number;
  readonly pages: number;
  readonly mayChange: boolean;
  readonly now: Date;
}

/** The vouchers of a catalogue, with their limits and uses. */
export function VoucherTable({ catalog, vouchers, page, pages, ...props }: VoucherTableProps) {
  const t = useTranslations('voucherAdmin');
  const language = useLocale();
  if (vouchers.length === 0) return <Empty title={t('none')} />;
  const { products, mayChange, now } = props;
  const usesText = ({ orderedUses: ordered, heldUses: held, maximumUses: maximum }: Voucher) =>
    maximum === null ? t('uses', { ordered, held }) : t('usesAtMost', { ordered, held, maximum });
  const columns = [
    'code',
    'discount',
    'state',
    'uses',
    'limits',
    'reason',
    ...(mayChange ? (['actions'] as const) : []),
  ] as const;
  return (
    <div>
      <DataTable
        caption={t('caption', { zone: catalog.timezone })}
        columns={columns.map((name) => t(`columns.${name}`))}
        long={[t('columns.limits'), t('columns.reason')]}
        rows={vouchers.map((one) => ({
          key: one.id,
          cells: [
            // Usual codes stay on a line; one of 40 characters may break.
            <span key="code" className="inline-block min-w-[12ch] wrap-anywhere">
              {one.code}
            </span>,
            <Worth key="worth" voucher={one} />,
            t(`states.${voucherState(one, now)}`),
            usesText(one),
            <Limits key="limits" voucher={one} timezone={catalog.timezone} products={products} />,
            t('why', { reason: one.reason, actor: one.actor }),
            ...(mayChange ? [<ChangeLink key="change" catalogId={catalog.id} voucher={one} />] : []),
          ],
        }))}
      />
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.staffVouchers(language, catalog.id, { page: String(to) })}
      />
    </div>
  );
}

/** What it takes off; of a gift card, its value, what is left, and in which booking it was bought. */
function Worth({ voucher }: { voucher: Voucher }) {
  const t = useTranslations('voucherAdmin');
  const language = useLocale();
  const { remainingInclTax: left = null, soldIn } = voucher;
  const value = discountText(voucher, language);
  return left === null
    ? value
    : t('balance', { value, left: formatAmount(left, language), booking: soldIn ?? '–' });
}

/** "15%" or "€10.00" */
export function discountText({ kind, value }: Pick<Voucher, 'kind' | 'value'>, language: Language): string {
  if (kind !== 'percentage') return formatAmount(value, language);
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const;
  return numberFormat(language, percent).format(Number(value) / 100);
}

export interface LimitsProps {
  readonly voucher: Pick<Voucher, 'validFrom' | 'validUntil' | 'minimumAmountInclTax' | 'products'>;
  readonly timezone: string;
  readonly products: readonly ManagedProduct[];
}

/** When it can be used, from which total on, and for what; nothing of it that is not limited. */
export function Limits({ voucher, timezone, products }: LimitsProps) {
  const t = useTranslations('voucherAdmin.limits');
  const language = useLocale();
  const { validFrom, validUntil, minimumAmountInclTax: least } = voucher;
  const day = (date: string) => formatDay(date, language, 'short');
  const from = validFrom === null ? null : day(venueDay(validFrom, timezone));
  const until = validUntil === null ? null : day(lastDayBefore(validUntil, timezone));
  const limits = [
    ...(from !== null && until !== null ? [t('both', { from, until })] : []),
    ...(from !== null && until === null ? [t('from', { from })] : []),
    ...(from === null && until !== null ? [t('until', { until })] : []),
    ...(least === null ? [] : [t('minimum', { amount: formatAmount(least, language) })]),
    ...(voucher.products === null ? [] : [namesOf(voucher.products, products).join(', ')]),
  ];
  return limits.length === 0 ? t('none') : limits.join('; ');
}

/** A product that is gone has only its path. */
function namesOf(paths: readonly string[], products: readonly ManagedProduct[]): string[] {
  return paths.map((path) => products.find(({ product }) => product === path)?.name ?? path);
}
