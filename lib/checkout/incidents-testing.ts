import type { Payment } from './checkout';
import { findInAttention } from './attention-testing';
import { readIncidents } from './incident-store';
import { insertPayment, readPayments, savePage } from './payment-store';
import { applyPayment } from './settle';
import type { Stage } from './testing';
import { signEvent, type StoredEvent } from './testing/payment-events';
import { readTimeline } from './timeline-store';
import { receiveWebhook } from './webhooks';

/** Purchases on a stage to which something happens afterwards, and what is known of that. */
export function incidentsOn(stage: Stage) {
  const { rooms } = stage;

  const paymentOf = async (checkoutId: string): Promise<Payment & { intent: string }> => {
    const payment = (await readPayments(rooms.database, checkoutId)).find(({ intent }) => intent !== null);
    if (payment?.intent === null || payment?.intent === undefined) throw new Error('not paid');
    return { ...payment, intent: payment.intent };
  };

  const ended = async (id: string, state: string): Promise<{ id: string; intent: string }> => {
    const now = await stage.state(id);
    if (now !== state) throw new Error(`it is ${now}, not ${state}`);
    return { id, intent: (await paymentOf(id)).intent };
  };

  return {
    paymentOf,
    ordered: async () => {
      const id = await stage.paidByWebhook();
      await stage.settle();
      return ended(id, 'ordered');
    },
    refunded: async () => {
      stage.ticketing.orderFaults.push('refuse');
      const id = await stage.paidByWebhook();
      await stage.settle();
      return ended(id, 'refunded');
    },
    /** The webhooks of events arrive, in this order, and are worked off. */
    deliver: async (...events: StoredEvent[]) => {
      for (const event of events) {
        const { body, signature } = signEvent(event);
        const received = await receiveWebhook(rooms, body, signature);
        if (received.kind === 'refused') throw new Error(received.why);
        await stage.settle();
      }
    },
    incidentsOf: (id: string) => readIncidents(rooms.database, id),
    /** Why staff have to look at it; null: it is not in their list. */
    waitsFor: async (id: string) =>
      (await findInAttention(rooms.database)).find((order) => order.id === id)?.reasons ?? null,
    /** The names of what happened after the purchase was complete. */
    happenedTo: async (id: string) => {
      const names = (await readTimeline(rooms.database, id)).map(({ what }) => what);
      const done = Math.max(
        ...['order_made', 'refund_confirmed', 'mail_sent'].map((name) => names.lastIndexOf(name)),
      );
      return names.slice(done + 1);
    },
    payAgain: (checkoutId: string) => payAgain(stage, checkoutId),
  };
}

/** Pays an ordered checkout a second time, which it has no use for; resolves to what the provider calls that payment. */
async function payAgain({ rooms, provider }: Stage, checkoutId: string): Promise<string> {
  const id = crypto.randomUUID();
  const payment = await rooms.database.transaction((transaction) =>
    insertPayment(transaction, {
      id,
      checkoutId,
      amount: '36.00',
      capture: 'automatic',
      pageMinutes: 60,
    }),
  );
  const opened = await rooms.payments.openPaymentSession({
    ...{ id, checkoutId, reference: 'K7MQ-3XTD', email: 'ada@example.org', language: 'en' },
    lines: [{ name: 'Harbour walk', description: '', unitAmount: '18.00', quantity: 2 }],
    successUrl: 'https://shop.example/en/orders/1',
    cancelUrl: 'https://shop.example/en/checkout/1',
    capture: 'automatic',
    expiresAt: payment.pageExpiresAt,
  });
  const page = { sessionId: opened.id, url: null };
  await rooms.database.transaction((transaction) => savePage(transaction, id, page));
  provider.pay(opened.id);
  const session = await rooms.payments.getPaymentSession(opened.id);
  if (session.state.status !== 'paid') throw new Error('not paid');
  await applyPayment(rooms, payment, session);
  return session.state.intent;
}
