import { sql, type SQL } from 'drizzle-orm';
import type { Order } from '@/lib/contract/order';
import type { Payment } from '@/lib/shop/rules/checkout';
import { readPayments } from '@/lib/shop/data/payment-store';
import { reconcile } from '@/lib/shop/flows/reconciliation/reconcile';
import type { FindingKind } from '@/lib/shop/rules/reconcile-findings';
import type { TestShop } from './test-shop';

export const anHourAgo = () => new Date(Date.now() - 60 * 60_000);

/** Purchases in a test shop, and the findings about them. */
export function booksOf(shop: TestShop) {
  const change = (statement: SQL) =>
    shop.context.database.transaction((transaction) => transaction.run(statement));

  const paymentOf = async (id: string): Promise<Payment & { session: string; paidAs: string }> => {
    const [payment] = await readPayments(shop.context.database, id);
    const session = payment?.sessionId ?? null;
    if (payment === undefined || session === null) throw new Error('no payment');
    return {
      ...payment,
      session,
      paidAs: payment.intent ?? shop.provider.sessions.get(session)?.intentId ?? '',
    };
  };

  const intentOf = async (id: string) => {
    const intent = shop.provider.intents.get((await paymentOf(id)).paidAs);
    if (intent === undefined) throw new Error('not paid');
    return intent;
  };

  /** The findings about one checkout. */
  const findingKinds = async (id: string): Promise<FindingKind[]> => {
    const { reference } = await shop.find(id);
    const { findings } = await reconcile(shop.context, anHourAgo());
    return findings.filter((finding) => finding.reference === reference).map(({ kind }) => kind);
  };

  const orderAt = async (id: string): Promise<Order> => {
    const [order] = await shop.ordersFor(id);
    if (order === undefined) throw new Error('no order');
    return order;
  };

  /** Moves all times into the past by so much. */
  const longAgo = async (id: string): Promise<void> => {
    for (const table of ['payment', 'checkout'] as const) {
      const key = sql.raw(table === 'payment' ? 'checkout_id' : 'id');
      await change(
        sql`update ${sql.raw(`storefront.${table}`)} set created_at = created_at - interval '40 days'
            where ${key} = ${id}`,
      );
    }
  };

  return { change, paymentOf, intentOf, findingKinds, orderAt, longAgo, ...purchasesOf(shop) };
}

function purchasesOf(shop: TestShop) {
  const ended = async (id: string, state: string): Promise<string> => {
    const now = await shop.state(id);
    if (now !== state) throw new Error(`the checkout is ${now}, not ${state}`);
    return id;
  };

  const bought = async (): Promise<string> => {
    const id = await shop.paidByWebhook();
    await shop.settle();
    return ended(id, 'ordered');
  };

  const refunded = async (): Promise<string> => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.orderFaults.push('refuse');
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    return ended(id, 'refunded');
  };

  return { bought, refunded };
}
