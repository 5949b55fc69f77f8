import { useLocale, useTranslations } from 'next-intl';
import type { PurchaseProblem } from '@/lib/locale/messages';
import { paths } from '@/lib/locale/paths';
import { amountAbove, formatAmount } from '@/lib/money/money';
import { paidBackOf } from '@/lib/money/paid-back';
import { notCompletedReasons } from '@/lib/shop/values/checkout-values';
import { PlainPage } from '../layout/plain-page';
import { ButtonLink } from '../ui/button-link';
import { incidentAmount } from './incident-view';
import { paidAmount, type OrderPageView } from './order-view';
import { Incidents } from './incidents';
import { OrderWatch } from '../basket/watches';

function useValues(view: OrderPageView): { amount: string; email: string; reference: string } {
  const language = useLocale();
  const { reference, customer, total } = view.checkout;
  const amount = formatAmount(paidAmount(view) ?? total ?? '0.00', language);
  return { amount, email: customer?.email ?? '', reference };
}

/** The e-mail says the same. */
export function Settled({ view }: { view: OrderPageView }) {
  const t = useTranslations('outcome.settled');
  const values = useValues(view);
  const language = useLocale();
  const as = view.checkout.settledAs ?? 'nothing';
  const { way, amount } = paidBackOf(view.payments);
  const textValues = {
    ...values,
    way,
    ...(amount === null ? {} : { amount: formatAmount(amount, language) }),
  };
  return (
    <PlainPage title={t(as)} text={<p>{t(`${as}Text`, textValues)}</p>}>
      <Incidents view={view} />
      <Browse />
    </PlainPage>
  );
}

/** The customer was told of a refund. `isReplaced`: staff returned the money in another way. */
export function RefundFailed({ view, isReplaced }: { view: OrderPageView; isReplaced: boolean }) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const failed = view.incidents.find(({ kind, status }) => kind === 'refund_failed' && status === 'open');
  const { reference, amount } = useValues(view);
  const values = { reference, amount: failed === undefined ? amount : incidentAmount(failed, language) };
  const text = t(isReplaced ? 'undelivered.replacedText' : 'undelivered.text', values);
  return (
    <PlainPage title={t(isReplaced ? 'undelivered.replacedTitle' : 'undelivered.title')} text={<p>{text}</p>}>
      <Browse />
    </PlainPage>
  );
}

interface WithStaffProps {
  view: OrderPageView;
  problem: PurchaseProblem;
  mayChange: boolean;
}

/** The e-mail says the same. */
export function WithStaff({ view, problem, mayChange }: WithStaffProps) {
  const t = useTranslations('outcome.attention');
  const language = useLocale();
  const { total, credit } = view.checkout;
  const agreed = problem === 'amount_differs' && total !== null ? amountAbove(total, credit) : null;
  const values = {
    ...useValues(view),
    ...(agreed === null ? {} : { amount: formatAmount(agreed, language) }),
  };
  const text = (
    <>
      <p>{t(`problems.${problem}`, values)}</p>
      <p>{t('text', values)}</p>
    </>
  );
  return (
    <PlainPage title={t('title')} text={text}>
      {mayChange ? <OrderWatch checkoutId={view.checkout.id} phase="attention" refreshSeconds={10} /> : null}
      <Browse />
    </PlainPage>
  );
}

function Browse() {
  const t = useTranslations('checkout.order');
  return <ButtonLink href={paths.home(useLocale())}>{t('browse')}</ButtonLink>;
}

interface UnfulfilledProps {
  view: OrderPageView;
  kind: 'refunding' | 'refunded' | 'voiding' | 'voided';
}

export function Unfulfilled({ view, kind }: UnfulfilledProps) {
  const t = useTranslations('checkout.order');
  const { id, reason } = view.checkout;
  const values = useValues(view);
  const known = notCompletedReasons.find((one) => one === reason);
  const text = (
    <>
      <p>{t(`${kind}Text`, values)}</p>
      {known === undefined ? null : <p>{t(`reasons.${known}`)}</p>}
    </>
  );
  return (
    <PlainPage title={t(kind)} text={text}>
      <Incidents view={view} />
      {kind === 'refunding' || kind === 'voiding' ? (
        <OrderWatch checkoutId={id} phase={kind} refreshSeconds={10} />
      ) : null}
      <Browse />
    </PlainPage>
  );
}
