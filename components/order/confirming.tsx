import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { Accent } from '@/lib/contract/accent';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { PageFrame } from '../layout/page-frame';
import { TextLink } from '../ui/link';
import { AfterAWhile } from './after-a-while';
import { linesOf, paidAmount, type OrderPageView } from './order-view';
import { OrderWatch } from '../basket/watches';

/** Most orders are made long before. */
const longSeconds = 20;

interface ConfirmingProps {
  readonly view: OrderPageView;
  readonly accent?: Accent | undefined;
  /** Or there is nothing to pay. */
  readonly paid: boolean;
  /** The seconds since the payment has arrived, or since an order without payment. */
  readonly waitedSeconds: number;
}

/** An order is never called failed before that is known. */
export function Confirming({ view, accent, paid, waitedSeconds }: ConfirmingProps) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const { id, customer } = view.checkout;
  const money = !paid ? 'Unpaid' : paidAmount(view) === null ? 'Free' : 'Paid';
  return (
    <PageFrame accent={accent}>
      <OrderWatch checkoutId={id} phase={paid ? 'confirming' : 'unpaid'} refreshSeconds={4} />
      <div className="py-12 sm:py-20">
        <h1 className="max-w-[18ch] text-title">{t('confirming')}</h1>
        <div className="max-w-text space-y-3 py-6 font-serif text-lead">
          <p role="status">{t(`confirming${money}`, { of: bookingKind(linesOf(view)) })}</p>
          <p>{t(paid ? 'confirmingText' : 'confirmingTextUnpaid', { email: customer?.email ?? '' })}</p>
          <AfterAWhile seconds={longSeconds - waitedSeconds}>
            <p>{t(money === 'Paid' ? 'confirmingLong' : `confirmingLong${money}`)}</p>
          </AfterAWhile>
        </div>
        {paid ? null : (
          <p>
            {t('notPaidYet')} <TextLink href={paths.checkout(language, id)}>{t('backToPayment')}</TextLink>
          </p>
        )}
      </div>
    </PageFrame>
  );
}
