import { grantAccess } from '../checkout/access-store';
import type { Checkout } from '../checkout/checkout';
import { databaseNow, findCheckout } from '../checkout/checkout-store';
import { readIncidents } from '../checkout/incident-store';
import { isWithStaff, matterOf } from '../checkout/matter';
import { openableLink } from '../checkout/order-link';
import { readOrderView, type OrderView } from '../checkout/read-checkout';
import { hashLink, isToken } from '../checkout/tokens';
import { advance } from '../checkout/worker';
import type { Language } from '../locale/languages';
import type { Matter } from '../locale/outcome-messages';
import { getRuntime } from '../runtime/runtime';
import { askOnce } from './checkout';
import { failedRefundPhase, type FailedRefundPhase } from './failed-refund';
import { ensureGuest, guestMayRead } from './guest';
import { noteRefusal } from './note-refusal';
import { waitBriefly } from './patience';

/** What the customer is told. Never "failed" before it is known, never "refunded" before it is done. */
export type OrderPhase =
  | { kind: 'denied' }
  /** Nothing was ordered: the checkout's page has the way on. */
  | { kind: 'not_ordered' }
  /**
   * The payment is not known to have come, or the order not to have been made. `paid`: the money is here.
   * `waitedSeconds`: since then.
   */
  | { kind: 'confirming'; view: OrderView; paid: boolean; waitedSeconds: number }
  | { kind: 'confirmed'; view: OrderView }
  | { kind: 'refunding'; view: OrderView }
  | { kind: 'refunded'; view: OrderView }
  /** The refund failed after it was confirmed; `refund_replaced`: staff gave the money back another way. */
  | { kind: FailedRefundPhase; view: OrderView }
  /** There is no order, and the money set aside is being let go, or was: nothing is charged. */
  | { kind: 'voiding' | 'voided'; view: OrderView }
  /** Staff look into it. `matter`: what is known; `mayChange`: the worker goes on with it. */
  | { kind: 'attention'; view: OrderView; matter: Matter; mayChange: boolean }
  /** A person has settled it: how, the checkout tells. */
  | { kind: 'settled'; view: OrderView };

/** Mostly an order is made in this time; else the page says that it is being confirmed. */
const mostMillisecondsToOrder = 2_500;

export type PhaseKind = OrderPhase['kind'];

/** What a checkout's state means to its customer. */
export function phaseOf(
  checkout: Pick<Checkout, 'state' | 'reason' | 'settledAs' | 'escalatedAt'>,
): PhaseKind {
  const { state, reason, settledAs } = checkout;
  if (isWithStaff(checkout)) return 'attention';
  switch (state) {
    case 'held':
    case 'expired':
    case 'cancelled':
      return 'not_ordered';
    case 'paying':
    case 'paid':
    case 'ordering':
      return 'confirming';
    // The order stands, whatever the bank says now.
    case 'capturing':
    case 'ordered':
      return 'confirmed';
    case 'refunding':
      return 'refunding';
    case 'refunded':
      return 'refunded';
    case 'voiding':
    case 'voided':
      return state;
    case 'attention':
      // There is an order; that it could not be charged is between the shop and the bank for now.
      if (reason === 'capture_failed' && (settledAs === null || settledAs === 'ordered')) return 'confirmed';
      return 'settled';
  }
}

/**
 * An order for its page. Whoever looks moves it on: the provider is asked about a payment (the webhook may be late or
 * lost), and what is due is done now.
 */
export async function getOrderPage(checkoutId: string, language: Language): Promise<OrderPhase> {
  const kind = await getOrderPhase(checkoutId);
  if (kind === 'denied' || kind === 'not_ordered') return { kind };
  const { rooms } = await getRuntime();
  const view = await readOrderView(rooms, checkoutId, language);
  if (view === null) return { kind: 'denied' };
  if (kind === 'attention') {
    const matter = matterOf(view.checkout, view.payments);
    return { kind, view, matter, mayChange: view.checkout.state !== 'attention' };
  }
  if (kind !== 'unpaid' && kind !== 'confirming') return { kind, view };
  const paid = kind === 'confirming';
  const now = await databaseNow(rooms.database);
  // Somebody who is still paying may have taken time to look for the card.
  const waitedSeconds = paid ? Math.floor((now.getTime() - view.checkout.enteredAt.getTime()) / 1000) : 0;
  return { kind: 'confirming', view, paid, waitedSeconds };
}

/** The same in a word, for a page that waits; `unpaid` as long as the payment is not known to have come. */
export async function getOrderPhase(checkoutId: string): Promise<PhaseKind | 'unpaid'> {
  if (!(await guestMayRead(checkoutId))) return 'denied';
  const { rooms } = await getRuntime();
  await askOnce(checkoutId);
  const seen = await findCheckout(rooms.database, checkoutId);
  if (seen?.state === 'paid') await waitBriefly(mostMillisecondsToOrder, () => advance(rooms, checkoutId));
  const checkout = await findCheckout(rooms.database, checkoutId);
  if (checkout === null) return 'denied';
  const kind = phaseOf(checkout);
  if (checkout.state === 'paying' && kind === 'confirming') return 'unpaid';
  return failedRefundPhase(kind, checkout, await readIncidents(rooms.database, checkoutId)) ?? kind;
}

/** Turns a mailed link into a cookie of this browser. Null for a link that is none (any more). */
export async function openLink(token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const { rooms, config } = await getRuntime();
  const checkoutId = await openableLink(rooms.database, hashLink(token, config.linkSecret));
  if (checkoutId === null) {
    await noteRefusal({ event: 'access_refused', reason: 'link' });
    return null;
  }
  const guest = await ensureGuest();
  await rooms.database.transaction((transaction) => grantAccess(transaction, guest, checkoutId));
  return checkoutId;
}
