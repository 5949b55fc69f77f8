import { lastSegment } from '../../../contract/iri';
import type { Reader } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import type { Holder } from '../../data/claim-store';
import { findCheckout, lockCheckout, saveEntries, saveExpiry } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { endHolds, findEndedHold, readHolds } from '../../data/hold-store';
import { note } from '../../data/timeline-store';
import { hold, type HoldResult } from './basket';
import { releaseQuota } from './quota';
import type { HasToWait, InTurn } from './reserve';
import { askedOf, earliest, requestOf } from '../../rules/requested-items';
import { stopPaying } from '../payment/stop-paying';
import { refreshVoucher } from '../voucher/apply-voucher';

/**
 * `emptied`: it was the last one. `not_found`: nothing changed, because it was removed before or the checkout was paid
 * or has ended. The row of the checkout is locked, so of two clicks one removes it.
 */
export type ItemRemoval = 'removed' | 'emptied' | 'not_found';

export async function removeItem(
  context: CheckoutContext,
  checkoutId: string,
  holdId: string,
): Promise<ItemRemoval> {
  if ((await stopPaying(context, checkoutId)) === null) return 'not_found';
  const removed = await context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    const holds = await readHolds(transaction, checkoutId);
    const item = holds.find(({ id }) => id === holdId);
    if (checkout?.state !== 'held' || item === undefined) return null;
    const rest = holds.filter(({ id }) => id !== holdId);
    await endHolds(transaction, checkoutId, [holdId]);
    if (rest.length === 0) {
      await transition(transaction, checkout, { kind: 'basket_emptied' });
    } else {
      await saveExpiry(transaction, checkoutId, earliest(rest));
      await note(transaction, checkoutId, 'item_removed', { reservation: item.reservationId });
    }
    return { item, language: checkout.language, isEmpty: rest.length === 0 };
  });
  if (removed === null) return 'not_found';
  await releaseQuota(context, [removed.item], removed.language);
  await refreshVoucher(context, checkoutId);
  return removed.isEmpty ? 'emptied' : 'removed';
}

/** For as long a removal can be undone: it is for a click that was a mistake. */
const undoMinutes = 10;

/** What was removed last from a booking; `isRestorable`: it can be held again by a click. Null: nothing was. */
export async function findLastRemoved(
  reader: Reader,
  checkoutId: string,
): Promise<{ holdId: string; catalogId: string; offerId: string; isRestorable: boolean } | null> {
  const ended = await findEndedHold(reader, checkoutId);
  const [item] = ended?.reservation.items ?? [];
  if (ended === null || item === undefined) return null;
  const { id: holdId, catalogId, minutesAgo } = ended;
  return { holdId, catalogId, offerId: lastSegment(item.offer), isRestorable: minutesAgo < undoMinutes };
}

interface Restore extends Holder {
  checkoutId: string;
  /** The hold that was removed. */
  holdId: string;
  /** The checkout that accepts items now: another one if the removed item was the last of its checkout. */
  openCheckoutId: string | null;
  inTurn: InTurn;
}

/**
 * Holds an item again that was removed a few minutes ago (`undoMinutes`), at the same price: if it costs more now, nothing is
 * held. Null if there is no such item. A second click holds nothing more. A new checkout starts with what the customer had
 * typed.
 */
export async function restoreItem(
  context: CheckoutContext,
  { checkoutId, holdId, openCheckoutId, inTurn, ...holder }: Restore,
): Promise<HoldResult | HasToWait | null> {
  const checkout = await findCheckout(context.database, checkoutId);
  const removed = await findEndedHold(context.database, checkoutId, holdId);
  if (checkout === null || removed === null) return null;
  if (removed.minutesAgo >= undoMinutes) return { kind: 'refused', failed: [] };
  const { items } = removed.reservation;
  const held = await inTurn(askedOf(removed), () =>
    hold(context, {
      ...holder,
      language: checkout.language,
      catalogId: removed.catalogId,
      items: requestOf(removed.reservation),
      openCheckoutId,
      seenPrices: new Map(items.map((item) => [lastSegment(item.offer), item.unitAmountInclTax])),
      formId: holdId,
    }),
  );
  if (held.kind !== 'held') return held;
  if (held.checkoutId !== checkoutId && held.checkoutId !== openCheckoutId) {
    const { entries } = checkout;
    await saveEntries(context.database.single, held.checkoutId, entries);
  }
  return held;
}
