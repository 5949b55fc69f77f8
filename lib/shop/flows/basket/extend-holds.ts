import { ServiceError } from '../../../client/service-error';
import type { CheckoutContext } from '../../context';
import type { Checkout, Hold } from '../../rules/checkout';
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

/** As often as our service extends a reservation. */
const mostExtensions = 10;

/**
 * What was just held is held for as long as the rest was before, if "I need more time" made that longer: adding or changing
 * something takes no time away from the customer, as far as the service extends it.
 */
export async function keepDeadline(
  context: CheckoutContext,
  { id: checkoutId, expiresAt: deadline, language }: Pick<Checkout, 'id' | 'expiresAt' | 'language'>,
  made: readonly Pick<Hold, 'reservation' | 'expiresAt'>[],
): Promise<void> {
  if (made.every(({ expiresAt }) => expiresAt >= deadline)) return;
  const own = new Set(made.map(({ reservation }) => reservation.id));
  const holds = (await readHolds(context.database, checkoutId)).filter((hold) =>
    own.has(hold.reservation.id),
  );
  const longer = await Promise.all(
    holds.map(async (hold) => {
      let now: Ending & Pick<Hold, 'id'> = hold;
      for (let times = 0; times < mostExtensions && now.expiresAt < deadline; times += 1) {
        const answer = await extendOne(context, now, language);
        if (typeof answer === 'string') break;
        now = { ...answer, id: hold.id };
      }
      return now;
    }),
  );
  await context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'held') return;
    for (const one of longer) await saveHoldEnd(transaction, one);
    await saveExpiry(transaction, checkoutId, earliest(await readHolds(transaction, checkoutId)));
  });
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
