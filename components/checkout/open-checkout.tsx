import { useLocale, useTranslations } from 'next-intl';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { type BookingKind, bookingKind } from '@/lib/shop/rules/booking-kind';
import { unitsOf } from '@/lib/shop/rules/units-of';
import type { Accent } from '@/lib/contract/accent';
import { PageFrame } from '../layout/page-frame';
import type { AboutLink } from '../layout/site-frame';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { CalledOffItems } from '../basket/called-off';
import { countryOptions } from './countries';
import { DetailsForm, type DetailsFormProps } from './details-form';
import { detailFields, type DetailField } from './contact-details';
import { ofDetails } from '../ui/of-details';
import { FormSteps, type FormStepsProps } from './form-steps';
import { HeldItems, type ItemView } from '../basket/held-items';
import { ItemButtons } from '../basket/item-buttons';
import { HoldClock, type HoldClockWords } from '../basket/hold-clock';
import { endOfHold, useClockWords } from '../basket/hold-end';
import { PayTerms } from './pay-terms';
import { ExchangePanel } from '../exchange/exchange-panel';
import { isAtField, VoucherAnswer } from '../voucher/voucher-answer';
import { VoucherPanel } from '../voucher/voucher-panel';
import type { VoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import type { DayPlan as Plan } from '@/lib/storefront/shop/basket/day-plan';
import type { UnchangedReason } from '@/lib/storefront/shop/basket/replacing';
import type { ExchangeView } from '@/lib/storefront/common/exchange/exchange';
import type { ExchangeProblem } from '@/lib/storefront/common/exchange/exchange-problem';
import type { QuestionSection } from '@/lib/storefront/common/checkout/questions';
import type { FormStep } from '@/lib/storefront/common/checkout/steps';

export type CheckoutNotice =
  /** The customer came back from the payment page. `isUncharged`: nothing was charged, certainly. */
  | { readonly kind: 'payment_cancelled'; readonly isUncharged: boolean }
  /** `credited`: earlier tickets pay for it since the customer pressed the button. */
  | { readonly kind: 'total_changed' | 'changed_elsewhere' | 'credited' }
  /** A session that is held was cancelled or postponed by the organiser. */
  | { readonly kind: 'called_off' }
  /** What came of "I need more time". */
  | { readonly kind: 'extended' | 'not_extended' | 'extend_unavailable' }
  /** An item was removed, or could not be held again because the service did not answer: it can be now. */
  | { readonly kind: 'removed' | 'restore_unavailable'; readonly holdId: string }
  | { readonly kind: 'restored' | 'not_restored' | 'changed' }
  /** The earlier tickets are not exchanged. */
  | { readonly kind: 'kept' }
  /** Why the number of tickets stays as it was; `most`: how many can be had, if that is why. */
  | { readonly kind: 'unchanged'; readonly why: UnchangedReason; readonly most: number }
  | { readonly kind: 'rereserved'; readonly before: string | null }
  /** Why earlier tickets do not pay for it. */
  | { readonly kind: 'exchange'; readonly why: ExchangeProblem }
  | { readonly kind: 'credit_lost'; readonly why: ExchangeProblem }
  /** What became of a voucher's code. */
  | { readonly kind: 'voucher'; readonly of: VoucherNotice };

interface OpenCheckoutProps
  extends
    Pick<CheckoutView, 'fees' | 'total' | 'credit' | 'leastTotal' | 'due' | 'back' | 'voucher'>,
    Pick<CheckoutView['checkout'], 'reference' | 'entries' | 'expiresAt' | 'secondsLeft'> {
  readonly checkoutId: string;
  readonly accent?: Accent | undefined;
  readonly sections: readonly QuestionSection[];
  readonly step: Omit<FormStep, 'sections'> & Pick<FormStepsProps, 'names' | 'ownField'>;
  /** The pages about the shop that apply to a purchase. */
  readonly texts: readonly AboutLink[];
  readonly items: readonly ItemView[];
  /** Earlier tickets that pay for it, or can; null: none. */
  readonly exchange: ExchangeView | null;
  /** What of it overlaps; null: nothing. */
  readonly dayPlan: Plan | null;
  /** The most tickets of each item. */
  readonly most: ReadonlyMap<string, number>;
  readonly notice: CheckoutNotice | null;
  readonly actions: Pick<DetailsFormProps, 'order' | 'keep' | 'renew'>;
}

type TextNotice = Exclude<CheckoutNotice, { kind: 'exchange' | 'credit_lost' | 'voucher' | 'called_off' }>;

function noticeKey(notice: TextNotice, total: string) {
  if (notice.kind === 'payment_cancelled') return notice.isUncharged ? 'payment_cancelled' : 'payment_open';
  if (notice.kind !== 'rereserved') return notice.kind;
  return compareAmounts(notice.before ?? total, total) === 0 ? 'rereserved' : 'price_changed';
}

/** These notices are announced at once; the others when the screen reader is done with what it says. */
const problems = new Set<ReturnType<typeof noticeKey>>([
  'total_changed',
  'changed_elsewhere',
  'credited',
  'price_changed',
  'not_extended',
  'extend_unavailable',
  'restore_unavailable',
  'not_restored',
  'unchanged',
]);

function NoticeOf(props: OpenCheckoutProps & { notice: CheckoutNotice }) {
  const t = useTranslations();
  const language = useLocale();
  const { notice, total } = props;
  if (notice.kind === 'called_off') return <CalledOffItems items={props.items} />;
  if (notice.kind === 'voucher') return <VoucherAnswer notice={notice.of} />;
  if (notice.kind === 'exchange' || notice.kind === 'credit_lost')
    return (
      <Notice tone="problem" title={t(`rebooking.answers.${notice.why}`)}>
        {notice.kind === 'exchange' ? null : (
          <p>{t('checkout.problem.credit_lostText', { total: formatAmount(total, language) })}</p>
        )}
      </Notice>
    );
  return <TextNoticeOf {...props} notice={notice} />;
}

function TextNoticeOf({ notice, items, total, expiresAt }: OpenCheckoutProps & { notice: TextNotice }) {
  const t = useTranslations('checkout.problem');
  const language = useLocale();
  const key = noticeKey(notice, total);
  const now = formatAmount(total, language);
  const before = 'before' in notice ? formatAmount(notice.before ?? total, language) : '';
  const { time } = endOfHold({ items, expiresAt });
  return (
    <Notice tone={problems.has(key) ? 'problem' : 'result'} title={t(key)}>
      <p>
        {t(`${key}Text`, {
          time,
          total: now,
          now,
          before,
          ...('why' in notice ? notice : { why: '', most: 0 }),
        })}
      </p>
      {'holdId' in notice ? (
        <Button {...ofDetails} type="submit" variant="secondary" name="restore" value={notice.holdId}>
          {t('undo')}
        </Button>
      ) : null}
    </Notice>
  );
}

function useFormWords(total: string, isLast: boolean, of: BookingKind): DetailsFormProps['words'] {
  const t = useTranslations('checkout');
  const language = useLocale();
  const perField = (text: (field: DetailField) => string) => ({
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    phone: text('phone'),
    country: text('country'),
  });
  const offline = useTranslations('shop.offline');
  const isFree = compareAmounts(total, '0.00') === 0;
  const order = isFree ? t('pay.buttonFree') : t('pay.button', { total: formatAmount(total, language) });
  return {
    labels: perField((field) => t(`details.${field}`)),
    errors: perField((field) => t(`errors.${field}`)),
    emailAccents: t('errors.emailAccents'),
    tooLong: t('errors.tooLong', { field: '{field}', max: '{max}' }),
    suggestion: {
      question: t('suggestion.question', { email: '{email}' }),
      use: t('suggestion.use', { email: '{email}' }),
      keep: t('suggestion.keep', { email: '{email}' }),
    },
    emailHint: t('details.emailHint', { of }),
    phoneHint: t('details.phoneHint', { of }),
    optional: t('details.optional'),
    countryChoose: t('details.countryChoose'),
    title: t('details.title', { of }),
    lead: t('details.lead', { of }),
    button: isLast ? order : t('steps.next'),
    busy: t('pay.busy'),
    choose: t('questions.choose'),
    offline: { title: offline('title'), text: offline('text') },
  };
}

/** Until when it is held; on a phone, what it is in one line, which leads to it. */
function HoldLine({ clock, items, due, secondsLeft }: OpenCheckoutProps & { clock: HoldClockWords }) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const held = items.flatMap(({ lines }) => lines);
  const count = unitsOf(held);
  const of = bookingKind(held);
  return (
    <div className="mb-8 border-y border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <HoldClock key={secondsLeft} secondsLeft={secondsLeft} words={clock} />
        <Button {...ofDetails} type="submit" variant="secondary" name="extend" value="yes">
          {t('moreTime')}
        </Button>
      </div>
      <p className="md:hidden">
        <a href="#held" className="flex min-h-target items-center gap-2 font-semibold underline">
          {t('items.summary', { of, count, total: formatAmount(due, language) })}
          <span aria-hidden="true">↓</span>
        </a>
      </p>
    </div>
  );
}

/** What is held, and what changes its price. */
function Held(props: OpenCheckoutProps) {
  const { items, total, leastTotal, fees, voucher, credit, due, back, dayPlan, most } = props;
  const { notice, entries } = props;
  return (
    <HeldItems
      items={items}
      total={total}
      leastTotal={leastTotal}
      fees={fees}
      voucher={voucher}
      credit={props.exchange?.kind === 'of_others' ? '0.00' : credit}
      due={due}
      back={back}
      returned={props.exchange?.card?.amount}
      buttonsOf={(item) => <ItemButtons item={item} most={most.get(item.holdId) ?? 1} />}
      dayPlan={dayPlan}
      canAdd
    >
      <VoucherPanel
        voucher={voucher}
        total={total}
        notice={notice?.kind === 'voucher' ? notice.of : null}
        typed={entries.more?.['voucherCode']?.[0] ?? ''}
      />
      {props.exchange === null ? null : (
        <ExchangePanel
          exchange={props.exchange}
          total={total}
          leastTotal={leastTotal}
          hasVoucher={voucher?.lost === false}
        />
      )}
    </HeldItems>
  );
}

export function OpenCheckout(props: OpenCheckoutProps) {
  const { checkoutId, reference, total, due, entries, secondsLeft, actions, notice } = props;
  const t = useTranslations('checkout');
  const language = useLocale();
  const isLast = props.step.number === props.step.count;
  const words = useFormWords(due, isLast, bookingKind(props.items.flatMap(({ lines }) => lines)));
  const clock = useClockWords(props);
  const questions = props.sections.flatMap((section) => section.questions);
  const summaries = Array.from({ length: detailFields.length + questions.length + 1 }, (_, count) =>
    t('errors.title', { count }),
  );
  return (
    <PageFrame accent={props.accent}>
      <h1 className="pt-10 text-title sm:pt-14">{t('title')}</h1>
      <p className="pt-2 pb-6 text-small text-ink-soft">{t('reference', { reference })}</p>
      {/* Enter in a field presses the first button of its form: that has to be the one that orders. */}
      <button {...ofDetails} type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        {words.button}
      </button>
      {notice === null || (notice.kind === 'voucher' && isAtField(props.voucher, notice.of)) ? null : (
        <div className="pb-6">
          <NoticeOf {...props} notice={notice} />
        </div>
      )}
      <HoldLine {...props} clock={clock} />
      <DetailsForm
        key={props.step.number}
        checkoutId={checkoutId}
        language={language}
        total={due}
        holds={props.items.map(({ holdId }) => holdId).join(' ')}
        totalText={formatAmount(due, language)}
        totalLabel={t(due === total ? 'items.total' : 'items.due')}
        entries={entries}
        sections={props.sections}
        steps={<FormSteps {...props.step} />}
        hasDetails={props.step.hasDetails}
        countries={countryOptions(language)}
        words={words}
        summaries={summaries}
        secondsLeft={secondsLeft}
        order={actions.order}
        keep={actions.keep}
        renew={actions.renew}
        held={<Held {...props} />}
      >
        {isLast ? (
          <PayTerms total={due} lines={props.items.flatMap(({ lines }) => lines)} texts={props.texts} />
        ) : null}
      </DetailsForm>
    </PageFrame>
  );
}
