import { v7 as newId } from 'uuid';
import { ServiceError } from '../client/service-error';
import type { Violation } from '../contract/problem';
import type { FailedReservation, Reservation } from '../contract/reservation';
import type { Transaction } from '../database/database';
import type { Language } from '../locale/languages';
import { compareAmounts, sumAmounts } from '../money/money';
import { PaymentError } from '../payment/payment';
import { grantAccess } from './access-store';
import type { Holder } from './claim-store';
import type { Checkout, Hold } from './checkout';
import { findCheckout, insertCheckout, lockCheckout, move, saveExpiry } from './checkout-store';
import { describe } from './describe';
import { endHolds, insertHold, readHolds } from './hold-store';
import {
  giveBackHeld,
  giveUpClaim,
  keepClaims,
  reserveWithin,
  type Claimed,
  type OverQuota,
  type ReservedWithin,
} from './quota';
import { catalogOf, requestOf, type RequestedItem, type Taken } from './reserve';
import type { Rooms } from './rooms';
import { closePayment } from './settle';
import { note } from './timeline-store';
import { newReference } from './tokens';

export interface HoldRequest extends Holder {
  language: Language;
  catalogId: string;
  items: readonly RequestedItem[];
  /** The checkout to add to, when it still can be added to. */
  openCheckoutId: string | null;
  /** The unit price that was seen: nothing is held at another. Without it any will do. */
  seenPrice?: string;
}

export type HoldResult =
  | { kind: 'held'; checkoutId: string }
  | { kind: 'refused'; failed: readonly FailedReservation[] }
  | OverQuota
  /** The service is asked too much, or was asked the same just now. */
  | { kind: 'busy' }
  | { kind: 'repriced' }
  | { kind: 'invalid'; violations: readonly Violation[] };

/** Reserves, and puts what was reserved into the browser's open checkout, or a new one. */
export async function hold(rooms: Rooms, request: HoldRequest): Promise<HoldResult> {
  const { language, catalogId, tokenHash, openCheckoutId } = request;
  if (openCheckoutId !== null) await stopPaying(rooms, openCheckoutId);
  const reserved = await reserveWithin(rooms, request, request.items, { language });
  if (reserved.kind !== 'held') return reserved;
  const { claimed } = reserved;
  const taken = reserved.taken.map(({ reservation }) => reservation);
  if (request.seenPrice !== undefined && isRepriced(taken, request.seenPrice)) {
    await giveUpClaim(rooms, claimed, reserved.taken, language);
    return { kind: 'repriced' };
  }
  const checkoutId = await rooms.database.transaction(async (transaction) => {
    const open = openCheckoutId === null ? null : await lockCheckout(transaction, openCheckoutId);
    if (open?.state === 'held' && open.holdAlive) {
      await keep(transaction, open.id, { catalogId, taken: reserved.taken, claimed });
      await saveExpiry(
        transaction,
        open.id,
        earliest([open.expiresAt, ...reserved.taken.map((one) => one.expiresAt)]),
      );
      await note(transaction, open.id, 'item_added', { reservations: reserved.taken.length });
      return open.id;
    }
    const id = newId();
    const expiresAt = earliest(reserved.taken.map((one) => one.expiresAt));
    await insertCheckout(transaction, { id, reference: newReference(), language, expiresAt });
    await keep(transaction, id, { catalogId, taken: reserved.taken, claimed });
    await grantAccess(transaction, tokenHash, id);
    await note(transaction, id, 'held', { reservations: reserved.taken.length });
    return id;
  });
  // Now, while the catalogue still knows it.
  await describe(rooms, await readHolds(rooms.database, checkoutId), language);
  return { kind: 'held', checkoutId };
}

function isRepriced(taken: readonly Reservation[], seenPrice: string): boolean {
  return taken.some(({ items }) =>
    items.some(({ unitAmountInclTax }) => compareAmounts(unitAmountInclTax, seenPrice) !== 0),
  );
}

/** What was reserved; without a claim where it was for somebody who has paid. */
interface Keep {
  catalogId: string;
  taken: readonly Taken[];
  claimed: Claimed | null;
}

async function keep(
  transaction: Transaction,
  checkoutId: string,
  { catalogId, taken, claimed }: Keep,
): Promise<void> {
  const holds = taken.map(({ reservation, expiresAt }) => ({
    ...{ id: newId(), checkoutId, reservation, expiresAt },
    catalogId: catalogOf(reservation, catalogId),
  }));
  for (const one of holds) await insertHold(transaction, one);
  if (claimed !== null) await keepClaims(transaction, claimed, holds);
}

export function earliest(moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

/**
 * Takes a checkout back from the payment page, so that it can be changed. False when it can't: it was paid, or is
 * over.
 */
export async function stopPaying(rooms: Rooms, checkoutId: string): Promise<boolean> {
  const checkout = await findCheckout(rooms.database, checkoutId);
  try {
    if (checkout?.state === 'paying') await closePayment(rooms, checkoutId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('warn', 'a payment page could not be closed', {
      checkout: checkoutId,
      reason: error.message,
    });
    return false;
  }
  const now = await findCheckout(rooms.database, checkoutId);
  return now?.state === 'held' && now.holdAlive;
}

/** Gives one item back; with the last one the checkout is over. */
export async function removeItem(rooms: Rooms, checkoutId: string, holdId: string): Promise<void> {
  if (!(await stopPaying(rooms, checkoutId))) return;
  const removed = await rooms.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    const holds = await readHolds(transaction, checkoutId);
    const item = holds.find(({ id }) => id === holdId);
    if (checkout?.state !== 'held' || item === undefined) return null;
    const rest = holds.filter(({ id }) => id !== holdId);
    await endHolds(transaction, checkoutId, [holdId]);
    if (rest.length === 0) {
      await move(transaction, checkout, { kind: 'given_up' });
    } else {
      await saveExpiry(transaction, checkoutId, earliest(rest.map(({ expiresAt }) => expiresAt)));
      await note(transaction, checkoutId, 'item_removed', { reservation: item.reservationId });
    }
    return { item, language: checkout.language };
  });
  if (removed !== null) await giveBackHeld(rooms, [removed.item.reservation], removed.language);
}

export type HeldAgain =
  | { kind: 'held'; totalBefore: string; totalNow: string }
  | { kind: 'refused'; failed: readonly FailedReservation[] }
  | OverQuota
  /** It is not over, or was paid: nothing to hold again. */
  | { kind: 'not_expired' }
  /** The service or the payment provider can't be asked. */
  | { kind: 'away' };

/** Reserves everything of an expired checkout again: the same offers and sessions, everything typed kept. */
export async function holdAgain(rooms: Rooms, checkoutId: string, holder: Holder): Promise<HeldAgain> {
  try {
    const expired = await expireNow(rooms, checkoutId);
    return expired === null ? { kind: 'not_expired' } : await holdAnew(rooms, expired, holder);
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof PaymentError)) throw error;
    rooms.report('error', 'nothing could be held again', { checkout: checkoutId, reason: error.message });
    return { kind: 'away' };
  }
}

async function holdAnew(rooms: Rooms, expired: Checkout, holder: Holder): Promise<HeldAgain> {
  const holds = await readHolds(rooms.database, expired.id);
  const items = holds.flatMap(({ reservation }) => requestOf(reservation));
  const { id: besides, language } = expired;
  const reserved = await reserveWithin(rooms, holder, items, { language, besides });
  switch (reserved.kind) {
    case 'refused':
    case 'over_quota':
      return reserved;
    case 'busy':
      return { kind: 'away' };
    case 'invalid':
      // The catalogue has forgotten what it offered: the same to the customer as sold out.
      return { kind: 'refused', failed: items.map((_, index) => ({ index })) };
    case 'held':
      return replaceExpired(rooms, expired, holds, reserved);
  }
}

async function replaceExpired(
  rooms: Rooms,
  expired: Checkout,
  holds: readonly Hold[],
  reserved: Extract<ReservedWithin, { kind: 'held' }>,
): Promise<HeldAgain> {
  const { id, language } = expired;
  const changed = await rooms.database.transaction((transaction) =>
    replaceHolds(transaction, expired, holds, reserved, { kind: 'held_anew' }),
  );
  if (changed === null) {
    await giveUpClaim(rooms, reserved.claimed, reserved.taken, language);
    return { kind: 'not_expired' };
  }
  // The first to end has ended all of them; the others are held yet, and by now twice.
  const yetHeld = holds.filter(({ expiresAt }) => expiresAt.getTime() > changed.enteredAt.getTime());
  await giveBackHeld(
    rooms,
    yetHeld.map(({ reservation }) => reservation),
    language,
  );
  await describe(rooms, await readHolds(rooms.database, id), language);
  return {
    kind: 'held',
    totalBefore: sumAmounts(holds.map(({ reservation }) => reservation.totalAmountInclTax)),
    totalNow: sumAmounts(reserved.taken.map(({ reservation }) => reservation.totalAmountInclTax)),
  };
}

/** The checkout as expired, when its hold is over and nobody has paid; else null. */
async function expireNow(rooms: Rooms, checkoutId: string): Promise<Checkout | null> {
  const seen = await findCheckout(rooms.database, checkoutId);
  if (seen === null || seen.holdAlive) return null;
  if (seen.state === 'paying') await closePayment(rooms, checkoutId);
  return rooms.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state === 'expired') return checkout;
    return checkout === null || checkout.holdAlive
      ? null
      : move(transaction, checkout, { kind: 'hold_died' });
  });
}

/** Puts new reservations in the place of old ones, together with the arrow; null when the arrow does not go. */
export async function replaceHolds(
  transaction: Transaction,
  checkout: Checkout,
  old: readonly Hold[],
  { taken, claimed = null }: { taken: readonly Taken[]; claimed?: Claimed | null },
  fact: { kind: 'held_anew' } | { kind: 'held_again' },
): Promise<Checkout | null> {
  const ids = new Set(old.map(({ id }) => id));
  const staying = (await readHolds(transaction, checkout.id)).filter(({ id }) => !ids.has(id));
  const expiresAt = earliest([...staying, ...taken].map((one) => one.expiresAt));
  const moved = await move(transaction, checkout, fact, {
    expiresAt,
    detail: { reservations: taken.length },
  });
  if (moved === null) return null;
  await endHolds(transaction, checkout.id, [...ids]);
  await keep(transaction, checkout.id, { catalogId: old[0]?.catalogId ?? '', taken, claimed });
  return moved;
}
