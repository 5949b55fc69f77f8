import { useLocale, useTranslations } from 'next-intl';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import { formatAmount } from '@/lib/money/money';
import type { VoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { LostVoucher } from './lost-voucher';
import { ofDetails } from '../ui/of-details';
import { isAtField, useVoucherAnswer } from './voucher-answer';

interface VoucherPanelProps extends Pick<CheckoutView, 'voucher' | 'total'> {
  /** What became of the last code. */
  readonly notice: VoucherNotice | null;
  /** The code as it was typed. */
  readonly typed: string;
}

function UsedText({
  code,
  discount,
  left,
  complimentary,
}: Extract<CheckoutView['voucher'], { lost: false }>) {
  const t = useTranslations('voucher');
  const language = useLocale();
  const amount = formatAmount(discount, language);
  if (complimentary === true) return t('complimentary');
  return left === null
    ? t('used', { code, amount })
    : t('giftCardUsed', { code, amount, left: formatAmount(left, language) });
}

/** The code that makes the tickets cheaper, or a field for one. Its buttons send what was typed, too. */
export function VoucherPanel({ voucher, total, notice, typed }: VoucherPanelProps) {
  const t = useTranslations('voucher');
  const answer = useVoucherAnswer();
  const error = notice !== null && isAtField(voucher, notice) ? answer(notice) : undefined;
  if (voucher?.lost === false) {
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
        <p className="wrap-anywhere">
          <UsedText {...voucher} />
        </p>
        <Button {...ofDetails} type="submit" name="voucher" value="drop" variant="secondary">
          {t('drop')}
        </Button>
      </div>
    );
  }
  return (
    <details className="mt-4 border-t border-rule pt-3" open={voucher !== null || error !== undefined}>
      <summary className="min-h-target cursor-pointer py-2 font-bold">{t('title')}</summary>
      {voucher === null ? null : <LostVoucher voucher={voucher} total={total} />}
      <div className="flex flex-wrap items-end gap-3 pt-1">
        <div
          key={typed}
          className="grow"
          {...(error === undefined
            ? {}
            : { role: 'group', tabIndex: -1, 'aria-labelledby': 'voucherCode-error' })}
        >
          {error === undefined ? null : (
            <>
              <FocusWhenShown />
              {/* It is not tried again with the order. */}
              <input {...ofDetails} type="hidden" name="refusedCode" value={typed} />
            </>
          )}
          <Field
            {...ofDetails}
            name="voucherCode"
            label={t('code')}
            defaultValue={typed}
            error={error}
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
