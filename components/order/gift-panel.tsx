import { useTimeZone, useLocale, useTranslations } from 'next-intl';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import type { GiftView } from '@/lib/storefront/shop/order/gift';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { HiddenFields } from '../ui/hidden-fields';
import { SubmitButton } from '../ui/submit-button';
import { type ChangeGift, GiftForm } from './gift-form';

type Action = (form: FormData) => Promise<void>;

export interface GiftPanelProps {
  readonly checkoutId: string;
  /** Null: the booking is no gift. */
  readonly gift: GiftView | null;
  readonly actions: { readonly change: ChangeGift; readonly again: Action };
}

/** What has become of it, or when it will be sent. */
function GiftState({ gift }: { gift: Pick<GiftView, 'state' | 'sentAt' | 'date' | 'end'> }) {
  const t = useTranslations('checkout.gift');
  const language = useLocale();
  const timezone = useTimeZone();
  const { state, sentAt, date, end } = gift;
  if (sentAt !== null) {
    const day = formatDay(venueDay(sentAt, timezone), language, 'long');
    return end === null ? t('sent', { day }) : t('sentOver', { day, end });
  }
  if (end !== null) return t('over', { end });
  if (state !== 'waiting' && state !== 'sent') return t(state);
  return date === null ? t('now') : t('later', { day: formatDay(date, language, 'long') });
}

/** To whom it is given, with which message, and what has become of it. */
export function GiftFacts({
  gift,
}: {
  gift: Pick<GiftView, 'name' | 'email' | 'message' | 'state' | 'sentAt' | 'date' | 'end'>;
}) {
  const t = useTranslations('checkout.gift');
  const { name, email, message } = gift;
  return (
    <>
      <p className="wrap-anywhere">{t('for', { name, email })}</p>
      {message === '' ? null : (
        <blockquote className="border-l-4 border-edge pl-3 wrap-anywhere whitespace-pre-line">
          {message}
        </blockquote>
      )}
      <p>
        <GiftState gift={gift} />
      </p>
    </>
  );
}

function ChangeForm({
  checkoutId,
  gift,
  change,
}: {
  checkoutId: string;
  gift: GiftView;
  change: ChangeGift;
}) {
  const t = useTranslations('checkout.gift');
  const optional = useTranslations('checkout.details')('optional');
  const language = useLocale();
  const { name, email, message, limits } = gift;
  const { first, last } = limits;
  const dayOf = (day: string) => formatDay(day, language, 'long');
  const texts = { ...limits, first: dayOf(first), last: dayOf(last) };
  return (
    <GiftForm
      // What was wrong before is over with the answer.
      key={[name, email, message, gift.date, gift.answer].join(' ')}
      change={change}
      about={{ checkoutId }}
      values={{
        name,
        email,
        message,
        date: gift.date === null || gift.date < first ? '' : gift.date,
        emailSeen: email,
      }}
      isOpen={gift.state === 'undelivered'}
      days={first < last ? { first, last } : null}
      words={{
        change: t('change'),
        name: t('name'),
        email: t('email'),
        message: t('message'),
        messageHint: t('messageHint', texts),
        date: t('date'),
        dateHint: t('dateHint', texts),
        optional,
        save: t('save'),
      }}
    />
  );
}

/** To whom the booking is given, with the form to change that until it was sent, and then to send it again. */
export function GiftPanel({ checkoutId, gift, actions }: GiftPanelProps) {
  const t = useTranslations('checkout.gift');
  if (gift === null) return null;
  const { state, answer, end } = gift;
  const { minutes, times } = gift.limits;
  return (
    <section id="gift" aria-labelledby="gift-title" className="scroll-mt-24 space-y-3 px-5 pt-5 text-small">
      <h2 id="gift-title" className="text-base font-bold">
        {t('heading')}
      </h2>
      {answer === null ? null : (
        <p
          key={answer}
          role="status"
          tabIndex={-1}
          className="border-l-8 border-ink bg-paper-deep px-5 py-4 text-base"
        >
          {t(`answers.${answer}`, { minutes, times })}
          <FocusWhenShown />
        </p>
      )}
      <GiftFacts gift={gift} />
      {end === null && (state === 'waiting' || state === 'undelivered') ? (
        <ChangeForm checkoutId={checkoutId} gift={gift} change={actions.change} />
      ) : null}
      {end === null && state === 'sent' ? (
        <form action={actions.again} className="space-y-3">
          <p>{t('againText', { minutes, times })}</p>
          <HiddenFields checkoutId={checkoutId} />
          <SubmitButton variant="secondary" className="w-full">
            {t('again')}
          </SubmitButton>
        </form>
      ) : null}
    </section>
  );
}
