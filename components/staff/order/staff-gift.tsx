import { useTranslations } from 'next-intl';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import type { StaffGiftAnswer } from '@/lib/storefront/staff/order/gift';
import { GiftState } from '../../order/gift-panel';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { Section } from '../ui/section';

interface StaffGiftProps {
  readonly view: Pick<OrderView, 'checkout' | 'giftDelivery' | 'block'>;
  readonly answer: StaffGiftAnswer | null;
  /** For how long no second one is sent. */
  readonly seconds: number;
  /** Null: this person may only look. */
  readonly send: ((form: FormData) => Promise<void>) | null;
}

/** To whom a booking is given, and the form that sends it now. */
export function StaffGift({ view, answer, seconds, send }: StaffGiftProps) {
  const t = useTranslations('orderChanges.gift');
  const texts = useTranslations('checkout.gift');
  const { checkout, giftDelivery, block } = view;
  const { gift } = checkout;
  if (gift === null || giftDelivery === null) return null;
  const { name, email, message, date } = gift;
  const isWrong = answer === 'email';
  return (
    <Section id="gift" title={texts('heading')}>
      <div className="max-w-text space-y-3">
        {answer === null || isWrong ? null : (
          <Notice
            tone={answer === 'sent' ? 'result' : 'problem'}
            title={t(`answers.${answer}`, { seconds })}
          />
        )}
        <p className="wrap-anywhere">{texts('for', { name, email })}</p>
        {message === '' ? null : (
          <blockquote className="border-l-4 border-edge pl-3 wrap-anywhere whitespace-pre-line">
            {message}
          </blockquote>
        )}
        <p>
          <GiftState gift={{ ...giftDelivery, date }} />
        </p>
        {send === null || block !== null || giftDelivery.state === 'ended' ? null : (
          // The action checks the address, in the same way for browsers with and without scripts.
          <form action={send} noValidate className="flex flex-wrap items-end gap-3">
            <HiddenFields checkoutId={checkout.id} />
            <Field
              name="giftTo"
              type="email"
              autoComplete="off"
              label={t('email')}
              error={isWrong ? t('answers.email') : undefined}
              defaultValue={email}
              required
            />
            <SubmitButton variant="secondary">{t('button')}</SubmitButton>
          </form>
        )}
      </div>
    </Section>
  );
}
