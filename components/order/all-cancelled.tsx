import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount, subtractAmounts } from '@/lib/money/money';
import type { BookingKind } from '@/lib/shop/rules/booking-kind';
import { refundsOf, ticketEnd } from '@/lib/shop/rules/ticket-end';
import { CancellationList } from '../cancellation/cancellation-list';
import type { OrderPageView } from './order-view';
import { listFormat } from '@/lib/locale/formats';

/** The head of an order of which no ticket is left: how they ended, by whom, and what becomes of the money. */
export function AllCancelled({
  view,
  of,
}: {
  view: Pick<OrderPageView, 'checkout' | 'cancellations'>;
  of: BookingKind;
}) {
  const t = useTranslations('checkout.order.over');
  const language = useLocale();
  // A part of a refund is at the booking whose tickets were cancelled.
  const own = view.cancellations.filter(({ state, wholeAt }) => state !== 'refused' && wholeAt === null);
  const messages = [...new Set(own.flatMap(({ organiserMessage }) => organiserMessage ?? []))];
  const end = ticketEnd(own);
  const by = end === 'cancelled' && messages.length > 0 ? 'organiser' : end;
  const others = listFormat(language).format(
    new Set(own.flatMap(({ rebookedReference }) => rebookedReference ?? [])),
  );
  const { refunded, open, undelivered } = refundsOf(own);
  const underWay = subtractAmounts(open, undelivered);
  const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;
  const money = [
    ...(isSome(refunded) ? [t('refunded', { amount: formatAmount(refunded, language) })] : []),
    ...(isSome(underWay) ? [t('refunding', { amount: formatAmount(underWay, language) })] : []),
    ...(isSome(undelivered) ? [t('undelivered', { amount: formatAmount(undelivered, language) })] : []),
  ];
  return (
    <div className="max-w-text space-y-4 pb-8 print:hidden">
      <h1 className="pt-10 text-title sm:pt-14">{t(`${by}.title`, { of })}</h1>
      <p className="font-serif text-lead">
        {[t(`${by}.text`, { reference: view.checkout.reference, others, of }), ...money].join(' ')}
      </p>
      {messages.map((message) => (
        <blockquote key={message} className="border-l-8 border-ink bg-paper-deep px-5 py-4">
          <p className="font-bold">{t('message')}</p>
          <p className="whitespace-pre-line wrap-anywhere">{message}</p>
        </blockquote>
      ))}
      <CancellationList checkoutId={view.checkout.id} cancellations={view.cancellations} of={of} />
    </div>
  );
}
