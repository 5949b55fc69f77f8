import { v7 as newId } from 'uuid';
import type { Transaction } from '../../../database/database';
import { audit } from '../../data/audit-store';
import { maskAddress } from '../../rules/mask-address';
import { insertClaim, type Holder } from '../../data/claim-store';
import { extendHolds } from '../basket/extend-holds';
import { removeItem } from '../basket/remove-item';
import type { CheckoutContext } from '../../context';
import { grantAccess } from '../../data/access-store';
import type { Checkout } from '../../rules/checkout';
import { findCheckout, lockCheckout } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import { unitsOf } from '../../rules/units-of';
import type { WaitingEntry } from '../../rules/waiting-entry';
import { entryOfLink } from './entry-link';
import {
  findEntry,
  findList,
  lockEntry,
  queueAgain,
  saveState,
  type WaitingList,
} from '../../data/list-store';

type Storing = Pick<CheckoutContext, 'database' | 'linkSecret'>;

/** A place on a waiting list, as its page shows it. */
export interface WaitingPlace {
  entry: WaitingEntry;
  list: WaitingList;
  /** As the worker will find it: what has ended is not `notified`, and what has begun is not `waiting`. */
  state: WaitingEntry['state'];
  /** Until when tickets are held for the person; null if none are. */
  heldUntil: Date | null;
}

/** Null if no such place is known (any more). */
export async function findPlace(
  { database, linkSecret }: Storing,
  link: string,
): Promise<WaitingPlace | null> {
  const id = entryOfLink(link, linkSecret);
  const entry = id === null ? null : await findEntry(database, id);
  const list = entry === null ? null : await findList(database, entry.listId);
  if (entry === null || list === null) return null;
  const checkout = entry.checkoutId === null ? null : await findCheckout(database, entry.checkoutId);
  const isHeld = checkout !== null && isOpen(checkout) && ['notified', 'taken'].includes(entry.state);
  return { entry, list, state: stateNow(entry, isHeld), heldUntil: isHeld ? checkout.expiresAt : null };
}

const isOpen = ({ state, holdAlive }: Checkout) => holdAlive && (state === 'held' || state === 'paying');

function stateNow({ state, endsAt }: WaitingEntry, isHeld: boolean): WaitingEntry['state'] {
  const hasBegun = endsAt.getTime() <= Date.now();
  if (state === 'notified' && !isHeld) return hasBegun ? 'over' : 'lapsed';
  return (state === 'waiting' || state === 'lapsed') && hasBegun ? 'over' : state;
}

/** A click adds this much time at most to what is left: enough to fill in the form. */
const enoughSeconds = 10 * 60;

/**
 * Gives a browser what is held for a person. Resolves to the checkout; null if nothing is held (any more). The person may
 * do this in several browsers, for example a phone and a computer, until it is paid. From then on the tickets count
 * against the limits of the browser.
 */
export async function takePlace(
  context: CheckoutContext,
  link: string,
  holder: Holder,
): Promise<string | null> {
  const id = entryOfLink(link, context.linkSecret);
  if (id === null) return null;
  const taken = await context.database.transaction(async (transaction) => {
    const entry = await lockEntry(transaction, id);
    if (entry?.checkoutId === null || entry === null) return null;
    if (entry.state !== 'notified' && entry.state !== 'taken') return null;
    const checkout = await lockCheckout(transaction, entry.checkoutId);
    if (checkout === null || !isOpen(checkout)) return null;
    await grantAccess(transaction, holder.tokenHash, checkout.id);
    if (entry.state === 'taken') return checkout;
    await saveState(transaction, id, { state: 'taken' });
    for (const { id: holdId, reservation, expiresAt, heldAt } of await readHolds(transaction, checkout.id)) {
      const units = unitsOf(reservation.items);
      const claim = { id: newId(), holdId, units, asked: '', at: heldAt, until: expiresAt };
      await insertClaim(transaction, { ...holder, ...claim });
    }
    return checkout;
  });
  if (taken === null) return null;
  if (taken.state === 'held' && taken.secondsLeft < enoughSeconds) await extendHolds(context, taken.id);
  return taken.id;
}

/** Gives a place up. What is held for the person is released. */
export async function leavePlace(context: CheckoutContext, link: string): Promise<void> {
  const id = entryOfLink(link, context.linkSecret);
  if (id !== null) await leave(context, id, () => Promise.resolve());
}

/**
 * Staff take somebody off a list; false: they are not in line any more. What is held for the person is released. The audit log
 * has the reason, without the address.
 */
export function removePlace(
  context: CheckoutContext,
  { id, staff, reason }: { id: string; staff: string; reason: string },
): Promise<boolean> {
  return leave(context, id, (transaction, { listId, email, quantity }) =>
    audit(transaction, {
      staff,
      action: 'waiting_place_removed',
      subject: { kind: 'waiting_list', id: listId },
      detail: { reason, address: maskAddress(email), tickets: quantity },
    }),
  );
}

/** Ends a place in line; false: it has ended before. `also` is done in the same transaction. */
async function leave(
  context: CheckoutContext,
  id: string,
  also: (transaction: Transaction, entry: WaitingEntry) => Promise<void>,
): Promise<boolean> {
  const left = await context.database.transaction(async (transaction) => {
    const entry = await lockEntry(transaction, id);
    if (entry?.state !== 'waiting' && entry?.state !== 'notified') return null;
    await saveState(transaction, id, { state: 'left' });
    await also(transaction, entry);
    return { checkoutId: entry.state === 'notified' ? entry.checkoutId : null };
  });
  if (left === null) return false;
  if (left.checkoutId === null) return true;
  for (const hold of await readHolds(context.database, left.checkoutId))
    await removeItem(context, left.checkoutId, hold.id);
  return true;
}

/** Puts a person who was too late at the end of the line. */
export async function returnToLine({ database, linkSecret }: Storing, link: string): Promise<boolean> {
  const id = entryOfLink(link, linkSecret);
  if (id === null) return false;
  return database.transaction(async (transaction) => {
    const entry = await lockEntry(transaction, id);
    if (entry === null) return false;
    const { checkoutId } = entry;
    const checkout = checkoutId === null ? null : await findCheckout(transaction, checkoutId);
    // The worker may not have noticed yet that the time is over.
    if (entry.state === 'notified' && checkout !== null && !isOpen(checkout))
      await saveState(transaction, id, { state: 'lapsed' });
    return queueAgain(transaction, entry);
  });
}
