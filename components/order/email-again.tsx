import { useTranslations } from 'next-intl';
import type { ResendAnswer } from '@/lib/storefront/shop/order/email-again';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { SubmitButton } from '../ui/submit-button';
import type { OrderPageView } from './order-view';

export interface EmailAgainProps {
  readonly view: Pick<OrderPageView, 'checkout' | 'confirmation'>;
  /** No ticket is left. */
  readonly isOver: boolean;
  readonly action: (form: FormData) => Promise<void>;
  /** What became of the last try; null: there was none. */
  readonly answer: ResendAnswer | null;
  readonly limits: { readonly minutes: number; readonly mostADay: number };
}

/** "Send the e-mail again", once one was sent, with the answer to the last try. */
export function EmailAgain({ view, isOver, action, answer, limits }: EmailAgainProps) {
  const t = useTranslations('checkout.emailAgain');
  const { checkout, confirmation } = view;
  const isSent = confirmation === 'sent' && !isOver;
  if (checkout.customer === null || (!isSent && answer === null)) return null;
  const values = { email: checkout.customer.email, minutes: limits.minutes, most: limits.mostADay };
  return (
    <section id="email" aria-labelledby="email-title" className="scroll-mt-24 space-y-3 px-5 pt-5 text-small">
      <h2 id="email-title" className="text-base font-bold">
        {t('title')}
      </h2>
      {answer === null ? null : (
        <p
          key={answer}
          role="status"
          tabIndex={-1}
          className="border-l-8 border-ink bg-paper-deep px-5 py-4 text-base wrap-anywhere"
        >
          {t(`answers.${answer}`, values)}
          <FocusWhenShown />
        </p>
      )}
      {isSent ? (
        <form action={action} className="space-y-3">
          <p className="wrap-anywhere">{t('text', values)}</p>
          <input type="hidden" name="checkoutId" value={checkout.id} />
          <SubmitButton variant="secondary" className="w-full">
            {t('button')}
          </SubmitButton>
        </form>
      ) : null}
    </section>
  );
}
