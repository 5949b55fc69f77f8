import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { PlainPage } from '../checkout/plain-page';
import { ButtonLink } from '../ui/button';
import { incidentAmount } from './incident-view';
import { paidAmount, type OrderPageView } from './order-view';
import { Incidents } from './incidents';
import { PhaseWatch } from './phase-watch';

const reasons = ['sold_out', 'price_changed', 'order_refused'] as const;
const attentionReasons = [
  'payment_unknown',
  'amount_differs',
  'order_unknown',
  'refund_failed',
  'void_failed',
] as const;
const refreshSeconds = 10;

/** What a person looks into, where it can be said. Nothing was charged for what was free. */
function AttentionReason({ view, amount }: { view: OrderPageView; amount: string }) {
  const t = useTranslations('checkout.order.attentionReasons');
  const reason = attentionReasons.find((one) => one === view.checkout.reason);
  if (reason === undefined) return null;
  if (reason === 'order_unknown' && paidAmount(view) === null) return <p>{t('order_unknownFree')}</p>;
  return <p>{t(reason, { amount })}</p>;
}

function useValues(view: OrderPageView): { amount: string; email: string; reference: string } {
  const language = useLocale();
  const { reference, customer, total } = view.checkout;
  const amount = formatAmount(paidAmount(view) ?? total ?? '0.00', language);
  return { amount, email: customer?.email ?? '', reference };
}

/** A person has settled what no machine could: how. */
export function Settled({ view }: { view: OrderPageView }) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const values = useValues(view);
  const as = view.checkout.settledAs ?? 'nothing';
  return (
    <PlainPage title={t(`settled.${as}`)} text={<p>{t(`settled.${as}Text`, values)}</p>}>
      <Incidents view={view} />
      <ButtonLink href={paths.home(language)}>{t('browse')}</ButtonLink>
    </PlainPage>
  );
}

/** The customer was told of a refund that failed afterwards. `isReplaced`: staff gave the money back another way. */
export function RefundFailed({ view, isReplaced }: { view: OrderPageView; isReplaced: boolean }) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const failed = view.incidents.find(({ kind, status }) => kind === 'refund_failed' && status === 'open');
  const { reference, amount } = useValues(view);
  const values = { reference, amount: failed === undefined ? amount : incidentAmount(failed, language) };
  const text = t(isReplaced ? 'undelivered.replacedText' : 'undelivered.text', values);
  return (
    <PlainPage title={t(isReplaced ? 'undelivered.replacedTitle' : 'undelivered.title')} text={<p>{text}</p>}>
      <ButtonLink href={paths.home(language)}>{t('browse')}</ButtonLink>
    </PlainPage>
  );
}

/** There are no tickets: where the money is, why, and that nothing has to be done. */
export function Unfulfilled({
  view,
  kind,
}: {
  view: OrderPageView;
  kind: 'refunding' | 'refunded' | 'voiding' | 'voided' | 'attention';
}) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const { id, reason } = view.checkout;
  const values = useValues(view);
  const known = kind === 'attention' ? undefined : reasons.find((one) => one === reason);
  const text = (
    <>
      {kind === 'attention' ? <AttentionReason view={view} amount={values.amount} /> : null}
      <p>{t(`${kind}Text`, values)}</p>
      {known === undefined ? null : <p>{t(`reasons.${known}`)}</p>}
    </>
  );
  return (
    <PlainPage title={t(kind)} text={text}>
      <Incidents view={view} />
      {kind === 'refunding' || kind === 'voiding' ? (
        <>
          <noscript>
            <meta httpEquiv="refresh" content={String(refreshSeconds)} />
          </noscript>
          <PhaseWatch href={`/api/orders/${id}/phase`} phase={kind} />
        </>
      ) : null}
      <ButtonLink href={paths.home(language)}>{t('browse')}</ButtonLink>
    </PlainPage>
  );
}
