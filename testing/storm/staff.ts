import { and, eq, isNull } from 'drizzle-orm';
import { isOfPart, type Refund, refundTable } from '@/lib/shop/tables/refund-table';
import { taskTable } from '@/lib/shop/tables/task-table';
import { checkoutTable } from '@/lib/shop/tables/checkout-table';
import { orderTable } from '@/service/order/order-table';
import { ask, type Storm } from './storm-context';
import { intentsOf, isDisputeWon } from './troubles';

const staff = 'agent';

/**
 * What staff do with everything that waits for them. `isCalm`: nothing new happens any more, so they decide also what they
 * would rather leave to the programs.
 */
export async function workOff(storm: Storm, isCalm: boolean): Promise<void> {
  await settleRefunds(storm, isCalm);
  await settlePurchases(storm, isCalm);
  await giveBackFailedRefunds(storm);
}

async function settleRefunds(storm: Storm, isCalm: boolean): Promise<void> {
  const waiting = await storm.world.shop.db
    .select()
    .from(refundTable)
    .where(and(eq(refundTable.state, 'failed'), isOfPart));
  for (const row of waiting) await settleRefund(storm, row, isCalm);
}

async function settleRefund(storm: Storm, { id, checkoutId, problem }: Refund, isCalm: boolean) {
  const { count, random } = storm;
  if (problem === 'pay_back_at_counter') {
    const paidBack = random.pick(['cash', 'terminal'] as const);
    await ask(storm, 'settleRefund', id, { as: 'refunded', paidBack, reason: 'paid back', staff });
    count('paid back at the counter');
  } else if (problem === 'refund_failed') {
    await ask(storm, 'retryRefund', id, staff);
    count('refund tried again by staff');
  } else if (problem === 'disputed' && isCalm) {
    if (await isDisputeWon(storm, checkoutId)) await ask(storm, 'retryRefund', id, staff);
    else await ask(storm, 'settleRefund', id, { as: 'nothing', reason: 'the bank returned it', staff });
    count('disputed cancellation settled by staff');
  } else if (problem === 'amount_differs' && isCalm) {
    const settling = { as: 'refunded', paidBack: 'other', reason: 'by transfer', staff } as const;
    await ask(storm, 'settleRefund', id, settling);
    count('another amount paid back by staff');
  }
}

async function settlePurchases(storm: Storm, isCalm: boolean): Promise<void> {
  const { world, count } = storm;
  const waiting = await world.shop.db
    .select({ id: checkoutTable.id, reference: checkoutTable.reference, reason: taskTable.reason })
    .from(taskTable)
    .innerJoin(checkoutTable, eq(checkoutTable.id, taskTable.checkoutId))
    .where(and(eq(taskTable.kind, 'purchase'), isNull(taskTable.closedAt)));
  for (const { id, reference, reason } of waiting) {
    if (reason === 'pay_back_at_counter') {
      await ask(storm, 'settleByHand', id, { as: 'refunded', paidBack: 'cash', staff });
      count('sale paid back by staff');
    } else if (reason === 'refund_failed' || reason === 'payment_unknown') {
      await ask(storm, 'tryAgain', id, staff);
      count('purchase tried again by staff');
    } else if (reason === 'order_unknown' && isCalm) {
      await settleUnknownOrder(storm, { id, reference });
    }
  }
}

/** Staff look at the service: what is ordered stays, and what is not is refunded. */
async function settleUnknownOrder(storm: Storm, { id, reference }: { id: string; reference: string }) {
  const { world, count } = storm;
  const made = await world.ticketing.db.$count(orderTable, eq(orderTable.externalReference, reference));
  if (made === 0) await refundAtDashboard(storm, id);
  else await ask(storm, 'settleByHand', id, { as: 'ordered', staff });
  count(`unknown order settled by staff: ${made === 0 ? 'refunded' : 'ordered'}`);
}

async function refundAtDashboard(storm: Storm, id: string): Promise<void> {
  const { provider } = storm.world;
  for (const intent of await intentsOf(storm, id)) {
    const left = (provider.intents.get(intent)?.amountReceived ?? 0) - (provider.refunded.get(intent) ?? 0);
    if (left > 0) provider.incidents.refundAtDashboard(intent);
  }
  await ask(storm, 'learnRefunds', id);
  await ask(storm, 'settleByHand', id, { as: 'refunded', paidBack: 'provider', staff });
}

/** Money of refunds that the bank returned is given back in another way. */
async function giveBackFailedRefunds(storm: Storm): Promise<void> {
  const waiting = await storm.world.shop.db
    .select()
    .from(taskTable)
    .where(and(eq(taskTable.kind, 'refund_failed'), isNull(taskTable.closedAt)));
  for (const { key: id, checkoutId } of waiting) {
    const seen = { checkoutId, id, reason: 'refund_undelivered', paidBack: 'other' } as const;
    const answer = await ask(storm, 'acknowledgeTask', seen, staff);
    storm.count(`failed refund given back in another way: ${answer ?? 'no answer'}`);
  }
}
