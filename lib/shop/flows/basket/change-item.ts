import { lastSegment } from '../../../contract/iri';
import type { CheckoutContext } from '../../context';
import type { Holder } from '../../data/claim-store';
import { lockCheckout, saveReplacing } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import type { Checkout, Hold } from '../../rules/checkout';
import { askedOf, requestOf, type RequestedItem } from '../../rules/requested-items';
import { stopPaying } from '../payment/stop-paying';
import type { HoldResult } from './basket';
import { describeTaken, keepBeside, repricedOffer } from './keep-holds';
import { giveUpClaim, reserveWithin, type ReservedWithin } from './quota';
import { keepDeadline } from './extend-holds';
import { releaseReplaced } from './release-replaced';
import type { HasToWait, InTurn } from './reserve';

interface Change extends Holder {
  checkoutId: string;
  holdId: string;
  /** Of the only item of the hold: a server may group several in one reservation, which are not changed here. */
  quantity: number;
  inTurn: InTurn;
}

/**
 * `gone`: the hold or its checkout has ended, or is being paid. `same`: it is that number. `too_many`: so many can be had, with
 * those that are held. Whatever is no `held` leaves everything as it was.
 */
export type ItemChange =
  HoldResult | HasToWait | { kind: 'gone' | 'same' } | { kind: 'too_many'; most: number };

/**
 * Another number of the same tickets. First the new number is held, then the old hold ends: the customer never has less than
 * before. If the new number is refused although it is larger, because what the customer holds itself is missing for it, only
 * the difference is held beside the old hold. Otherwise the old hold stays as it is.
 */
export async function changeQuantity(
  context: CheckoutContext,
  { checkoutId, holdId, quantity, inTurn, ...holder }: Change,
): Promise<ItemChange> {
  const checkout = await stopPaying(context, checkoutId);
  const holds = checkout === null ? [] : await readHolds(context.database, checkoutId);
  const old = holds.find(({ id }) => id === holdId);
  if (checkout === null || old === undefined) return { kind: 'gone' };
  const [item, ...others] = requestOf(old.reservation);
  if (item === undefined || others.length > 0) return { kind: 'gone' };
  if (item.quantity === quantity) return { kind: 'same' };
  const holding = (wanted: number, replacedId: string | null) =>
    holdInPlace(context, holder, { checkout, old, items: [{ ...item, quantity: wanted }], replacedId });
  return inTurn(askedOf(old), async (): Promise<ItemChange> => {
    const whole = await holding(quantity, holdId);
    if (whole.kind !== 'refused' || quantity < item.quantity) return whole;
    const more = await holding(quantity - item.quantity, null);
    const left = more.kind === 'refused' ? (more.failed[0]?.availableQuantity ?? null) : null;
    return left === null ? more : { kind: 'too_many', most: item.quantity + left };
  });
}

interface InPlace {
  checkout: Checkout;
  old: Hold;
  items: readonly RequestedItem[];
  /** The old hold, if it ends; null: it stays. */
  replacedId: string | null;
}

/** Nothing is held at another price than the old hold has. */
async function holdInPlace(
  context: CheckoutContext,
  holder: Holder,
  { checkout, old, items, replacedId }: InPlace,
): Promise<ItemChange> {
  const { language } = checkout;
  const { catalogId } = old;
  const within = { language, catalogId, excludedHoldId: replacedId };
  const reserved = await reserveWithin(context, holder, items, within);
  if (reserved.kind !== 'held') return reserved;
  const prices = new Map(
    old.reservation.items.map((item) => [lastSegment(item.offer), item.unitAmountInclTax]),
  );
  const repriced = repricedOffer(reserved.taken, prices);
  if (repriced !== null) {
    await giveUpClaim(context, reserved, language);
    return { kind: 'repriced', offerId: repriced };
  }
  return keepChange(context, { checkout, old, replacedId }, reserved);
}

async function keepChange(
  context: CheckoutContext,
  { checkout, old, replacedId }: Omit<InPlace, 'items'>,
  reserved: Extract<ReservedWithin, { kind: 'held' }>,
): Promise<ItemChange> {
  const { id: checkoutId, language } = checkout;
  const made = await describeTaken(context, { language, catalogId: old.catalogId }, reserved.taken);
  const isKept = await context.database.transaction(async (transaction) => {
    const now = await lockCheckout(transaction, checkoutId);
    if (now?.state !== 'held' || !now.holdAlive) return false;
    // Another click may have changed or removed it meanwhile: then this one would hold it a second time.
    if (!(await readHolds(transaction, checkoutId)).some(({ id }) => id === old.id)) return false;
    await keepBeside(transaction, now, replacedId, { made, claimed: reserved.claimed });
    return true;
  });
  if (!isKept) {
    await giveUpClaim(context, reserved, language);
    return { kind: 'gone' };
  }
  await keepDeadline(context, checkout, made);
  await releaseReplaced(context, checkoutId, replacedId === null ? null : old);
  return { kind: 'held', checkoutId };
}

/** What is held next replaces this hold; null: it is added. Resolves to the hold, or null if it has ended or is being paid. */
export async function replaceNext(
  context: CheckoutContext,
  checkoutId: string,
  holdId: string | null,
): Promise<Hold | null> {
  if ((await stopPaying(context, checkoutId)) === null) return null;
  return context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    const hold = (await readHolds(transaction, checkoutId)).find(({ id }) => id === holdId) ?? null;
    if (checkout?.state !== 'held' || (holdId !== null && hold === null)) return null;
    await saveReplacing(transaction, checkoutId, holdId);
    return hold;
  });
}
