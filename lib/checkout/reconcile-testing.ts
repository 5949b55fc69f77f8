import { sql, type SQL } from 'drizzle-orm';
import type { Order } from '../contract/order';
import type { Payment } from './checkout';
import { readPayments } from './payment-store';
import { reconcile } from './reconcile';
import type { FindingKind } from './reconcile-findings';
import type { Stage } from './testing';
import type { Intent } from './testing/payment-resources';

export const anHourAgo = () => new Date(Date.now() - 60 * 60_000);

/** Purchases on a stage, and what is told of them. */
export function booksOf(stage: Stage) {
  const change = (statement: SQL) =>
    stage.rooms.database.transaction((transaction) => transaction.run(statement));

  const paymentOf = async (id: string): Promise<Payment & { session: string; paidAs: string }> => {
    const [payment] = await readPayments(stage.rooms.database, id);
    const session = payment?.sessionId ?? null;
    if (payment === undefined || session === null) throw new Error('no payment');
    return { ...payment, session, paidAs: payment.intent ?? `pi_${session}` };
  };

  const intentOf = async (id: string): Promise<Intent> => {
    const intent = stage.provider.intents.get((await paymentOf(id)).paidAs);
    if (intent === undefined) throw new Error('not paid');
    return intent;
  };

  /** What is told of one checkout. */
  const told = async (id: string): Promise<FindingKind[]> => {
    const { reference } = await stage.find(id);
    const { findings } = await reconcile(stage.rooms, anHourAgo());
    return findings.filter((finding) => finding.reference === reference).map(({ kind }) => kind);
  };

  const orderAt = async (id: string): Promise<Order> => {
    const [order] = await stage.ordersFor(id);
    if (order === undefined) throw new Error('no order');
    return order;
  };

  /** As if everything had been done so much earlier. */
  const longAgo = async (id: string): Promise<void> => {
    for (const table of ['payment', 'checkout'] as const) {
      const key = sql.raw(table === 'payment' ? 'checkout_id' : 'id');
      await change(
        sql`update ${sql.raw(`storefront.${table}`)} set created_at = created_at - interval '40 days'
            where ${key} = ${id}`,
      );
    }
  };

  return { change, paymentOf, intentOf, told, orderAt, longAgo, ...purchasesOf(stage) };
}

const dayMilliseconds = 24 * 60 * 60_000;

/** Moves all of a purchase back in time, in the books of all three. */
export async function moveBack(stage: Stage, id: string, days: number): Promise<void> {
  const by = sql`${days}::int * interval '1 day'`;
  await stage.rooms.database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout set created_at = created_at - ${by}, entered_at = entered_at - ${by}
          where id = ${id}`,
    );
    await transaction.run(
      sql`update storefront.payment set created_at = created_at - ${by}, settled_at = settled_at - ${by},
            refunded_at = refunded_at - ${by} where checkout_id = ${id}`,
    );
    await transaction.run(
      sql`update storefront.placed_order set created_at = created_at - ${by} where checkout_id = ${id}`,
    );
  });
  const seconds = (days * dayMilliseconds) / 1000;
  for (const session of stage.provider.sessions.values()) {
    if (session.reference !== id) continue;
    session.created -= seconds;
    for (const refund of stage.provider.refunds.values()) {
      if (refund.intent === `pi_${session.id}`) refund.created -= seconds;
    }
  }
  for (const order of await stage.ordersFor(id)) {
    order.createdAt = new Date(Date.parse(order.createdAt) - days * dayMilliseconds).toISOString();
  }
}

function purchasesOf(stage: Stage) {
  const ended = async (id: string, state: string): Promise<string> => {
    const now = await stage.state(id);
    if (now !== state) throw new Error(`it is ${now}, not ${state}`);
    return id;
  };

  const bought = async (): Promise<string> => {
    const id = await stage.paidByWebhook();
    await stage.settle();
    return ended(id, 'ordered');
  };

  const refunded = async (): Promise<string> => {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.orderFaults.push('refuse');
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    return ended(id, 'refunded');
  };

  return { bought, refunded };
}
