import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { Denied } from '@/components/checkout/denied';
import { Confirmed } from '@/components/order/confirmed';
import { GiftPanel } from '@/components/order/gift-panel';
import { Confirming } from '@/components/order/confirming';
import { RefundFailed, Settled, Unfulfilled, WithStaff } from '@/components/order/unfulfilled';
import { paths } from '@/lib/locale/paths';
import { mayOffer } from '@/lib/storefront/common/cancellation/cancel-tickets';
import { accentOfItems } from '@/lib/storefront/common/catalogue/accent';
import { correctionAnswers } from '@/lib/storefront/common/invoice/correction';
import { validLines, visitsOf } from '@/lib/storefront/shop/order/order-calendar';
import { giftAnswers, giftView } from '@/lib/storefront/shop/order/gift';
import { againLimits, resendAnswer } from '@/lib/storefront/shop/order/email-again';
import { shownTickets } from '@/lib/storefront/common/order/order-tickets';
import { getOrderPage } from '@/lib/storefront/common/order/orders';
import { firstText, oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { changeGift, correctInvoiceOrStay, sendEmailAgain, sendGiftAgain } from './actions';

type Props = PageProps<'/[locale]/orders/[checkoutId]'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout.order');
  // "no-referrer" would remove the Origin of its form, by which actions know that the form is ours.
  return { title: t('summary'), robots: { index: false }, referrer: 'same-origin' };
}

export default async function OrderPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const language = await getLocale();
  const page = await getOrderPage(checkoutId, language);
  switch (page.kind) {
    case 'denied':
      return <Denied />;
    case 'not_ordered':
      return redirect(paths.checkout(language, checkoutId));
    case 'confirming':
      return <Confirming {...page} accent={accentOfItems(page.view)} />;
    case 'confirmed': {
      const left = validLines(page.view);
      const tickets = await shownTickets(page.view, language);
      return (
        <Confirmed
          view={page.view}
          tickets={tickets}
          accent={accentOfItems(page.view)}
          left={left}
          visits={visitsOf(page.view, left)}
          cancelPath={
            mayOffer('cancellation', page.view, tickets) ? paths.cancelOrder(language, checkoutId) : null
          }
          rebookPath={
            mayOffer('exchange', page.view, tickets) ? paths.rebookOrder(language, checkoutId) : null
          }
          gift={
            <GiftPanel
              checkoutId={checkoutId}
              gift={await giftView(page.view, oneOfParameter(giftAnswers, (await searchParams)['gift']))}
              actions={{ change: changeGift, again: sendGiftAgain }}
            />
          }
          invoices={{
            correct: correctInvoiceOrStay,
            answer: oneOfParameter(correctionAnswers, (await searchParams)['invoice']),
          }}
          emailAgain={{
            action: sendEmailAgain,
            answer: resendAnswer(firstText((await searchParams)['email'])),
            limits: againLimits,
          }}
        />
      );
    }
    case 'refund_undelivered':
    case 'refund_replaced':
      return <RefundFailed view={page.view} isReplaced={page.kind === 'refund_replaced'} />;
    case 'refunding':
    case 'refunded':
    case 'voiding':
    case 'voided':
      return <Unfulfilled view={page.view} kind={page.kind} />;
    case 'attention':
      return <WithStaff view={page.view} problem={page.problem} mayChange={page.mayChange} />;
    case 'settled':
      return <Settled view={page.view} />;
  }
}
