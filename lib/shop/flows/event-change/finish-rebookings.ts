import type { CheckoutContext } from '../../context';
import { enqueueEmail } from '../../data/mail-store';
import { note } from '../../data/timeline-store';
import type { ChangedOrderProblem, EventChange } from '../../tables/event-change-table';
import { giveBack } from '../basket/hold-named';
import { type Placed, saveSettled, settledBookings, shareAccess } from '../../data/rebooked-order-store';

const mostAtOnce = 100;

/** Stores what has become of new bookings that were placed; resolves to how many there were. */
export async function finishRebookings(context: CheckoutContext, change: EventChange): Promise<number> {
  if (change.action !== 'rebook') return 0;
  const settled = await settledBookings(context.database, change, mostAtOnce);
  for (const placed of settled) await finish(context, placed);
  return settled.length;
}

async function finish(context: CheckoutContext, { order, state, reason }: Placed): Promise<void> {
  const { changeId, checkoutId, rebookedTo } = order;
  if (rebookedTo === null) throw new Error(`order ${order.orderId} names no new booking`);
  // What the service holds for an order that it has refused.
  if (state === 'expired') await giveBack(context, rebookedTo);
  await context.database.transaction(async (transaction) => {
    if (state !== 'ordered') {
      await saveSettled(transaction, order, { state: 'attention', problem: problemOf({ state, reason }) });
      return;
    }
    if (!(await saveSettled(transaction, order, { state: 'rebooked' }))) return;
    await shareAccess(transaction, { from: checkoutId, to: rebookedTo });
    for (const id of [checkoutId, rebookedTo])
      await note(transaction, id, 'event_change_told', { change: changeId });
    await enqueueEmail(transaction, { checkoutId: rebookedTo, kind: 'event_changed' });
  });
}

function problemOf({ state, reason }: Pick<Placed, 'state' | 'reason'>): ChangedOrderProblem {
  if (state === 'attention') return 'unclear';
  return reason === 'sold_out' ? 'sold_out' : 'not_made';
}
