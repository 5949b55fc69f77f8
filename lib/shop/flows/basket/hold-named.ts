import { createHash } from 'node:crypto';
import type { Transaction } from '../../../database/database';
import { together } from '../../../database/together';
import type { Language } from '../../../locale/languages';
import { lockCheckout } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import { insertedHeld } from '../../data/new-checkout';
import { transition } from '../../data/transition';
import type { Checkout } from '../../rules/checkout';
import { earliest, type RequestedItem } from '../../rules/requested-items';
import type { CheckoutContext } from '../../context';
import { newReference } from '../../tokens';
import { holdOf, releaseAll, reserve, type Taken } from './reserve';

/** A checkout that the program makes for somebody who did not choose its items. */
interface NamedCheckout {
  /** Named by a row before anything is requested for it. */
  id: string;
  /** When it was named, by our database's clock. */
  askedAt: Date;
  language: Language;
  channel: Checkout['channel'];
  catalogId: string;
  items: readonly RequestedItem[];
  /** For the key of the request: what it is made for. */
  purpose: string;
  /** What the timeline says. */
  detail: Record<string, unknown>;
  /** Locks the row that names it; false: it names another one meanwhile. */
  isWanted: (transaction: Transaction) => Promise<boolean>;
}

/**
 * `busy`: not possible now, or another worker was first. `not_on_sale`, `limit`, `sold_out`: not all can be held. `invalid`: there
 * are no such tickets.
 */
type HeldNamed = 'held' | 'busy' | 'invalid' | 'not_on_sale' | 'limit' | 'sold_out';

/**
 * Holds items in a new checkout; no limit of a browser or a network counts. The request has the same key at each try, so a crash
 * leaves nothing held that is not held again by the next try. Throws a ServiceError.
 */
export async function holdNamed(context: CheckoutContext, named: NamedCheckout): Promise<HeldNamed> {
  const { id, askedAt: asked, language, items, purpose } = named;
  const hash = createHash('sha256').update(JSON.stringify(items)).digest('base64url');
  const idempotencyKey = `${purpose}-${id}-${hash}`;
  const reserved = await reserve(context, items, { language, idempotencyKey, asked });
  switch (reserved.kind) {
    case 'busy':
    case 'invalid':
      return reserved.kind;
    case 'refused': {
      const has = (wanted: string) => reserved.failed.some(({ reason }) => reason === wanted);
      if (has('NOT_ON_SALE')) return 'not_on_sale';
      return has('LIMIT_EXCEEDED') ? 'limit' : 'sold_out';
    }
    case 'held': {
      const isKept = await store(context, named, reserved.taken);
      if (!isKept) await releaseAll(context, reserved.taken, language);
      return isKept ? 'held' : 'busy';
    }
  }
}

/** False: the row names another checkout, or others are held for it. */
function store(
  { database }: CheckoutContext,
  { id, language, channel, catalogId, detail, isWanted }: NamedCheckout,
  taken: readonly Taken[],
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await isWanted(transaction))) return false;
    if ((await lockCheckout(transaction, id)) !== null) {
      const known = (await readHolds(transaction, id)).map(({ reservationId }) => reservationId);
      return taken.every(({ reservation }) => known.includes(reservation.id));
    }
    const made = { id, reference: newReference(), language, channel, expiresAt: earliest(taken) };
    const holds = taken.map((one) => holdOf(one, catalogId));
    await transaction.run(together(insertedHeld(made, holds, detail)));
    return true;
  });
}

/**
 * Gives back what is held for a checkout that the program made. `none`: there is no such checkout. `placed`: there may be an order,
 * so nothing was given back. The reservations stay named, so that a repetition after a crash releases them.
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
