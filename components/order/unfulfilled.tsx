import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { PlainPage } from '../checkout/plain-page';
import { ButtonLink } from '../ui/button';
import { paidAmount, type OrderPageView } from './order-view';
import { PhaseWatch } from './phase-watch';

const reasons = ['sold_out', 'price_changed', 'order_refused'] as const;

/** There are no tickets: where the money is, why, and that nothing has to be done. */
export function Unfulfilled({
  view,
  kind,
}: {
  view: OrderPageView;
  kind: 'refunding' | 'refunded' | 'attention';
}) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const { id, reference, reason, customer, total } = view.checkout;
  const values = {
    amount: formatAmount(paidAmount(view) ?? total ?? '0.00', language),
    email: customer?.email ?? '',
    reference,
  };
  const known = kind === 'attention' ? undefined : reasons.find((one) => one === reason);
  const text = (
    <>
      <p>{t(`${kind}Text`, values)}</p>
      {known === undefined ? null : <p>{t(`reasons.${known}`)}</p>}
    </>
  );
  return (
    <PlainPage title={t(kind)} text={text}>
      {kind === 'refunding' ? <PhaseWatch href={`/api/orders/${id}/phase`} phase={kind} /> : null}
      <ButtonLink href={paths.home(language)}>{t('browse')}</ButtonLink>
    </PlainPage>
  );
}
