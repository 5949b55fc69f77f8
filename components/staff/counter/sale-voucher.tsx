import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
import { LostVoucher } from '../../voucher/lost-voucher';
import { isAtField, useVoucherAnswer } from '../../voucher/voucher-answer';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import type { CounterSaleProps } from './sale-view';

/** The voucher of a sale, or a field for its code. It is a form of its own, so that it takes no money. */
export function SaleVoucher({
  sale,
  notice,
  actions,
}: Pick<CounterSaleProps, 'sale' | 'notice' | 'actions'>) {
  const t = useTranslations('voucher');
  const counter = useTranslations('counter');
  const answer = useVoucherAnswer();
  const language = useLocale();
  const { checkout, voucher, total } = sale.view;
  const { id } = checkout;
  const className = 'mt-4 flex flex-wrap items-end gap-3 border-t border-rule pt-3';
  if (voucher?.lost === false) {
    return (
      <form action={actions.removeVoucher} className={className}>
        <HiddenFields checkoutId={id} />
        <p className="grow self-center wrap-anywhere">
          {voucher.complimentary === true
            ? t('complimentary')
            : t('used', { code: voucher.code, amount: formatAmount(voucher.discount, language) })}
        </p>
        <SubmitButton variant="secondary">{t('drop')}</SubmitButton>
      </form>
    );
  }
  return (
    <form action={actions.applyVoucher} className={className}>
      <HiddenFields checkoutId={id} />
      {voucher === null ? null : <LostVoucher voucher={voucher} total={total} />}
      <div className="grow">
        <Field
          name="voucherCode"
          label={counter('voucherCode')}
          error={notice !== null && isAtField(voucher, notice) ? answer(notice) : undefined}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <SubmitButton variant="secondary">{t('use')}</SubmitButton>
    </form>
  );
}
