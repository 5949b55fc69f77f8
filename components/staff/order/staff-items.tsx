import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
import { FeeLine } from '../../basket/fee-line';
import { LineSummary } from '../../basket/line-summary';
import { VoucherLine } from '../../voucher/voucher-line';
import type { StaffOrderView } from './order-view';

/** What was bought, with what is added and taken off. */
export function StaffItems({
  items,
  fees,
  total,
  voucher,
}: Pick<StaffOrderView, 'items' | 'fees' | 'total' | 'voucher'>) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  return (
    <>
      <ul className="space-y-4">
        {items.flatMap(({ holdId, lines }) =>
          lines.map((line, index) => (
            <li key={`${holdId} ${index}`} className="border-t border-rule pt-3">
              <LineSummary line={line} />
            </li>
          )),
        )}
      </ul>
      <div className="pt-4">
        <FeeLine fees={fees} />
        <VoucherLine voucher={voucher} />
        <p className="flex justify-between border-t-2 border-ink pt-2 font-bold">
          <span>{t('total')}</span> <span className="tabular">{formatAmount(total, language)}</span>
        </p>
      </div>
    </>
  );
}
