import { createHash } from 'node:crypto';
import { together } from '../../../database/together';
import { holdOf, releaseAll, reserve, type Taken } from '../basket/reserve';
import { earliest, type RequestedItem } from '../../rules/requested-items';
import type { CheckoutContext } from '../../context';
import type { Checkout } from '../../rules/checkout';
import { lockCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { insertedHeld } from '../../data/new-checkout';
import { readHolds } from '../../data/hold-store';
import { newReference } from '../../tokens';
import type { ChangedOrder, ChangedOrderProblem, EventChange } from '../../tables/event-change-table';
import { lockChangedOrder } from '../../data/rebooked-order-store';

/** The checkout that is made: the row of the changed order names it. */
interface NewBooking {
  id: string;
  /** When it was named, by our database's clock. */
  askedAt: Date;
}

/** `busy`: not possible now, or another worker was first. */
type HeldForRebooking = 'held' | 'busy' | Extract<ChangedOrderProblem, 'sold_out' | 'offer_missing'>;

/**
 * Holds items in a new checkout, for a customer who did not choose them: no limit of a browser or a network counts. The
 * request has the same key at each try, so a crash leaves nothing held that is not held again by the next try. Throws a
 * ServiceError.
 */
export async function holdForRebooking(
  context: CheckoutContext,
  { catalogId }: Pick<EventChange, 'catalogId'>,
  order: ChangedOrder,
  { made, earlier, items }: { made: NewBooking; earlier: Checkout; items: readonly RequestedItem[] },
): Promise<HeldForRebooking> {
  const { language } = earlier;
  const hash = createHash('sha256').update(JSON.stringify(items)).digest('base64url');
  const reserved = await reserve(context, items, {
    language,
    idempotencyKey: `rebook-${made.id}-${hash}`,
    asked: made.askedAt,
  });
  switch (reserved.kind) {
    case 'busy':
      return 'busy';
    case 'invalid':
      return 'offer_missing';
    case 'refused': {
      const isUnsold = reserved.failed.some(
        ({ reason }) => reason === 'NOT_ON_SALE' || reason === 'LIMIT_EXCEEDED',
      );
      return isUnsold ? 'offer_missing' : 'sold_out';
    }
    case 'held': {
      const isKept = await store(context, order, { made, earlier, catalogId, taken: reserved.taken });
      if (!isKept) await releaseAll(context, reserved.taken, language);
      return isKept ? 'held' : 'busy';
    }
  }
}

interface ToStore {
  made: NewBooking;
  earlier: Checkout;
  catalogId: string;
  taken: readonly Taken[];
}

/** False: the order is not to be rebooked to this checkout any more, or others are held for it. */
function store(
  { database }: CheckoutContext,
  order: ChangedOrder,
  { made: { id }, earlier, catalogId, taken }: ToStore,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const row = await lockChangedOrder(transaction, order);
    if (row?.rebookedTo !== id || row.state !== 'waiting') return false;
    if ((await lockCheckout(transaction, id)) !== null) {
      const known = (await readHolds(transaction, id)).map(({ reservationId }) => reservationId);
      return taken.every(({ reservation }) => known.includes(reservation.id));
    }
    const { language, channel } = earlier;
    const expiresAt = earliest(taken);
    const made = { id, reference: newReference(), language, channel, expiresAt };
    const holds = taken.map((one) => holdOf(one, catalogId));
    await transaction.run(together(insertedHeld(made, holds, { change: order.changeId })));
    return true;
  });
}

/**
 * Gives back what is held for a checkout that was made for an exchange. `none`: there is no such checkout. `placed`: there
 * may be an order, so nothing was given back. The reservations stay named, so that a repetition after a crash releases
 * them.
 */
export async function giveBack(
  context: CheckoutContext,
  id: string,
): Promise<'none' | 'released' | 'placed'> {
  const checkout = await context.database.transaction(async (transaction) => {
    const found = await lockCheckout(transaction, id);
    return found?.state === 'held' ? transition(transaction, found, { kind: 'basket_emptied' }) : found;
  });
  if (checkout === null) return 'none';
  if (checkout.state !== 'cancelled' && checkout.state !== 'expired') return 'placed';
  await releaseAll(context, await readHolds(context.database, id), checkout.language);
  return 'released';
}
