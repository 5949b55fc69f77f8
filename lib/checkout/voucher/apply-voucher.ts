import type { VoucherResult } from '../../client/vouchers';
import { ServiceError } from '../../client/service-error';
import { addresses } from '../../contract/iri';
import type { Reservation } from '../../contract/reservation';
import { typedText } from '../../contract/typed-text';
import type { VoucherRefusal } from '../../contract/voucher';
import { sumAmounts } from '../../money/money';
import { catalogOf } from '../basket/reserve';
import { stopPaying } from '../basket/stop-paying';
import type { CheckoutContext } from '../context';
import type { Checkout, Hold } from '../state/checkout';
import { findCheckout, lockCheckout, saveVoucher } from '../state/checkout-store';
import type { TimelineEvent } from '../state/checkout-values';
import { readHolds, saveReservation } from '../state/hold-store';
import { note } from '../state/timeline-store';

/** The tickets that the voucher is for cost less than `minimum`, in EUR; null: the service does not say how much it is. */
interface BelowMinimum {
  refusal: 'BELOW_MINIMUM';
  minimum: string | null;
}

type Refused = Exclude<VoucherRefusal, 'BELOW_MINIMUM'> | BelowMinimum;

/** `applied`, `removed`: the reservations cost what they do with the code, or without one. */
export type VoucherAnswer =
  | 'applied'
  | 'removed'
  | Refused
  /** The checkout has ended, was paid, or was changed in another window. */
  | 'not_held'
  /** The service can't be asked. */
  | 'away';

/** The reservations have the code; or none has one, because it can't be used for all of them. */
type Outcome =
  | { kind: 'done'; reservations: readonly Reservation[] }
  | { kind: 'refused'; refusal: Refused }
  | { kind: 'over' };

/**
 * A code is applied to everything that is held. The checkout names the code before the service is asked, so that a
 * purchase whose price is about to change is not paid: see `refreshVoucher`.
 */
export async function applyVoucher(
  context: CheckoutContext,
  checkoutId: string,
  typed: string,
): Promise<VoucherAnswer> {
  const code = typedText(typed);
  if (!(await stopPaying(context, checkoutId))) return 'not_held';
  const before = await name(context, checkoutId, code);
  if (before === null) return 'not_held';
  const outcome = await settle(context, before, code, 'voucher_applied');
  if (outcome === 'applied' || outcome === 'not_held' || outcome === 'away') return outcome;
  // A code that can't be used does not replace one that is used.
  await name(context, checkoutId, before.voucher);
  await refreshVoucher(context, checkoutId);
  return outcome;
}

/** The tickets cost again what they cost without a voucher. */
export async function dropVoucher(context: CheckoutContext, checkoutId: string): Promise<VoucherAnswer> {
  if (!(await stopPaying(context, checkoutId))) return 'not_held';
  const before = await name(context, checkoutId, '');
  if (before === null) return 'not_held';
  const outcome = await settle(context, before, '', 'voucher_removed');
  return outcome === 'applied' ? 'removed' : outcome;
}

/**
 * The reservations are as the code of the checkout requires: after an item was added or removed, and before it is paid.
 * `lost`: the code can't be used any more, and was removed. `away`: the service can't be asked, so the price is not
 * known. A checkout that never had a code is not changed, and the service is not asked.
 */
export async function refreshVoucher(
  context: CheckoutContext,
  checkoutId: string,
): Promise<'same' | 'lost' | 'away'> {
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout?.state !== 'held' || !checkout.holdAlive || checkout.voucher === null) return 'same';
  const outcome = await settle(context, checkout, checkout.voucher, null);
  if (outcome === 'applied' || outcome === 'not_held') return 'same';
  if (outcome === 'away') return 'away';
  await context.database.transaction(async (transaction) => {
    const now = await lockCheckout(transaction, checkoutId);
    if (now?.state !== 'held' || now.voucher !== checkout.voucher) return;
    await saveVoucher(transaction, checkoutId, '');
    await note(transaction, checkoutId, 'voucher_lost', {
      code: checkout.voucher,
      why: typeof outcome === 'string' ? outcome : outcome.refusal,
    });
  });
  return (await settle(context, checkout, '', null)) === 'away' ? 'away' : 'lost';
}

/** Resolves to the checkout as it was before; null: it is not held any more, and nothing changed. */
function name(
  { database }: CheckoutContext,
  checkoutId: string,
  code: string | null,
): Promise<Checkout | null> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'held' || !checkout.holdAlive) return null;
    await saveVoucher(transaction, checkoutId, code);
    return checkout;
  });
}

/** Asks the service, and stores what the reservations cost now, if the checkout still names this code. */
async function settle(
  context: CheckoutContext,
  { id: checkoutId, language, voucher }: Pick<Checkout, 'id' | 'language' | 'voucher'>,
  code: string,
  event: TimelineEvent | null,
): Promise<VoucherAnswer> {
  const { database, report } = context;
  const holds = await readHolds(database, checkoutId);
  if (holds.length === 0) return 'not_held';
  try {
    const outcome = await ask(context, holds, code, { language });
    if (outcome.kind !== 'done') return outcome.kind === 'over' ? 'not_held' : outcome.refusal;
    const stored = await database.transaction(async (transaction) => {
      const now = await lockCheckout(transaction, checkoutId);
      if (now?.state !== 'held' || now.voucher !== code) return false;
      const written =
        outcome.reservations.find(({ voucher }) => typeof voucher === 'string')?.voucher ?? code;
      // Customers type codes in many ways; they are shown as staff have written them.
      if (written !== code) await saveVoucher(transaction, checkoutId, written);
      for (const reservation of outcome.reservations) {
        await saveReservation(transaction, checkoutId, reservation);
      }
      const detail = {
        // Of a code that was removed, too, it is noted which one it was.
        code: code === '' ? (voucher ?? '') : written,
        discount: discountOf(outcome.reservations.map((reservation) => ({ reservation }))),
      };
      if (event !== null) await note(transaction, checkoutId, event, detail);
      return true;
    });
    return stored ? 'applied' : 'not_held';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'a voucher could not be applied or removed', {
      checkout: checkoutId,
      reason: error.reason,
    });
    return 'away';
  }
}

/** What vouchers take off; "0.00" without one. */
export function discountOf(holds: readonly Pick<Hold, 'reservation'>[]): string {
  return sumAmounts(holds.map(({ reservation }) => reservation.discountInclTax ?? '0.00'));
}

/**
 * Applies a code, or removes one if it is empty, for each catalogue: a code is of one of them, so it is enough that one
 * accepts it. A server without vouchers knows no code.
 */
async function ask(
  { client }: Pick<CheckoutContext, 'client'>,
  holds: readonly Pick<Hold, 'catalogId' | 'reservation'>[],
  code: string,
  { language }: Pick<Checkout, 'language'>,
): Promise<Outcome> {
  const refusals: Refused[] = [];
  const changed: Reservation[] = [];
  const others: (() => Promise<VoucherResult>)[] = [];
  let isUsed = code === '';
  for (const catalogId of new Set(holds.map((one) => one.catalogId))) {
    const own = holds.filter((one) => one.catalogId === catalogId);
    const reservations = own.map(({ reservation }) => addresses.reservation(reservation.id));
    const remove = () => client.removeVoucher({ reservations }, { language });
    const answer: VoucherResult =
      code === '' ? await remove() : await client.applyVoucher({ code, reservations }, { language });
    if (answer.kind === 'over') return { kind: 'over' };
    if (answer.kind === 'done') {
      isUsed = true;
      changed.push(...answer.reservations);
    } else {
      refusals.push(refusalOf(answer));
      if (answer.kind === 'refused' && discountOf(own) !== '0.00') others.push(remove);
    }
  }
  if (isUsed) {
    // What an earlier code took off in the other catalogues would stay.
    for (const remove of others) {
      const removed = await remove();
      if (removed.kind === 'done') changed.push(...removed.reservations);
    }
    return { kind: 'done', reservations: changed };
  }
  const known = refusals.find((refusal) => refusal !== 'UNKNOWN');
  return { kind: 'refused', refusal: known ?? 'UNKNOWN' };
}

function refusalOf(answer: Exclude<VoucherResult, { kind: 'done' | 'over' }>): Refused {
  if (answer.kind === 'unavailable') return 'UNKNOWN';
  const { refusal, minimum } = answer;
  return refusal === 'BELOW_MINIMUM' ? { refusal, minimum } : refusal;
}

/**
 * After the payment, the code of the checkout is applied to reservations that replace expired ones, together with those
 * that are still held. Resolves to all of them in their order: as they cost with it, or as they are if there is no code
 * or it can't be used.
 */
export async function applyAgain<Held extends Pick<Hold, 'reservation'>>(
  context: Pick<CheckoutContext, 'client'>,
  { voucher, language }: Pick<Checkout, 'voucher' | 'language'>,
  all: readonly Held[],
): Promise<Held[]> {
  if (voucher === null || voucher === '') return [...all];
  const held = all.map(({ reservation }) => ({ reservation, catalogId: catalogOf(reservation, '') }));
  const outcome = await ask(context, held, voucher, { language });
  const now = new Map(outcome.kind === 'done' ? outcome.reservations.map((one) => [one.id, one]) : []);
  return all.map((one) => ({ ...one, reservation: now.get(one.reservation.id) ?? one.reservation }));
}
