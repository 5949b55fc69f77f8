import { useLocale, useTranslations } from 'next-intl';
import type { Language } from '@/lib/locale/languages';
import { venueTime, venueZone, withOffsetOf } from '@/lib/locale/venue-time';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { accentOf } from '../catalog/accent';
import { PageFrame } from '../layout/page-frame';
import { Notice } from '../ui/notice';
import { countryOptions } from './countries';
import { DetailsForm, type DetailsFormProps } from './details-form';
import { detailFields, type DetailField, type Details } from './details';
import { HeldItems, type ItemView } from './held-items';
import { HoldClock, type HoldClockWords } from './hold-clock';
import { PayTerms } from './pay-terms';

export type CheckoutNotice =
  /** The customer came back from the payment page. `isUncharged`: nothing was charged, for certain. */
  | { readonly kind: 'payment_cancelled'; readonly isUncharged: boolean }
  | { readonly kind: 'total_changed' }
  | { readonly kind: 'held_again'; readonly before: string | null };

interface OpenCheckoutProps {
  readonly checkoutId: string;
  readonly reference: string;
  readonly items: readonly ItemView[];
  readonly fees: string;
  readonly total: string;
  readonly entries: Details;
  readonly expiresAt: Date;
  readonly secondsLeft: number;
  readonly notice: CheckoutNotice | null;
  readonly actions: {
    readonly order: DetailsFormProps['order'];
    readonly keep: DetailsFormProps['keep'];
    readonly remove: (form: FormData) => Promise<void>;
  };
}

function firstTimezone(items: readonly ItemView[]): string | undefined {
  return items.flatMap(({ lines }) => lines.flatMap(({ timezone }) => timezone ?? []))[0];
}

/** When the hold ends, with the offset of its sessions: that is the clock where no time zone is known. */
function endOfHold({ items, expiresAt }: Pick<OpenCheckoutProps, 'items' | 'expiresAt'>): string {
  const tickets = items.flatMap(({ lines }) => lines.flatMap((line) => line.tickets));
  return withOffsetOf(expiresAt, tickets.flatMap(({ occursAt }) => occursAt ?? [])[0]);
}

function useClockWords({ items, expiresAt, secondsLeft }: OpenCheckoutProps): HoldClockWords {
  const t = useTranslations('checkout');
  const timezone = firstTimezone(items);
  const moment = endOfHold({ items, expiresAt });
  const minutes = [Math.ceil(secondsLeft / 60), 5, 2, 1];
  return {
    until: t('held', { time: venueTime(moment, timezone) }),
    zone: t('heldZone', { zone: venueZone(moment, timezone) }),
    timer: t('timer'),
    spoken: Object.fromEntries(minutes.map((count) => [count, t('timerSpoken', { minutes: count })])),
    over: t('timerOver'),
  };
}

function NoticeOf({ notice, items, total, expiresAt }: OpenCheckoutProps & { notice: CheckoutNotice }) {
  const t = useTranslations('checkout.problem');
  const language = useLocale();
  const amount = (value: string) => formatAmount(value, language);
  switch (notice.kind) {
    case 'payment_cancelled': {
      const key = notice.isUncharged ? 'payment_cancelled' : 'payment_open';
      const time = venueTime(endOfHold({ items, expiresAt }), firstTimezone(items));
      return (
        <Notice title={t(key)}>
          <p>{t(`${key}Text`, { time })}</p>
        </Notice>
      );
    }
    case 'total_changed':
      return (
        <Notice tone="problem" title={t('total_changed')}>
          <p>{t('total_changedText', { total: amount(total) })}</p>
        </Notice>
      );
    case 'held_again':
      return notice.before === null || compareAmounts(notice.before, total) === 0 ? (
        <Notice title={t('held_again')}>
          <p>{t('held_againText')}</p>
        </Notice>
      ) : (
        <Notice tone="problem" title={t('price_changed')}>
          <p>{t('price_changedText', { now: amount(total), before: amount(notice.before) })}</p>
        </Notice>
      );
  }
}

function useFormWords(total: string, language: Language): DetailsFormProps['words'] {
  const t = useTranslations('checkout');
  const perField = (text: (field: DetailField) => string) => ({
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    phone: text('phone'),
    country: text('country'),
  });
  const isFree = compareAmounts(total, '0.00') === 0;
  return {
    labels: perField((field) => t(`details.${field}`)),
    errors: perField((field) => t(`errors.${field}`)),
    emailHint: t('details.emailHint'),
    phoneHint: t('details.phoneHint'),
    optional: t('details.optional'),
    countryChoose: t('details.countryChoose'),
    title: t('details.title'),
    lead: t('details.lead'),
    button: isFree ? t('pay.buttonFree') : t('pay.button', { total: formatAmount(total, language) }),
    busy: t('pay.busy'),
  };
}

/** What is held, who it is for, and the button that orders it. */
export function OpenCheckout(props: OpenCheckoutProps) {
  const { checkoutId, reference, items, total, entries, secondsLeft, actions } = props;
  const t = useTranslations('checkout');
  const language = useLocale();
  const words = useFormWords(total, language);
  const clock = useClockWords(props);
  const catalogId = items[0]?.lines[0]?.catalogId;
  const summaries = [...detailFields.map((_, index) => index), detailFields.length].map((count) =>
    t('errors.title', { count }),
  );
  return (
    <PageFrame {...(catalogId === undefined ? {} : { accent: accentOf(catalogId) })}>
      <h1 className="pt-10 text-title sm:pt-14">{t('title')}</h1>
      <p className="pt-2 pb-6 text-small text-ink-soft">{t('reference', { reference })}</p>
      {props.notice === null ? null : (
        <div className="pb-6">
          <NoticeOf {...props} notice={props.notice} />
        </div>
      )}
      {/* On a phone what was wrong comes before what is held: without scripts nobody would see it else. */}
      <div className="grid gap-x-12 gap-y-10 pt-4 md:grid-cols-[7fr_5fr] has-[[role=alert]]:[&>#held]:order-last">
        <HeldItems
          items={items}
          fees={props.fees}
          total={total}
          checkoutId={checkoutId}
          remove={actions.remove}
        >
          <HoldClock key={secondsLeft} secondsLeft={secondsLeft} words={clock} />
        </HeldItems>
        <DetailsForm
          checkoutId={checkoutId}
          language={language}
          total={total}
          totalText={formatAmount(total, language)}
          totalLabel={t('items.total')}
          entries={entries}
          countries={countryOptions(language)}
          words={words}
          summaries={summaries}
          secondsLeft={secondsLeft}
          order={actions.order}
          keep={actions.keep}
        >
          <PayTerms total={total} />
        </DetailsForm>
      </div>
    </PageFrame>
  );
}
