import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import { typedText } from '../../../contract/typed-text';
import { type VoucherRefusal, voucherRefusals } from '../../../contract/voucher';
import { catalogOf } from '../../rules/requested-items';
import { stopPaying } from '../payment/stop-paying';
import type { CheckoutContext } from '../../context';
import type { Transaction } from '../../../database/database';
import { freeCode } from '../../tokens';
import type { Checkout, Hold } from '../../rules/checkout';
import { findCheckout, lockCheckout, saveVoucher } from '../../data/checkout-store';
import type { TimelineEvent } from '../../values/checkout-values';
import { readHolds, saveReservation } from '../../data/hold-store';
import { findRebooking } from '../../data/rebooking-store';
import { note, readTimeline } from '../../data/timeline-store';
import { askVoucher, type Refused } from './ask-voucher';
import { discountOf } from '../../rules/discount-of';

/** `applied`, `removed`: the reservations cost what they do with the code, or without one. */
export type VoucherAnswer =
  | 'applied'
  | 'removed'
  | Refused
  /** The checkout has ended, was paid, or was changed in another window. */
  | 'not_held'
  /** The service can't be asked. */
  | 'unavailable'
  /** The service was asked too often, by all visitors together; the code is not applied. */
  | 'too_often';

type Also = (transaction: Transaction) => Promise<void>;

/**
 * A code is applied to everything that is held. The checkout names the code before the service is asked, so that a
 * purchase whose price is about to change is not paid: see `refreshVoucher`. `also`: what is stored with it.
 */
export async function applyVoucher(
  context: CheckoutContext,
  checkoutId: string,
  typed: string,
  also: Also = () => Promise.resolve(),
): Promise<VoucherAnswer> {
  const code = typedText(typed);
  if ((await stopPaying(context, checkoutId)) === null) return 'not_held';
  const before = await name(context, checkoutId, code);
  if (before === null) return 'not_held';
  const outcome = await settle(context, before, code, { event: 'voucher_applied', also });
  if (outcome === 'applied' || outcome === 'not_held' || outcome === 'unavailable') return outcome;
  // A code that can't be used does not replace one that is used, or one that was typed meanwhile.
  await context.database.transaction(async (transaction) => {
    const now = await lockCheckout(transaction, checkoutId);
    // Not null, because an earlier request may have applied a code: before a payment the service is asked to remove it.
    if (now?.state === 'held' && now.voucher === code)
      await saveVoucher(transaction, checkoutId, before.voucher ?? '');
  });
  await refreshVoucher(context, checkoutId);
  return outcome;
}

/** The tickets cost again what they cost without a voucher. */
export async function dropVoucher(context: CheckoutContext, checkoutId: string): Promise<VoucherAnswer> {
  if ((await stopPaying(context, checkoutId)) === null) return 'not_held';
  const before = await name(context, checkoutId, '');
  if (before === null) return 'not_held';
  const outcome = await settle(context, before, '', { event: 'voucher_removed' });
  return outcome === 'applied' ? 'removed' : outcome;
}

/**
 * The reservations are as the code of the checkout requires: after an item was added or removed, and before it is paid.
 * `same`: they cost what is stored, with `voucher`. `removed`: the code can't be used any more, and was removed.
 * `changed`: another window has changed the checkout meanwhile. `unavailable`: the service can't be asked, so the price
 * is not known. A checkout that never had a code is not changed, and the service is not asked.
 */
export async function refreshVoucher(
  context: CheckoutContext,
  checkoutId: string,
): Promise<{ kind: 'same' | 'removed' | 'changed' | 'unavailable'; voucher: string | null }> {
  const checkout = await findCheckout(context.database, checkoutId);
  const voucher = checkout?.voucher ?? null;
  if (checkout?.state !== 'held' || !checkout.holdAlive || voucher === null) return { kind: 'same', voucher };
  const outcome = await settle(context, checkout, voucher);
  if (outcome === 'applied') return { kind: 'same', voucher };
  if (outcome === 'not_held') return { kind: 'changed', voucher };
  if (outcome === 'unavailable' || outcome === 'too_often') return { kind: 'unavailable', voucher };
  const removed = await context.database.transaction(async (transaction) => {
    const now = await lockCheckout(transaction, checkoutId);
    if (now?.state !== 'held' || now.voucher !== voucher) return false;
    await saveVoucher(transaction, checkoutId, '');
    const why = typeof outcome === 'string' ? outcome : outcome.refusal;
    await note(transaction, checkoutId, 'voucher_lost', { code: voucher, why });
    return true;
  });
  if (!removed) return { kind: 'changed', voucher };
  const without = await settle(context, checkout, '');
  if (without === 'applied') return { kind: 'removed', voucher: '' };
  return { kind: without === 'unavailable' ? 'unavailable' : 'changed', voucher: '' };
}

/** The code that was removed because it can't be used any more, and why; null: none was, or another was named since. */
export async function findLostVoucher(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
): Promise<{ code: string; why: VoucherRefusal } | null> {
  const last = (await readTimeline(database, checkoutId)).findLast(({ what }) => what.startsWith('voucher_'));
  if (last?.what !== 'voucher_lost') return null;
  const { code, why } = last.detail;
  return {
    code: typeof code === 'string' ? code : '',
    why: voucherRefusals.find((one) => one === why) ?? 'UNKNOWN',
  };
}

/** A code that was given up because it could not be used for what was left is tried again: what it was for is back. */
export async function applyLostVoucher(context: CheckoutContext, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout?.voucher !== '') return;
  const lost = await findLostVoucher(context, checkoutId);
  if (lost !== null && lost.code !== '') await applyVoucher(context, checkoutId, lost.code);
}

/**
 * A hold that was replaced and is about to be released: the checkout's voucher is applied to it and to what replaces it as one
 * use. What they cost is stored by `refreshVoucher`. Resolves to the language of the checkout.
 */
export async function shareUse(
  context: CheckoutContext,
  checkoutId: string,
  replaced: Hold,
): Promise<Language> {
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout === null) throw new Error(`no checkout ${checkoutId}`);
  const { voucher, language } = checkout;
  if (checkout.state !== 'held' || voucher === null || voucher === '') return language;
  const holds = await readHolds(context.database, checkoutId);
  try {
    const exchanged = await findRebooking(context.database, checkoutId);
    const free = freeCode(checkoutId, context.linkSecret);
    await askVoucher(context, [...holds, replaced], voucher, { language, free, replaced: exchanged });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const about = { checkout: checkoutId, reason: error.reason };
    context.report('warn', 'a voucher could not be applied to what replaces a hold', about);
  }
  return language;
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
  { event, also }: { event?: TimelineEvent; also?: Also } = {},
): Promise<VoucherAnswer> {
  const { database, report, linkSecret } = context;
  const holds = await readHolds(database, checkoutId);
  if (holds.length === 0) return 'not_held';
  const replaced = code === '' ? null : await findRebooking(database, checkoutId);
  try {
    const free = freeCode(checkoutId, linkSecret);
    const outcome = await askVoucher(context, holds, code, { language, free, replaced });
    if (outcome.kind !== 'done') return outcome.kind === 'already_ended' ? 'not_held' : outcome.refusal;
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
      if (event !== undefined) await note(transaction, checkoutId, event, detail);
      await also?.(transaction);
      return true;
    });
    return stored ? 'applied' : 'not_held';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'a voucher could not be applied or removed', {
      checkout: checkoutId,
      reason: error.reason,
    });
    return error.status === 429 ? 'too_often' : 'unavailable';
  }
}

/**
 * After the payment, the code of the checkout is applied to reservations that replace expired ones, together with those
 * that are still held. Resolves to all of them in their order: as they cost with it, or as they are if there is no code
 * or it can't be used.
 */
export async function applyAgain<Held extends Pick<Hold, 'reservation'>>(
  context: Pick<CheckoutContext, 'client' | 'database' | 'linkSecret'>,
  { id, voucher, language }: Pick<Checkout, 'id' | 'voucher' | 'language'>,
  all: readonly Held[],
): Promise<Held[]> {
  if (voucher === null || voucher === '') return [...all];
  const held = all.map(({ reservation }) => ({ reservation, catalogId: catalogOf(reservation, '') }));
  const replaced = await findRebooking(context.database, id);
  const free = freeCode(id, context.linkSecret);
  const outcome = await askVoucher(context, held, voucher, { language, free, replaced });
  const now = new Map(outcome.kind === 'done' ? outcome.reservations.map((one) => [one.id, one]) : []);
  return all.map((one) => ({ ...one, reservation: now.get(one.reservation.id) ?? one.reservation }));
}
