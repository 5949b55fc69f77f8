import { setTimeout as pause } from 'node:timers/promises';
import { openToBrowser } from '../../../shop/flows/lookup/open-to-browser';
import type { Checkout } from '../../../shop/rules/checkout';
import { isWithStaff, findProblem } from '../../../shop/rules/with-staff';
import { openableLink } from '../../../shop/flows/lookup/order-link';
import { describeOrder, type OrderView } from '../../../shop/flows/lookup/read-checkout';
import type { WholeCheckout } from '../../../shop/data/whole-checkout-store';
import { hashLink, isToken } from '../../../shop/tokens';
import type { Language } from '../../../locale/languages';
import type { PurchaseProblem } from '../../../locale/messages';
import { getAppContext } from '../../../runtime/app-context';
import { shownCheckouts } from '../checkout/shown-checkouts';
import { failedRefundPhase, type FailedRefundPhase } from './failed-refund';
import { deniedPage, ensureGuest, readOwnCheckout } from '../request/guest';
import { noteRefusal } from '../request/network';
import { waitBriefly } from '../request/wait-briefly';

/** What the customer is told. Never "failed" before that is known, never "refunded" before it is done. */
export type OrderPhase =
  | { kind: 'denied' }
  /** Nothing was ordered: the checkout's page shows how to continue. */
  | { kind: 'not_ordered' }
  /**
   * The payment is not known to have arrived, or the order not to have been made. `paid`: the payment has
   * arrived. `waitedSeconds`: since then.
   */
  | { kind: 'confirming'; view: OrderView; paid: boolean; waitedSeconds: number }
  | { kind: 'confirmed' | 'refunding' | 'refunded'; view: OrderView }
  /** The refund failed after it was confirmed; `refund_replaced`: staff returned the money in another way. */
  | { kind: FailedRefundPhase; view: OrderView }
  /** There is no order, and the authorized payment is being or was voided: nothing is charged. */
  | { kind: 'voiding' | 'voided'; view: OrderView }
  /** Staff look into it. `problem`: what is known; `mayChange`: the worker continues to process it. */
  | { kind: 'attention'; view: OrderView; problem: PurchaseProblem; mayChange: boolean }
  /** Staff have settled it; the checkout contains how. */
  | { kind: 'settled'; view: OrderView };

/** Most orders are made in this time; after it the page says that the order is being confirmed. */
const mostMillisecondsToOrder = 2_500;
const millisecondsBetweenLooks = 100;

export type PhaseKind = OrderPhase['kind'];

const phases: Record<Exclude<Checkout['state'], 'attention'>, Exclude<PhaseKind, 'denied'>> = {
  held: 'not_ordered',
  expired: 'not_ordered',
  cancelled: 'not_ordered',
  paying: 'confirming',
  paid: 'confirming',
  ordering: 'confirming',
  // The order is valid, whatever the bank says now.
  capturing: 'confirmed',
  ordered: 'confirmed',
  refunding: 'refunding',
  refunded: 'refunded',
  voiding: 'voiding',
  voided: 'voided',
};

/** What a checkout's state means for its customer. */
export function phaseOf(
  checkout: Pick<Checkout, 'state' | 'reason' | 'settledAs' | 'escalatedAt'>,
): Exclude<PhaseKind, 'denied'> {
  const { state, reason, settledAs } = checkout;
  if (isWithStaff(checkout)) return 'attention';
  if (state !== 'attention') return phases[state];
  // There is an order; that it could not be charged concerns only the shop and the bank for now.
  if (reason === 'capture_failed' && (settledAs === null || settledAs === 'ordered')) return 'confirmed';
  return 'settled';
}

/**
 * An order for its page. Each page view moves the order on: the provider is asked about a payment (the
 * webhook may be late or lost), and what is due is done now.
 */
export async function getOrderPage(checkoutId: string, language: Language): Promise<OrderPhase> {
  const found = await readPhase(checkoutId);
  if (found === null) return deniedPage();
  const { kind, own } = found;
  if (kind === 'not_ordered') return { kind };
  const { checkoutContext } = await getAppContext();
  const view = await describeOrder(checkoutContext, own, language);
  if (kind === 'attention') {
    const problem = findProblem(view.checkout, view.payments);
    return { kind, view, problem, mayChange: view.checkout.state !== 'attention' };
  }
  if (kind !== 'unpaid' && kind !== 'confirming') return { kind, view };
  const paid = kind === 'confirming';
  // A customer who is still paying may take time, for example to find the card.
  return { kind: 'confirming', view, paid, waitedSeconds: paid ? view.checkout.secondsInState : 0 };
}

const isBeingOrdered = ({ state, tries }: Checkout) =>
  (state === 'paid' || state === 'ordering') && tries === 0;

/** The checkout; if its order is being made for the first time, after that or after a short time. */
async function findOrdered(checkoutId: string): Promise<WholeCheckout | null> {
  let { own } = await shownCheckouts(checkoutId);
  if (own === null || !isBeingOrdered(own.checkout)) return own;
  const { worker } = await getAppContext();
  const end = performance.now() + mostMillisecondsToOrder;
  await waitBriefly(mostMillisecondsToOrder, async () => {
    await worker.finish('order', checkoutId);
    own = await readOwnCheckout(checkoutId);
    // Another process may have the job.
    while (performance.now() < end && own !== null && isBeingOrdered(own.checkout)) {
      await pause(millisecondsBetweenLooks);
      own = await readOwnCheckout(checkoutId);
    }
  });
  return own;
}

type Phase = Exclude<PhaseKind, 'denied'> | 'unpaid';

async function readPhase(checkoutId: string): Promise<{ kind: Phase; own: WholeCheckout } | null> {
  const own = await findOrdered(checkoutId);
  if (own === null) return null;
  const { checkout, incidents } = own;
  const kind = phaseOf(checkout);
  if (checkout.state === 'paying' && kind === 'confirming') return { kind: 'unpaid', own };
  return { kind: failedRefundPhase(kind, checkout, incidents) ?? kind, own };
}

/** As one word, for a page that waits; `unpaid` as long as the payment is not known to have arrived. */
export async function getOrderPhase(checkoutId: string): Promise<Phase | 'denied'> {
  return (await readPhase(checkoutId))?.kind ?? 'denied';
}

/** Turns a mailed link into a cookie of this browser. Null for an invalid link. */
export async function openLink(token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const { checkoutContext, config } = await getAppContext();
  const checkoutId = await openableLink(checkoutContext.database, hashLink(token, config.linkSecret));
  if (checkoutId === null) {
    await noteRefusal({ event: 'access_refused', reason: 'link' });
    return null;
  }
  await openToBrowser(checkoutContext, checkoutId, await ensureGuest());
  return checkoutId;
}
