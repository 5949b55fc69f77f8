import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
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

export function VoucherAnswer({ notice }: { notice: VoucherNotice }) {
  const answer = useVoucherAnswer();
  const isDone = notice.name === 'applied' || notice.name === 'removed';
  return <Notice tone={isDone ? 'result' : 'problem'} title={answer(notice)} />;
}
