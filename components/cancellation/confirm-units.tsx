import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount, sumAmounts } from '@/lib/money/money';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { CalledOffTickets } from '../basket/called-off';
import { TextLink } from '../ui/link';
import { SubmitButton } from '../ui/submit-button';
import { ChosenUnits } from './chosen-units';

interface ConfirmUnitsProps {
  readonly checkoutId: string;
  readonly chosen: readonly UnitView[];
  /** They were paid at the counter. */
  readonly isCounter: boolean;
  readonly action: (form: FormData) => Promise<void>;
  /** Back to the choice. */
  readonly back: string;
}

/** The second step of the customer: what is cancelled, what is refunded, and that this can't be undone. */
export function ConfirmUnits({ checkoutId, chosen, isCounter, action, back }: ConfirmUnitsProps) {
  const t = useTranslations('cancellation');
  const language = useLocale();
  const amount = sumAmounts(chosen.map(({ refund }) => refund));
  return (
    <form action={action} className="max-w-text space-y-5">
      <CalledOffTickets
        tickets={chosen.flatMap(({ line }) => line.tickets.map((ticket) => ({ line, ticket })))}
      />
      <ChosenUnits checkoutId={checkoutId} chosen={chosen} isCounter={isCounter} isStaff={false} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SubmitButton>
          {compareAmounts(amount, '0.00') === 0
            ? t('submitFree')
            : t('submit', { amount: formatAmount(amount, language) })}
        </SubmitButton>
        <TextLink href={back}>{t('back')}</TextLink>
      </div>
    </form>
  );
}
