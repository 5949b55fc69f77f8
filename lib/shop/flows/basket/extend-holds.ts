import { ServiceError } from '../../../client/service-error';
import type { CheckoutContext } from '../../context';
import type { Hold } from '../../rules/checkout';
import { findCheckout, lockCheckout, saveExpiry } from '../../data/checkout-store';
import { readHolds, saveHoldEnd } from '../../data/hold-store';
import { note } from '../../data/timeline-store';
import { earliest } from '../../rules/requested-items';
import { stopPaying } from '../payment/stop-paying';

export type Extended =
  | 'extended'
  /** The service extends no further, or not at all. */
  | 'refused'
  | 'unavailable'
  /** The hold has ended, or was paid. */
  | 'already_ended';

type Ending = Pick<Hold, 'reservation' | 'expiresAt'>;

/** Asks the service to hold everything in the checkout for longer. */
export async function extendHolds(context: CheckoutContext, checkoutId: string): Promise<Extended> {
  if ((await stopPaying(context, checkoutId)) === null) return 'already_ended';
  const before = await findCheckout(context.database, checkoutId);
  if (before === null) return 'already_ended';
  const holds = await readHolds(context.database, checkoutId);
  const answers = await Promise.all(holds.map((hold) => extendOne(context, hold, before.language)));
  const longer = answers.flatMap((answer, index) => {
    const hold = holds[index];
    return typeof answer === 'string' || hold === undefined ? [] : [{ ...answer, id: hold.id }];
  });
  const end = await context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'held' || longer.length === 0) return null;
    for (const one of longer) await saveHoldEnd(transaction, one);
    const expiresAt = earliest(await readHolds(transaction, checkoutId));
    await saveExpiry(transaction, checkoutId, expiresAt);
    await note(transaction, checkoutId, 'hold_extended', { reservations: longer.length });
    return expiresAt;
  });
  if (end !== null && end.getTime() > before.expiresAt.getTime()) return 'extended';
  return answers.includes('unavailable') ? 'unavailable' : 'refused';
}

/**
 * Asks the service to hold one reservation for longer, once: the request has the end that is known as its key, so that a
 * repetition after a lost answer extends nothing again.
 */
export async function extendOne(
  { client, report }: Pick<CheckoutContext, 'client' | 'report'>,
  hold: Ending,
  language: string,
): Promise<Ending | 'refused' | 'unavailable'> {
  const { id, expiresAt: known } = hold.reservation;
  try {
    const asked = await client.extendReservation(id, { language, idempotencyKey: `extend-${id}-${known}` });
    const end = asked.kind === 'extended' ? asked.reservation.expiresAt : await endAt(client, id, language);
    // By our own clock: the difference between the two ends that the service names is added to the end that we know.
    const added = end === null ? 0 : Date.parse(end) - Date.parse(known);
    if (end === null || added <= 0) return 'refused';
    const expiresAt = new Date(hold.expiresAt.getTime() + added);
    return { reservation: { ...hold.reservation, expiresAt: end }, expiresAt };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'a reservation could not be extended', {
      reservation: hold.reservation.id,
      reason: error.reason,
    });
    return 'unavailable';
  }
}

/** When a reservation ends, after a refusal: an earlier request may have extended it. Null: the service does not say. */
async function endAt(
  client: CheckoutContext['client'],
  id: string,
  language: string,
): Promise<string | null> {
  const read = await client.getReservation(id, { language });
  return read.kind === 'found' ? read.value.expiresAt : null;
}
