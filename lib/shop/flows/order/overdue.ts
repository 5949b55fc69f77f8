import { raiseAlert } from '../../data/alert-store';
import { enqueueEmail } from '../../data/mail-store';
import type { Checkout } from '../../rules/checkout';
import { stateRules } from '../../values/checkout-state';
import { markEscalated, saveRequest } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import type { CheckoutContext } from '../../context';

const hour = 60 * 60;
const day = 24 * hour;

/** For how long an order is requested before it is only looked up, and before staff have to decide. */
const requestsFor = day;
const looksFor = requestsFor + hour;

type Aged = Pick<Checkout, 'state' | 'secondsInState' | 'secondsOver'>;

/** Whether a checkout has been in its state for so long that staff have to know. */
export function isOverdue({ state, secondsInState, secondsOver }: Aged): boolean {
  const { overdue } = stateRules[state];
  return overdue !== null && (state === 'paying' ? secondsOver : secondsInState) > overdue;
}

/** When to try again: what did not succeed for a day is tried hourly. */
export function retrySeconds({ secondsInState }: Aged, seconds: number): number {
  return secondsInState > day ? Math.max(seconds, hour) : seconds;
}

/** The consequences of the age alone, before each step. `moved`: there is nothing left to do. */
export async function applyAge(
  context: CheckoutContext,
  checkout: Checkout,
): Promise<'go on' | 'changed' | 'moved'> {
  if (checkout.state === 'ordering' && checkout.secondsInState > looksFor) {
    await context.database.transaction((transaction) =>
      transition(transaction, checkout, { kind: 'order_unknown' }, { reason: 'order_unknown' }),
    );
    return 'moved';
  }
  if (isOverdue(checkout) && checkout.escalatedAt === null) {
    await escalate(context, checkout);
    return 'changed';
  }
  if (checkout.state === 'ordering' && checkout.secondsInState > requestsFor && checkout.lookOnly === null) {
    await saveRequest(context.database, checkout, { asked: true, lookOnly: 'too_old' });
    return 'changed';
  }
  return 'go on';
}

/** Tells staff of a checkout that is too long in one state. It stays in that state, and is still tried. */
async function escalate(context: CheckoutContext, checkout: Checkout): Promise<void> {
  const { id, version, state } = checkout;
  context.report('error', 'a checkout is in one state for too long', { checkout: id, state });
  await context.database.transaction(async (transaction) => {
    if (!(await markEscalated(transaction, checkout))) return;
    const alert = { kind: 'checkout_overdue', key: `${id}:${version}`, checkoutId: id } as const;
    await raiseAlert(transaction, { ...alert, detail: { state } });
    // When only the capture is late, the order exists and the customer has the tickets.
    if (state !== 'capturing') await enqueueEmail(transaction, { checkoutId: id, kind: 'staff_looking' });
  });
}
