import { lastSegment } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import type { Language } from '../../../locale/languages';
import type { Transaction } from '../../../database/database';
import { together } from '../../../database/together';
import { compareAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { saveExpiry, saveReplacing } from '../../data/checkout-store';
import { endHolds, insertedHolds, readHolds } from '../../data/hold-store';
import { note } from '../../data/timeline-store';
import type { Checkout, Hold } from '../../rules/checkout';
import { earliest } from '../../rules/requested-items';
import { readDescription } from '../visit/describe-holds';
import { type Claimed, keptClaims } from './quota';
import { holdOf, type Taken, type TakenHold } from './reserve';

/** What was reserved. `claimed`: what of it counts until then. */
export interface Kept {
  taken: readonly Taken[];
  claimed?: Claimed;
}

/** Descriptions are read now, because the catalogue may remove the event later. */
export function describeTaken(
  context: CheckoutContext,
  {
    catalogId,
    language,
    offers,
  }: { catalogId: string; language: Language; offers?: readonly Offer[] | undefined },
  taken: readonly Taken[],
): Promise<TakenHold[]> {
  return Promise.all(
    taken.map(async (one) => {
      const hold = holdOf(one, catalogId);
      const lines = await readDescription(context, hold, language, offers);
      return lines === null ? hold : { ...hold, descriptions: { [language]: lines } };
    }),
  );
}

/** An offer that costs something else than the customer saw; null: none does. */
export function repricedOffer(
  taken: readonly Taken[],
  seenPrices: ReadonlyMap<string, string>,
): string | null {
  for (const { offer, unitAmountInclTax } of taken.flatMap(({ reservation }) => reservation.items)) {
    const offerId = lastSegment(offer);
    const seen = seenPrices.get(offerId);
    if (seen === undefined || compareAmounts(unitAmountInclTax, seen) !== 0) return offerId;
  }
  return null;
}

/**
 * Stores what was reserved for a checkout, in the transaction that locks it. `claimed` is left out for a customer who has
 * paid already: no quota claim is needed.
 */
export async function keep(
  transaction: Transaction,
  checkoutId: string,
  made: readonly TakenHold[],
  claimed?: Claimed,
): Promise<void> {
  const holds = insertedHolds(made.map((hold) => ({ ...hold, checkoutId })));
  await transaction.run(together([holds, ...(claimed === undefined ? [] : keptClaims(claimed, made))]));
}

/**
 * Adds what was reserved to a checkout that the caller has locked, in place of the hold `oldId` if it has not ended. Resolves
 * to the hold that was replaced, which the caller then releases; null: none was.
 */
export async function keepBeside(
  transaction: Transaction,
  open: Pick<Checkout, 'id' | 'expiresAt' | 'replacing'>,
  oldId: string | null,
  { made, claimed }: { made: readonly TakenHold[]; claimed: Claimed },
): Promise<Hold | null> {
  const holds = oldId === null ? [] : await readHolds(transaction, open.id);
  const old = holds.find(({ id }) => id === oldId) ?? null;
  if (old !== null) await endHolds(transaction, open.id, [old.id]);
  if (oldId !== null && open.replacing === oldId) await saveReplacing(transaction, open.id, null);
  await keep(transaction, open.id, made, claimed);
  const staying = old === null ? [open] : holds.filter((one) => one !== old);
  await saveExpiry(transaction, open.id, earliest([...staying, ...made]));
  const detail = { reservations: made.length };
  await note(
    transaction,
    open.id,
    old === null ? 'item_added' : 'item_changed',
    old === null ? detail : { ...detail, instead: old.reservationId },
  );
  return old;
}
