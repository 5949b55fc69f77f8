import { findLink, grantAccess } from '../checkout/access-store';
import type { Checkout } from '../checkout/checkout';
import { findCheckout } from '../checkout/checkout-store';
import { readOrderView, type OrderView } from '../checkout/read-checkout';
import { hashLink, isToken } from '../checkout/tokens';
import { advance } from '../checkout/worker';
import type { Language } from '../locale/languages';
import { getRuntime } from '../runtime/runtime';
import { askOnce } from './checkout';
import { ensureGuest, guestMayRead } from './guest';
import { waitBriefly } from './patience';

/** What the customer is told. Never "failed" before it is known, never "refunded" before it is done. */
export type OrderPhase =
  | { kind: 'denied' }
  /** Nothing was ordered: the checkout's page has the way on. */
  | { kind: 'not_ordered' }
  /** The payment is not known to have come, or the order not to have been made. `paid`: the money is here. */
  | { kind: 'confirming'; view: OrderView; paid: boolean }
  | { kind: 'confirmed'; view: OrderView }
  | { kind: 'refunding'; view: OrderView }
  | { kind: 'refunded'; view: OrderView }
  /** A person looks into it. */
  | { kind: 'attention'; view: OrderView };

/** Mostly an order is made in this time; else the page says that it is being confirmed. */
const mostMillisecondsToOrder = 2_500;

export type PhaseKind = OrderPhase['kind'];

function phaseOf(checkout: Checkout): PhaseKind {
  switch (checkout.state) {
    case 'held':
    case 'expired':
    case 'cancelled':
      return 'not_ordered';
    case 'paying':
    case 'paid':
    case 'ordering':
      return 'confirming';
    case 'ordered':
      return 'confirmed';
    case 'refunding':
      return 'refunding';
    case 'refunded':
      return 'refunded';
    case 'attention':
      return 'attention';
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
  return kind === 'confirming' ? { kind, view, paid: view.checkout.state !== 'paying' } : { kind, view };
}

/** The same in a word, for a page that waits. */
export async function getOrderPhase(checkoutId: string): Promise<PhaseKind> {
  if (!(await guestMayRead(checkoutId))) return 'denied';
  const { rooms } = await getRuntime();
  await askOnce(checkoutId);
  const seen = await findCheckout(rooms.database, checkoutId);
  if (seen?.state === 'paid') await waitBriefly(mostMillisecondsToOrder, () => advance(rooms, checkoutId));
  const checkout = await findCheckout(rooms.database, checkoutId);
  return checkout === null ? 'denied' : phaseOf(checkout);
}

/** Turns a mailed link into a cookie of this browser. Null for a link that is none (any more). */
export async function openLink(token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const { rooms, config } = await getRuntime();
  const checkoutId = await findLink(rooms.database, hashLink(token, config.linkSecret));
  if (checkoutId === null) return null;
  const guest = await ensureGuest();
  await rooms.database.transaction((transaction) => grantAccess(transaction, guest, checkoutId));
  return checkoutId;
}
