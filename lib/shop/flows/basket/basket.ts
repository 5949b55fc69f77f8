import { v7 as newId } from 'uuid';
import { ServiceError } from '../../../client/service-error';
import type { Offer } from '../../../contract/offer';
import type { Violation } from '../../../contract/problem';
import type { FailedReservation } from '../../../contract/reservation';
import type { Transaction } from '../../../database/database';
import { together } from '../../../database/together';
import type { Language } from '../../../locale/languages';
import { PaymentError } from '../../../payment/payment';
import { findEmptied, grantedAccess } from '../../data/access-store';
import type { Holder } from '../../data/claim-store';
import type { Checkout, Holds } from '../../rules/checkout';
import { findCheckout, lockCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { insertedHeld } from '../../data/new-checkout';
import { describeHolds } from '../visit/describe-holds';
import { endHolds, readHolds } from '../../data/hold-store';
import {
  releaseQuota,
  giveUpClaim,
  keptClaims,
  reserveOnce,
  reserveWithin,
  type OverQuota,
  type ReservedWithin,
} from './quota';
import { describeTaken, keep, keepBeside, type Kept, repricedOffer } from './keep-holds';
import { keepDeadline } from './extend-holds';
import { releaseReplaced } from './release-replaced';
import { type HasToWait, holdOf, type InTurn } from './reserve';
import { askedOf, earliest, requestOf, type RequestedItem } from '../../rules/requested-items';
import type { CheckoutContext } from '../../context';
import { totalOf } from '../../rules/fees';
import { closePayment } from '../payment/settle';
import { stopPaying } from '../payment/stop-paying';
import { newReference } from '../../tokens';
import { refreshVoucher } from '../voucher/apply-voucher';
import { carryVoucher } from '../voucher/carry-voucher';

export interface HoldRequest extends Holder {
  language: Language;
  catalogId: string;
  items: readonly RequestedItem[];
  /** The checkout to add the items to, if it still accepts items. */
  openCheckoutId: string | null;
  /** The unit prices that the customer saw, by offer identifier: items are held only at these. Left out: at any price. */
  seenPrices?: ReadonlyMap<string, string>;
  /** The form that was sent, if scripts do not prevent that it is sent twice: then it is held once. */
  formId?: string;
  /** The checkout to make when none is open: its identifier and where it is sold. Left out: a new one of the storefront. */
  newCheckout?: Pick<Checkout, 'id' | 'channel'>;
  /** The requested offers that were just read in this language: they are not read again. */
  offers?: readonly Offer[];
}

export type HoldResult =
  /** `isReplaced`: something else was held for it before. */
  | { kind: 'held'; checkoutId: string; isReplaced?: true }
  | { kind: 'refused'; failed: readonly FailedReservation[] }
  | OverQuota
  /** The service gets too many requests, or still processes the same request. */
  | { kind: 'busy' }
  /** This offer has another price than the one that the customer saw. */
  | { kind: 'repriced'; offerId: string }
  | { kind: 'invalid'; violations: readonly Violation[] };

/** Another service than ours knows no places that only the counter sells. */
const hasCounter = ({ counterOnly }: Offer) => counterOnly !== undefined;

export async function hold(context: CheckoutContext, request: HoldRequest): Promise<HoldResult> {
  const { language, catalogId, tokenHash, openCheckoutId } = request;
  const before = openCheckoutId === null ? null : await stopPaying(context, openCheckoutId);
  const atCounter = request.newCheckout?.channel === 'counter' && (request.offers ?? []).some(hasCounter);
  const within = { language, catalogId, excludedHoldId: before?.replacing ?? null, atCounter };
  const reserved =
    request.formId === undefined
      ? await reserveWithin(context, request, request.items, within)
      : await reserveOnce(context, request, request.items, { ...within, formId: request.formId });
  if (reserved.kind === 'repeated') return { kind: 'held', checkoutId: reserved.checkoutId };
  if (reserved.kind !== 'held') return reserved;
  const { taken } = reserved;
  const repriced = request.seenPrices === undefined ? null : repricedOffer(taken, request.seenPrices);
  if (repriced !== null) {
    await giveUpClaim(context, reserved, language);
    return { kind: 'repriced', offerId: repriced };
  }
  const made = await describeTaken(context, request, taken);
  const { checkoutId, emptiedId, replaced } = await context.database.transaction(async (transaction) => {
    const open = openCheckoutId === null ? null : await lockCheckout(transaction, openCheckoutId);
    if (open?.state === 'held' && open.holdAlive) {
      const replaced = await keepBeside(transaction, open, open.replacing, {
        made,
        claimed: reserved.claimed,
      });
      return { checkoutId: open.id, emptiedId: null, replaced };
    }
    const { id, channel } = request.newCheckout ?? { id: newId(), channel: 'web' };
    const emptied = channel === 'web' ? await findEmptied(transaction, tokenHash) : null;
    const expiresAt = earliest(taken);
    await transaction.run(
      together([
        ...insertedHeld({ id, reference: newReference(), language, channel, expiresAt }, made),
        ...keptClaims(reserved.claimed, made),
        ...(channel === 'web' ? [grantedAccess(tokenHash, id)] : []),
      ]),
    );
    return { checkoutId: id, emptiedId: emptied, replaced: null };
  });
  if (checkoutId === before?.id) await keepDeadline(context, before, made);
  if (openCheckoutId !== null) await releaseReplaced(context, checkoutId, replaced);
  if (emptiedId !== null) await carryVoucher(context, checkoutId, emptiedId);
  return { kind: 'held', checkoutId, ...(replaced === null ? {} : { isReplaced: true }) };
}

export type HeldAgain =
  | { kind: 'held'; totalBefore: string; totalNow: string }
  | { kind: 'refused'; failed: readonly FailedReservation[] }
  | OverQuota
  /** The hold has not ended, or was paid: there is nothing to reserve again. */
  | { kind: 'not_expired' }
  /** The service or the payment provider can't be asked. */
  | { kind: 'unavailable' };

/** Reserves the same offers and sessions of an expired checkout again. What the customer typed is kept. */
export async function holdAgain(
  context: CheckoutContext,
  checkoutId: string,
  { inTurn, ...holder }: Holder & { inTurn: InTurn },
): Promise<HeldAgain | HasToWait> {
  try {
    const expired = await expireNow(context, checkoutId);
    if (expired === null) return { kind: 'not_expired' };
    const holds = await readHolds(context.database, expired.id);
    return await inTurn(holds.flatMap(askedOf), () => holdSameItems(context, expired, holds, holder));
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof PaymentError)) throw error;
    context.report('error', 'nothing could be held again', { checkout: checkoutId, reason: error.message });
    return { kind: 'unavailable' };
  }
}

const hasSeats = ({ reservation }: Holds[number]) =>
  reservation.items.some(({ offerTickets }) => offerTickets.some(({ seats }) => seats !== undefined));

async function holdSameItems(
  context: CheckoutContext,
  expired: Checkout,
  holds: Holds,
  holder: Holder,
): Promise<HeldAgain> {
  const items = holds.flatMap(({ reservation }) => requestOf(reservation));
  const { id: excludedCheckoutId, language } = expired;
  // A seat that is still held for this purchase could not be held again.
  const seated = holds.filter(hasSeats);
  if (seated.length > 0) await releaseQuota(context, seated, language);
  const [first] = holds;
  const reserved = await reserveWithin(context, holder, items, {
    language,
    excludedCheckoutId,
    atCounter: holds.some(({ reservation }) => reservation.counter === true),
    ...(first === undefined ? {} : { catalogId: first.catalogId }),
  });
  switch (reserved.kind) {
    case 'refused':
    case 'over_quota':
      return reserved;
    case 'busy':
      return { kind: 'unavailable' };
    case 'invalid':
      // The offer or session is no longer in the catalogue. For the customer that is the same as sold out.
      return { kind: 'refused', failed: items.map((_, index) => ({ index })) };
    case 'held':
      return replaceExpired(context, expired, holds, reserved);
  }
}

async function replaceExpired(
  context: CheckoutContext,
  expired: Checkout,
  holds: Holds,
  reserved: Extract<ReservedWithin, { kind: 'held' }>,
): Promise<HeldAgain> {
  const { id, language } = expired;
  const changed = await context.database.transaction((transaction) =>
    replaceHolds(transaction, expired, holds, reserved, { kind: 'rereserved_before_payment' }),
  );
  if (changed === null) {
    await giveUpClaim(context, reserved, language);
    return { kind: 'not_expired' };
  }
  // The checkout expires with its earliest hold. The other old holds have not ended yet; they are released
  // because the same items were just reserved again.
  const stillHeld = holds.filter(({ expiresAt }) => expiresAt.getTime() > changed.enteredAt.getTime());
  await releaseQuota(context, stillHeld, language);
  await refreshVoucher(context, id);
  const now = await readHolds(context.database, id);
  await describeHolds(context, now, language);
  return { kind: 'held', totalBefore: totalOf(holds), totalNow: totalOf(now) };
}

/** The checkout as `expired`, if its hold has ended and it was not paid; otherwise null. */
async function expireNow(context: CheckoutContext, checkoutId: string): Promise<Checkout | null> {
  const seen = await findCheckout(context.database, checkoutId);
  if (seen === null || seen.holdAlive) return null;
  if (seen.state === 'paying') await closePayment(context, checkoutId);
  return context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state === 'expired') return checkout;
    return checkout === null || checkout.holdAlive
      ? null
      : transition(transaction, checkout, { kind: 'hold_expired' });
  });
}

/** Replaces reservations, in one transaction with the transition. Null when the transition was not made. */
export async function replaceHolds(
  transaction: Transaction,
  checkout: Checkout,
  old: Holds,
  reserved: Kept,
  event: { kind: 'rereserved_before_payment' | 'rereserved_after_payment' },
): Promise<Checkout | null> {
  const [first] = old;
  if (first === undefined) throw new Error('there is no reservation to replace');
  const ids = new Set(old.map(({ id }) => id));
  const staying = (await readHolds(transaction, checkout.id)).filter(({ id }) => !ids.has(id));
  const { taken } = reserved;
  const changes = { expiresAt: earliest([...staying, ...taken]), detail: { reservations: taken.length } };
  const moved = await transition(transaction, checkout, event, changes);
  if (moved === null) return null;
  await endHolds(transaction, checkout.id, [...ids]);
  const made = taken.map((one) => holdOf(one, first.catalogId));
  await keep(transaction, checkout.id, made, reserved.claimed);
  return moved;
}
