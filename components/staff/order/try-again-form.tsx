import { useTranslations } from 'next-intl';
import { SubmitButton } from '../../ui/submit-button';
import type { StaffOrderView } from './order-view';

interface TryAgainFormProps {
  readonly checkout: Pick<StaffOrderView['checkout'], 'id' | 'state' | 'settledAs' | 'reason'>;
  readonly tryAgain: (form: FormData) => Promise<void>;
}

interface UnexpectedFormProps {
  readonly checkoutId: string;
  readonly refund: (form: FormData) => Promise<void>;
}

const texts = {
  payment_unknown: 'payment',
  capture_failed: 'capture',
  refund_failed: 'refund',
  void_failed: 'void',
} as const;

const isRepeatable = (reason: string | null): reason is keyof typeof texts =>
  reason !== null && Object.hasOwn(texts, reason);

/** Lets the payment provider be asked again for what it refused, or did not know. */
export function TryAgainForm({ checkout, tryAgain }: TryAgainFormProps) {
  const t = useTranslations('staff.tryAgain');
  const { id, state, settledAs, reason } = checkout;
  if (state !== 'attention' || settledAs !== null || !isRepeatable(reason)) return null;
  return (
    <form action={tryAgain} className="max-w-text space-y-2 pb-8">
      <input type="hidden" name="checkoutId" value={id} />
      <p className="text-small text-ink-soft">{t('hint')}</p>
      <SubmitButton variant="secondary">{t(texts[reason])}</SubmitButton>
    </form>
  );
}

/** Refunds a payment that the booking had no use for. */
export function UnexpectedForm({ checkoutId, refund }: UnexpectedFormProps) {
  const t = useTranslations('staff.unexpected');
  return (
    <form action={refund} className="max-w-text space-y-2 pb-8">
      <input type="hidden" name="checkoutId" value={checkoutId} />
      <p className="text-small text-ink-soft">{t('hint')}</p>
      <SubmitButton variant="secondary">{t('button')}</SubmitButton>
    </form>
  );
}
