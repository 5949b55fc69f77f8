import { useLocale, useTranslations } from 'next-intl';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import { formatAmount } from '@/lib/money/money';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { LostVoucher } from './lost-voucher';
import { ofDetails } from '../ui/of-details';

/** The code that makes the tickets cheaper, or a field for one. Its buttons send what was typed, too. */
export function VoucherPanel({ voucher, total }: Pick<CheckoutView, 'voucher' | 'total'>) {
  const t = useTranslations('voucher');
  const language = useLocale();
  if (voucher?.lost === false) {
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
    <details className="mt-4 border-t border-rule pt-3" open={voucher !== null}>
      <summary className="min-h-target cursor-pointer py-2 font-bold">{t('title')}</summary>
      {voucher === null ? null : <LostVoucher voucher={voucher} total={total} />}
      <div className="flex flex-wrap items-end gap-3 pt-1">
        <div className="grow">
          <Field
            {...ofDetails}
            name="voucherCode"
            label={t('code')}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase"
          />
        </div>
        <Button {...ofDetails} type="submit" name="voucher" value="use" variant="secondary">
          {t('use')}
        </Button>
      </div>
    </details>
  );
}
