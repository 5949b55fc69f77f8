import { useTranslations } from 'next-intl';
import { giftEnd } from '@/lib/shop/rules/valid-lines';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import type { StaffGiftAnswer } from '@/lib/storefront/staff/order/gift';
import { GiftFacts } from '../../order/gift-panel';
import { Notice } from '../../ui/notice';
import { SendToForm } from '../ticket/send-to-form';
import { Section } from '../ui/section';

interface StaffGiftProps {
  readonly view: Pick<
    OrderView,
    'checkout' | 'items' | 'orders' | 'cancellations' | 'giftDelivery' | 'block'
  >;
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
  const { email } = gift;
  const end = giftEnd(view);
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
        <GiftFacts gift={{ ...gift, ...giftDelivery, end }} />
        {send === null || block !== null || end !== null || giftDelivery.state === 'ended' ? null : (
          <SendToForm
            checkoutId={checkout.id}
            name="giftTo"
            email={email}
            words={{ label: t('email'), button: t('button') }}
            error={isWrong ? t('answers.email') : undefined}
            action={send}
          />
        )}
      </div>
    </Section>
  );
}
