import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import type { VoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import { Notice } from '../ui/notice';

/** What became of a voucher's code, in words. */
export function useVoucherAnswer(): (notice: VoucherNotice) => string {
  const t = useTranslations('voucher');
  const language = useLocale();
  return ({ name, from }) =>
    name === 'BELOW_MINIMUM' && from !== null
      ? t('validFrom', { amount: formatAmount(from, language) })
      : t(`answers.${name}`);
}

const isDone = ({ name }: VoucherNotice) => name === 'applied' || name === 'removed';

/** Whether it is told at the field for codes: there is none while a voucher is applied. */
export function isAtField(voucher: CheckoutView['voucher'], notice: VoucherNotice): boolean {
  return voucher?.lost !== false && !isDone(notice);
}

export function VoucherAnswer({ notice }: { notice: VoucherNotice }) {
  const answer = useVoucherAnswer();
  return <Notice tone={isDone(notice) ? 'result' : 'problem'} title={answer(notice)} />;
}
