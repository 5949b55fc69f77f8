import type { Payment } from '@/lib/shop/rules/checkout';
import { findInAttention } from './attention';
import { readIncidents } from '@/lib/shop/data/incident-store';
import { insertPayment, readPayments, savePage } from '@/lib/shop/data/payment-store';
import { applyPayment } from '@/lib/shop/flows/payment/settle';
import type { TestShop } from './test-shop';
import { signEvent } from '@/testing/fakes/stripe/events';
import type { ProviderEvent } from '@/testing/fakes/stripe/records';
import { readTimeline } from '@/lib/shop/data/timeline-store';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';

/** Purchases in a test shop that get incidents afterwards, and what the shop knows of these. */
export function incidentsOn(shop: TestShop) {
  const { context } = shop;

  const paymentOf = async (checkoutId: string): Promise<Payment & { intent: string }> => {
    const payment = (await readPayments(context.database, checkoutId)).find(({ intent }) => intent !== null);
    if (payment?.intent === null || payment?.intent === undefined) throw new Error('not paid');
    return { ...payment, intent: payment.intent };
  };

  const ended = async (id: string, state: string): Promise<{ id: string; intent: string }> => {
    const now = await shop.state(id);
    if (now !== state) throw new Error(`the checkout is ${now}, not ${state}`);
    return { id, intent: (await paymentOf(id)).intent };
  };

  return {
    paymentOf,
    ordered: async () => {
      const id = await shop.paidByWebhook();
      await shop.settle();
      return ended(id, 'ordered');
    },
    refunded: async () => {
      shop.ticketing.orderFaults.push('refuse');
      const id = await shop.paidByWebhook();
      await shop.settle();
      return ended(id, 'refunded');
    },
    /** Delivers the webhooks of events in this order and processes them. */
    deliver: async (...events: ProviderEvent[]) => {
      for (const event of events) {
        const { body, signature } = signEvent(event);
        const received = await receiveWebhook(context, body, signature);
        if (received.kind === 'refused') throw new Error(received.why);
        await shop.settle();
      }
    },
    incidentsOf: (id: string) => readIncidents(context.database, id),
    /** Why staff have to look at it; null: it is not in their list. */
    waitsFor: async (id: string) =>
      (await findInAttention(context.database)).find((order) => order.id === id)?.reasons ?? null,
    /** The timeline entries after the purchase was complete. */
    happenedTo: async (id: string) => {
      const names = (await readTimeline(context.database, id)).map(({ what }) => what);
      const done = Math.max(
        ...(['order_made', 'refund_confirmed', 'mail_sent'] as const).map((name) => names.lastIndexOf(name)),
      );
      return names.slice(done + 1);
    },
    payAgain: (checkoutId: string) => payAgain(shop, checkoutId),
  };
}

/**
 * Pays an ordered checkout a second time, which has no use for the payment; resolves to the provider's ID of
 * that payment.
 */
async function payAgain({ context, provider }: TestShop, checkoutId: string): Promise<string> {
  const id = crypto.randomUUID();
  const payment = await context.database.transaction((transaction) =>
    insertPayment(transaction, {
      id,
      checkoutId,
      amount: '36.00',
      capture: 'automatic',
      pageMinutes: 60,
    }),
  );
  const opened = await context.payments.openPaymentSession({
    id,
    checkoutId,
    reference: 'K7MQ-3XTD',
    note: '',
    email: 'ada@example.org',
    language: 'en',
    lines: [{ name: 'Harbour walk', description: '', unitAmount: '18.00', quantity: 2 }],
    successUrl: 'https://shop.example/en/orders/1',
    cancelUrl: 'https://shop.example/en/checkout/1',
    capture: 'automatic',
    expiresAt: payment.pageExpiresAt,
  });
  const page = { sessionId: opened.id, url: null };
  await context.database.transaction((transaction) => savePage(transaction, id, page));
  provider.pay(opened.id);
  const session = await context.payments.getPaymentSession(opened.id);
  if (session.state.status !== 'paid') throw new Error('not paid');
  await applyPayment(context, payment, session);
  return session.state.intent;
}
