import { raiseAlert } from './alert-store';
import { enqueueStaffLooking } from './announce';
import type { Checkout } from './checkout';
import { markEscalated, move, saveRequest } from './checkout-store';
import type { Rooms } from './rooms';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a request for an order is repeated before the order is only looked for, and before staff have to decide. */
const requestsFor = day;
const looksFor = requestsFor + hour;

type Aged = Pick<Checkout, 'state' | 'secondsInState' | 'secondsOver'>;

/** Whether a checkout is in its state for so long that staff have to know of it. */
export function isOverdue({ state, secondsInState, secondsOver }: Aged): boolean {
  switch (state) {
    case 'paying':
      // Its page is closed when the hold ends, unless the provider can't be asked.
      return secondsOver > hour;
    case 'paid':
      return secondsInState > 15 * minute;
    case 'ordering':
      return secondsInState > 30 * minute;
    case 'capturing':
    case 'voiding':
      return secondsInState > hour;
    case 'refunding':
      // Banks take days for some refunds.
      return secondsInState > 3 * day;
    case 'held':
    case 'ordered':
    case 'refunded':
    case 'voided':
    case 'expired':
    case 'cancelled':
    case 'attention':
      return false;
  }
}

/** When to try again: what did not succeed for a day is tried hourly. */
export function retrySeconds({ secondsInState }: Aged, seconds: number): number {
  return secondsInState > day ? Math.max(seconds, hour) : seconds;
}

/**
 * What follows from the age alone, before each step, however the step would end. `moved`: the checkout changed its state
 * and there is nothing left to do for it.
 */
export async function applyAge(rooms: Rooms, checkout: Checkout): Promise<'go on' | 'changed' | 'moved'> {
  if (checkout.state === 'ordering' && checkout.secondsInState > looksFor) {
    await rooms.database.transaction((transaction) =>
      move(transaction, checkout, { kind: 'order_unknown' }, { reason: 'order_unknown' }),
    );
    return 'moved';
  }
  if (isOverdue(checkout) && checkout.escalatedAt === null) {
    await escalate(rooms, checkout);
    return 'changed';
  }
  if (checkout.state === 'ordering' && checkout.secondsInState > requestsFor && checkout.lookOnly === null) {
    await saveRequest(rooms.database, checkout, { asked: true, lookOnly: 'too_old' });
    return 'changed';
  }
  return 'go on';
}

/** Tells staff of a checkout that is too long in one state. It stays there, and goes on being tried. */
async function escalate(rooms: Rooms, checkout: Checkout): Promise<void> {
  const { id, version, state } = checkout;
  rooms.report('error', 'a checkout is in one state for too long', { checkout: id, state });
  await rooms.database.transaction(async (transaction) => {
    if (!(await markEscalated(transaction, checkout))) return;
    const alert = { kind: 'checkout_overdue', key: `${id}:${version}`, checkoutId: id } as const;
    await raiseAlert(transaction, { ...alert, detail: { state } });
    // An order that could not be charged yet stands, and its tickets are with the customer.
    if (state !== 'capturing') await enqueueStaffLooking(transaction, id);
  });
}
