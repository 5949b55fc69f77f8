import { revalidatePath } from 'next/cache';
import { cache } from 'react';
import { hold, holdAgain, removeItem } from '../checkout/basket';
import type { Entries } from '../checkout/checkout';
import { findCheckout, saveEntries } from '../checkout/checkout-store';
import type { Holder } from '../checkout/claim-store';
import { readHolds } from '../checkout/hold-store';
import { placeOrder, type PlacedOrder } from '../checkout/pay';
import { readPayments } from '../checkout/payment-store';
import type { OverQuota } from '../checkout/quota';
import { readCheckout } from '../checkout/read-checkout';
import { askIfPaying } from '../checkout/settle';
import { hashLink } from '../checkout/tokens';
import type { Customer } from '../contract/customer';
import type { Violation } from '../contract/problem';
import type { CreateReservationsInput, FailedReservation } from '../contract/reservation';
import type { Language } from '../locale/languages';
import { getRuntime } from '../runtime/runtime';
import { checkoutPageOf, type CheckoutPage } from './checkout-page';
import { ensureGuest, guestMayRead, guestOpenCheckout } from './guest';
import { requestNetworks } from './network';
import { noteRefusal } from './note-refusal';
import { waitBriefly } from './patience';

/**
 * Holds offers for this browser: in its open checkout where it has one, else in a new one. Sets the cookie by which
 * the browser is known again. Throws a ServiceError when the service can't be asked.
 */
export async function startHold(input: {
  language: Language;
  catalogId: string;
  items: CreateReservationsInput['items'];
  /** The unit price that was seen: nothing is held at another. */
  seenPrice: string;
}): Promise<
  | { kind: 'held'; checkoutId: string }
  | { kind: 'refused'; failed: FailedReservation[] }
  | { kind: 'repriced' }
  | OverQuota
  | { kind: 'busy' }
  | { kind: 'invalid'; violations: Violation[] }
> {
  const { rooms } = await getRuntime();
  const openCheckoutId = await guestOpenCheckout();
  const held = await hold(rooms, { ...input, ...(await getHolder()), openCheckoutId });
  switch (held.kind) {
    case 'held':
      heldChanged();
      return held;
    case 'over_quota':
      await noteOverQuota(held);
      return held;
    case 'repriced':
      return held;
    case 'busy':
      return { kind: 'busy' };
    case 'refused':
      return { kind: 'refused', failed: [...held.failed] };
    case 'invalid':
      return { kind: 'invalid', violations: [...held.violations] };
  }
}

/** One browser’s own limit is met by customers, too: only those of networks and sites tell of hoarding. */
async function noteOverQuota({ of }: OverQuota): Promise<void> {
  if (of !== 'basket') await noteRefusal({ event: 'limit_reached', limit: `held_by_${of}` });
}

/** Whose limits count. Networks are kept by keyed hashes only. */
async function getHolder(): Promise<Holder> {
  const { rooms } = await getRuntime();
  const tokenHash = await ensureGuest();
  const { network, site } = await requestNetworks();
  return {
    tokenHash,
    network: hashLink(network, rooms.linkSecret),
    site: site === null ? null : hashLink(site, rooms.linkSecret),
  };
}

const mostMillisecondsToAsk = 1_500;

/**
 * Asks the provider about a payment under way; once a request, however many parts of the page want to know, and not
 * for long: then what is known without it has to do.
 */
export const askOnce = cache(async (checkoutId: string): Promise<void> => {
  const { rooms, worker } = await getRuntime();
  await waitBriefly(mostMillisecondsToAsk, async () => {
    if (await askIfPaying(rooms, checkoutId)) worker.wake();
  });
});

/** The line on top of every page tells what is held: pages that the browser keeps are out of date now. */
function heldChanged(): void {
  revalidatePath('/', 'layout');
}

/** What this browser holds and has not paid. */
export async function currentCheckout(): Promise<{
  id: string;
  itemCount: number;
  expiresAt: string;
} | null> {
  const { rooms } = await getRuntime();
  const id = await guestOpenCheckout();
  if (id === null) return null;
  // Somebody who comes back from paying holds nothing any more.
  await askOnce(id);
  const checkout = await findCheckout(rooms.database, id);
  if (checkout === null || !['held', 'paying'].includes(checkout.state)) return null;
  const holds = await readHolds(rooms.database, checkout.id);
  // By this process's clock, since it is compared with it; the database's clock has counted the seconds.
  const expiresAt = new Date(Date.now() + checkout.secondsLeft * 1000).toISOString();
  return { id: checkout.id, itemCount: holds.length, expiresAt };
}

/** A checkout for its page. Somebody who comes back from paying is told what the provider says, not what we think. */
export async function getCheckoutPage(checkoutId: string, language: Language): Promise<CheckoutPage> {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' };
  const { rooms } = await getRuntime();
  await askOnce(checkoutId);
  const view = await readCheckout(rooms, checkoutId, language);
  if (view === null) return { kind: 'denied' };
  return checkoutPageOf(view, await readPayments(rooms.database, checkoutId));
}

/** Keeps what was typed, right or wrong. */
export async function keepEntries(checkoutId: string, entries: Entries): Promise<boolean> {
  if (!(await guestMayRead(checkoutId))) return false;
  const { rooms } = await getRuntime();
  await rooms.database.transaction((transaction) => saveEntries(transaction, checkoutId, entries));
  return true;
}

export type OrderAttempt = PlacedOrder | { kind: 'denied' };

/** The customer orders. `total` is what was shown on the button. */
export async function orderAndPay(order: {
  checkoutId: string;
  customer: Customer & { language: Language };
  entries: Entries;
  total: string;
}): Promise<OrderAttempt> {
  if (!(await guestMayRead(order.checkoutId))) return { kind: 'denied' };
  const { rooms, worker } = await getRuntime();
  const placed = await placeOrder(rooms, order);
  if (placed.kind === 'placed') {
    worker.wake();
    heldChanged();
  }
  return placed;
}

/** Gives one item back. */
export async function giveBackItem(checkoutId: string, holdId: string): Promise<void> {
  if (!(await guestMayRead(checkoutId))) return;
  const { rooms } = await getRuntime();
  await removeItem(rooms, checkoutId, holdId);
  heldChanged();
}

export type HeldTheSame =
  | { kind: 'held'; totalBefore: string; totalNow: string }
  | { kind: 'refused' | 'over_quota' | 'not_expired' | 'denied' | 'away' };

/** Holds the same again after it has expired. */
export async function holdTheSameAgain(checkoutId: string): Promise<HeldTheSame> {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' };
  const { rooms } = await getRuntime();
  const held = await holdAgain(rooms, checkoutId, await getHolder());
  if (held.kind === 'over_quota') await noteOverQuota(held);
  heldChanged();
  return held.kind === 'refused' || held.kind === 'over_quota' ? { kind: held.kind } : held;
}
