import { useLocale, useTranslations } from 'next-intl';
import type { CheckoutView } from '@/lib/checkout/queries';
import { formatAmount } from '@/lib/money/money';
import { Button } from '../ui/button';
import { ofDetails } from './details';

/** The code that makes the tickets cheaper, or a field for one. Its buttons send what was typed, too. */
export function VoucherPanel({ voucher }: Pick<CheckoutView, 'voucher'>) {
  const t = useTranslations('voucher');
  const language = useLocale();
  if (voucher !== null && !voucher.lost) {
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
        <p className="wrap-anywhere">
          {t('used', { code: voucher.code, amount: formatAmount(voucher.discount, language) })}
        </p>
        <Button {...ofDetails} type="submit" name="voucher" value="drop" variant="secondary">
          {t('drop')}
        </Button>
      </div>
    );
  }
  return (
    <details className="mt-4 border-t border-rule pt-3" open={voucher?.lost === true}>
      <summary className="min-h-target cursor-pointer py-2 font-bold">{t('title')}</summary>
      {voucher?.lost === true ? <p role="status">{t('lost')}</p> : null}
      <div className="flex flex-wrap items-end gap-3 pt-1">
        <label className="grow">
          <span className="block text-small">{t('code')}</span>
          <input
            {...ofDetails}
            name="voucherCode"
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="min-h-target w-full border border-ink bg-paper px-3 uppercase"
          />
        </label>
        <Button {...ofDetails} type="submit" name="voucher" value="use" variant="secondary">
          {t('use')}
        </Button>
      </div>
    </details>
  );
}
