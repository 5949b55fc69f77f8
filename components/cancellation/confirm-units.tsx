import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatAmount, sumAmounts } from '@/lib/money/money';
import type { UnitView } from '@/lib/storefront/cancellation-units';
import { TextLink } from '../ui/link';
import { HiddenFields } from '../ui/hidden-fields';
import { SubmitButton } from '../ui/submit-button';
import { UnitSummary } from './units';

interface ConfirmUnitsProps {
  readonly checkoutId: string;
  readonly chosen: readonly UnitView[];
  readonly action: (form: FormData) => Promise<void>;
  /** Back to the choice. */
  readonly back: string;
  /** For staff: further fields. They may change what is refunded. */
  readonly children?: ReactNode;
}

/** The second step: what is cancelled, what is refunded, and that this can't be undone. */
export function ConfirmUnits({ checkoutId, chosen, action, back, children }: ConfirmUnitsProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  const amount = sumAmounts(chosen.map(({ refund }) => refund));
  const isStaff = children !== undefined;
  return (
    <form action={action} className="max-w-text space-y-5">
      <HiddenFields checkoutId={checkoutId} amount={amount} />
      <h2 className="text-heading font-bold">{t('confirm')}</h2>
      <ul>
        {chosen.map((unit) => (
          <li key={unit.key} className="flex justify-between gap-6 border-t border-rule py-3">
            <input type="hidden" name="unit" value={unit.key} />
            <span className="min-w-0 wrap-anywhere">
              <UnitSummary unit={unit} />
            </span>
            <span className="tabular shrink-0">{formatAmount(unit.refund, language)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-6 border-t-2 border-ink py-3 font-bold">
          <span>{t(isStaff ? 'staff.refund' : 'refund')}</span>
          <span className="tabular">{formatAmount(amount, language)}</span>
        </li>
      </ul>
      <p>{t('final')}</p>
      {children}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SubmitButton>
          {isStaff ? t('staff.submit') : t('submit', { amount: formatAmount(amount, language) })}
        </SubmitButton>
        <TextLink href={back}>{t('back')}</TextLink>
      </div>
    </form>
  );
}
