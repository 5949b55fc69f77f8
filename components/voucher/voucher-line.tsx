import { useLocale, useTranslations } from 'next-intl';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import { compareAmounts, formatAmount, subtractAmounts } from '@/lib/money/money';

type Voucher = OrderView['voucher'];

const isGiftCard = (voucher: NonNullable<Voucher>) => !voucher.lost && voucher.left !== null;

/** Staff have given the tickets: to its reader it is no voucher. */
const isGiven = (voucher: NonNullable<Voucher>) => !voucher.lost && voucher.complimentary === true;

/** What a voucher has taken off the prices of the lines above it; null without one. */
export function useVoucherRow(voucher: Voucher): { name: string; amount: string } | null {
  const t = useTranslations('voucher');
  const language = useLocale();
  if (voucher === null || compareAmounts(voucher.discount, '0.00') === 0) return null;
  const nameOf = (of: NonNullable<Voucher>) =>
    isGiven(of) ? t('complimentary') : t(isGiftCard(of) ? 'giftCardLine' : 'line', { code: of.code });
  return {
    name: nameOf(voucher),
    amount: formatAmount(subtractAmounts('0.00', voucher.discount), language),
  };
}

/** Between the lines and the total, so that they add up; nothing without a voucher. */
export function VoucherLine({ voucher }: { voucher: Voucher }) {
  const row = useVoucherRow(voucher);
  if (row === null) return null;
  return (
    <p className="flex justify-between gap-4 border-t border-rule py-3">
      <span className="min-w-0 wrap-anywhere">{row.name}</span>
      <span className="tabular shrink-0">{row.amount}</span>
    </p>
  );
}
