import { useLocale, useTranslations } from 'next-intl';
import type { BookingKind } from '@/lib/shop/rules/booking-kind';
import { lastSegment } from '@/lib/contract/iri';
import { colon } from '@/lib/locale/colon';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { Field, SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { SubmitButton } from '../../ui/submit-button';
import { isRepeatable, isToPayBack, refundSettlement } from '@/lib/shop/rules/refund';
import { paidBackWays } from '@/lib/shop/values/checkout-values';
import type { StaffCancellationView } from './order-view';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';

type Action = (form: FormData) => Promise<void>;

interface StaffCancellationsProps {
  readonly checkoutId: string;
  readonly cancellations: readonly StaffCancellationView[];
  readonly of: BookingKind;
  /** Null: this person may only look. */
  readonly actions: Readonly<Record<'retryRefund' | 'settleRefund', Action>> | null;
}

interface SettleFormProps {
  readonly about: Readonly<Record<'checkoutId' | 'refundId', string>>;
  /** It was paid at the counter, so the payment provider can't return it. */
  readonly isCounter: boolean;
  readonly settle: Action;
}

function SettleForm({ about, isCounter, settle }: SettleFormProps) {
  const t = useTranslations('cancellation.staff');
  const ofSettling = useTranslations('staff.settle');
  return (
    <form action={settle} className="flex flex-wrap items-end gap-3">
      <HiddenFields {...about} />
      <SelectField id={`as-${about.refundId}`} name="as" label={t('settleAs')} required defaultValue="">
        <option value="" disabled>
          {ofSettling('choose')}
        </option>
        {paidBackWays
          .filter((way) => way !== 'provider' || !isCounter)
          .map((way) => (
            <option key={way} value={way}>
              {t(`paidBack.${way}`)}
            </option>
          ))}
        <option value="nothing">{t('settledAs.nothing')}</option>
      </SelectField>
      <Field
        id={`why-${about.refundId}`}
        name="reason"
        label={t('settleReason')}
        maxLength={500}
        autoComplete="off"
        required
      />
      <SubmitButton variant="secondary">{t('settleButton')}</SubmitButton>
    </form>
  );
}

/** When, by whom and why it was requested, and how it was settled. */
function useFacts({ createdAt, staff, reason, refund }: StaffCancellationView) {
  const t = useTranslations('cancellation.staff');
  const stamp = useStamp();
  const settledAs = refund === null ? null : refundSettlement(refund.state);
  const settled = settledAs === null ? [] : [t(`settledAs.${settledAs}`)];
  return [
    stamp(createdAt),
    ...(staff === null ? [t('customer')] : [t('requestedBy', { name: staff }), reason]),
    ...(refund === null || refund.paidBack === null ? settled : [t(`paidBack.${refund.paidBack}`)]),
    ...(refund === null || refund.settledReason === null ? [] : [refund.settledReason]),
  ];
}

/** What of the refund other bookings' payments return, and the booking whose refund this is a part of. */
function Parts({ one: { parts, wholeAt, isGoodwill } }: { one: StaffCancellationView }) {
  const t = useTranslations('cancellation.staff');
  const language = useLocale();
  return (
    <>
      {parts.map((part) => (
        <p key={part.checkoutId}>
          <TextLink href={paths.staffOrder(language, part.checkoutId)}>
            {t('partElsewhere', {
              amount: formatAmount(part.amount, language),
              state: t(`states.${part.state}`),
            })}
          </TextLink>
        </p>
      ))}
      {wholeAt === null || isGoodwill ? null : (
        <p>
          <TextLink href={paths.staffOrder(language, wholeAt)}>{t('partOf')}</TextLink>
        </p>
      )}
    </>
  );
}

/** What staff can do about a refund that has failed. */
function FailedRefund({
  checkoutId,
  refund,
  problem,
  actions,
}: Pick<StaffCancellationView, 'refund' | 'problem'> & {
  checkoutId: string;
  actions: NonNullable<StaffCancellationsProps['actions']>;
}) {
  const t = useTranslations('cancellation.staff');
  if (refund?.state !== 'failed') return null;
  return (
    <div className="space-y-3">
      {!isRepeatable(refund) ? null : (
        <form action={actions.retryRefund}>
          <HiddenFields checkoutId={checkoutId} refundId={refund.id} />
          <SubmitButton>{t('retry')}</SubmitButton>
        </form>
      )}
      <SettleForm
        about={{ checkoutId, refundId: refund.id }}
        isCounter={problem === 'pay_back_at_counter'}
        settle={actions.settleRefund}
      />
    </div>
  );
}

function stateOf({ cameBack, refund, state }: StaffCancellationView) {
  if (cameBack) return 'undelivered';
  return refund !== null && isToPayBack(refund) ? 'to_pay_back' : state;
}

function One({
  checkoutId,
  one,
  of,
  actions,
}: Omit<StaffCancellationsProps, 'cancellations'> & { one: StaffCancellationView }) {
  const t = useTranslations('cancellation');
  const rebooking = useTranslations('rebooking');
  const language = useLocale();
  const { state, problem, document, reference, rebookedTo, rebookedReference, wholeAt, refund } = one;
  const returned = one.returned ?? '0.00';
  const facts = useFacts(one);
  return (
    <li className="space-y-2 border-t border-rule pt-3">
      <p className="flex justify-between gap-4">
        <span>
          {one.isGoodwill
            ? t('goodwill.line')
            : wholeAt === null
              ? t('tickets', { count: one.tickets.length, of })
              : t('staff.part')}
          {colon(language)}
          <strong>{t(`staff.states.${stateOf(one)}`)}</strong>
        </span>
        <span className="tabular font-bold">{formatAmount(one.amount, language)}</span>
      </p>
      {compareAmounts(returned, '0.00') === 0 ? null : (
        <p>{t('terms.returned', { amount: formatAmount(returned, language) })}</p>
      )}
      {rebookedTo === null ? null : (
        <p>
          <TextLink href={paths.staffOrder(language, rebookedTo)}>
            {rebooking('exchanged', { reference: rebookedReference ?? '' })}
          </TextLink>
        </p>
      )}
      {problem === null || state === 'done' ? null : <p>{t(`staff.problems.${problem}`)}</p>}
      <Parts one={one} />
      <p className="text-small wrap-anywhere text-ink-soft">{facts.join(' · ')}</p>
      {document === null || reference === null ? null : (
        <p>
          <TextLink href={paths.document(checkoutId, lastSegment(document), language)}>
            {t('creditNote', { kind: rebookedTo === null ? 'cancellation' : 'exchange', reference })}
          </TextLink>
        </p>
      )}
      {actions === null ? null : (
        <FailedRefund checkoutId={checkoutId} refund={refund} problem={problem} actions={actions} />
      )}
    </li>
  );
}

/** The cancellations and refunds of a purchase, with what staff can do about them. */
export function StaffCancellations({ checkoutId, cancellations, of, actions }: StaffCancellationsProps) {
  const t = useTranslations('cancellation.staff');
  if (cancellations.length === 0) return null;
  return (
    <Section id="cancellations" title={t('title')}>
      <ul className="space-y-4">
        {cancellations.map((one) => (
          <One key={one.id} checkoutId={checkoutId} one={one} of={of} actions={actions} />
        ))}
      </ul>
    </Section>
  );
}
