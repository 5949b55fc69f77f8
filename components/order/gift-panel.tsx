import { useTimeZone, useLocale, useTranslations } from 'next-intl';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import type { GiftField } from '@/lib/shop/rules/gift';
import type { GiftView } from '@/lib/storefront/shop/order/gift';
import { Field, TextAreaField } from '../ui/field';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { HiddenFields } from '../ui/hidden-fields';
import { SubmitButton } from '../ui/submit-button';

const isField = (answer: GiftView['answer']): answer is GiftField =>
  answer === 'name' || answer === 'email' || answer === 'message' || answer === 'date';

type Action = (form: FormData) => Promise<void>;

export interface GiftPanelProps {
  readonly checkoutId: string;
  /** Null: the booking is no gift. */
  readonly gift: GiftView | null;
  readonly actions: { readonly change: Action; readonly again: Action };
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

function ChangeForm({ checkoutId, gift, change }: { checkoutId: string; gift: GiftView; change: Action }) {
  const t = useTranslations('checkout.gift');
  const language = useLocale();
  const { answer, limits } = gift;
  const dayOf = (day: string) => formatDay(day, language, 'long');
  const texts = { ...limits, first: dayOf(limits.first), last: dayOf(limits.last) };
  const errorOf = (field: GiftField) => (answer === field ? t(`errors.${field}`, texts) : undefined);
  return (
    <details open={isField(answer) || gift.state === 'undelivered'}>
      <summary className="inline-flex min-h-target cursor-pointer items-center font-semibold underline">
        {t('change')}
      </summary>
      <form action={change} noValidate className="space-y-4 pt-2">
        <HiddenFields checkoutId={checkoutId} />
        <Field
          name="name"
          id="gift-name"
          label={t('name')}
          defaultValue={gift.name}
          error={errorOf('name')}
          autoComplete="off"
        />
        <Field
          name="email"
          id="gift-email"
          type="email"
          label={t('email')}
          defaultValue={gift.email}
          error={errorOf('email')}
          autoComplete="off"
          spellCheck={false}
        />
        <TextAreaField
          name="message"
          id="gift-message"
          rows={4}
          label={t('message')}
          hint={t('messageHint', texts)}
          defaultValue={gift.message}
          error={errorOf('message')}
        />
        <Field
          name="date"
          id="gift-date"
          type="date"
          min={limits.first}
          max={limits.last}
          label={t('date')}
          hint={t('dateHint', texts)}
          defaultValue={gift.date ?? ''}
          error={errorOf('date')}
        />
        <SubmitButton variant="secondary" className="w-full">
          {t('save')}
        </SubmitButton>
      </form>
    </details>
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
      {answer === null || isField(answer) ? null : (
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
