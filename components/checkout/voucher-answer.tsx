import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
import type { VoucherNotice } from '@/lib/storefront/voucher-notice';
import { Notice } from '../ui/notice';

/** What became of a voucher's code. */
export function VoucherAnswer({ notice: { name, from } }: { notice: VoucherNotice }) {
  const t = useTranslations('voucher');
  const language = useLocale();
  const isDone = name === 'applied' || name === 'removed';
  const title =
    name === 'BELOW_MINIMUM' && from !== null
      ? t('validFrom', { amount: formatAmount(from, language) })
      : t(`answers.${name}`);
  return <Notice tone={isDone ? 'result' : 'problem'} title={title} />;
}
