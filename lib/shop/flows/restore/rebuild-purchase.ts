import { v7 as newId } from 'uuid';
import type { Transaction } from '../../../database/database';
import { supportedLanguage } from '../../../locale/languages';
import { compareAmounts, sumAmounts } from '../../../money/money';
import type { ListedRefund } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { customerValues, lockCheckout } from '../../data/checkout-store';
import { settlePayment } from '../../data/payment-store';
import { insertLost, insertLostPayment, replaceByKept, saveKept } from '../../data/rebuilt-store';
import { recordReturned } from '../../data/refund-store';
import { type Changes, transition } from '../../data/transition';
import type { Checkout, Payment } from '../../rules/checkout';
import { type KeptPurchase, reservationOf } from '../../rules/kept-purchase';
import { isPlaced } from '../../values/checkout-state';
import { closePayment, noteUnexpected } from '../payment/settle';

/** A payment at the provider of which the shop knows nothing. */
export interface LostPurchase {
  checkoutId: string;
  reference: string;
  sessionId: string;
  createdAt: Date;
  email: string;
  language: string | null;
  kept: KeptPurchase;
  paid: { status: 'paid' | 'authorized'; amount: string; currency: string; intent: string };
  /** At the provider, those that failed left out. */
  refunds: readonly ListedRefund[];
}

/** `known`: the payment is here. `other`: another purchase has the reference. */
export type RebuildOutcome = 'rebuilt' | 'refunded' | 'staff' | 'known' | 'other';

/**
 * Makes a purchase and its payment again, in one transaction; the worker orders it then, or gives the money back. `refunded`:
 * that was done before the restore. `staff`: another amount was paid, or a part was refunded, or the purchase was paid twice.
 */
export async function rebuildPurchase(
  context: Pick<CheckoutContext, 'database' | 'payments' | 'report'>,
  lost: LostPurchase,
): Promise<RebuildOutcome> {
  const { checkoutId: id, reference, createdAt } = lost;
  const language = supportedLanguage(lost.language);
  // Of an older page, which the customer left, it is known whether it was paid.
  await closePayment(context, id);
  return context.database.transaction(async (transaction) => {
    await insertLost(transaction, { id, reference, language, createdAt });
    const checkout = await lockCheckout(transaction, id);
    if (checkout?.reference !== reference) return 'other';
    const payment = await insertLostPayment(transaction, paymentOf(lost));
    if (payment === null) return 'known';
    if (isPlaced(checkout.state)) {
      const { amount, currency } = lost.paid;
      await noteUnexpected(transaction, payment, payment.amount, { payment: payment.id, amount, currency });
      return 'staff';
    }
    return rebuild(transaction, { ...checkout, language }, payment, lost);
  });
}

function paymentOf({ checkoutId, sessionId, createdAt, kept, paid }: LostPurchase) {
  const { status: state, intent, currency } = paid;
  // What was paid is booked, not what was asked for.
  const amount = currency === 'EUR' ? paid.amount : kept.amount;
  const capture = state === 'authorized' ? ('manual' as const) : ('automatic' as const);
  return { id: kept.payment, checkoutId, amount, state, capture, createdAt, sessionId, intent };
}

async function rebuild(
  transaction: Transaction,
  checkout: Checkout,
  payment: Payment,
  lost: LostPurchase,
): Promise<RebuildOutcome> {
  const { kept } = lost;
  await replaceByKept(transaction, checkout.id, holdsOf(lost));
  const { without = [], credit = '0.00', voucher = null, amount } = kept;
  const changes = {
    total: sumAmounts([amount, credit]),
    customer: customerOf(checkout, lost),
    detail: { payment: payment.id, amount: payment.amount, without },
  };
  return resume(transaction, { checkout, voucher, credit, changes }, payment, { ...lost, agreed: amount });
}

/**
 * Continues a purchase whose payment page was known to be open before the restored moment, and was paid since, in one
 * transaction; as above. `known`: another process has just learnt of the payment.
 */
export async function resumePaid(
  { database }: Pick<CheckoutContext, 'database'>,
  payment: Payment,
  { paid, refunds }: Pick<LostPurchase, 'paid' | 'refunds'>,
): Promise<Exclude<RebuildOutcome, 'other'>> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, payment.checkoutId);
    if (checkout === null) return 'known';
    const { status: state, intent, amount, currency } = paid;
    const received = currency === 'EUR' ? amount : null;
    if (!(await settlePayment(transaction, payment.id, { state, intent, received }))) return 'known';
    const settled = { ...payment, state, intent, amount: received ?? payment.amount };
    if (isPlaced(checkout.state)) {
      await noteUnexpected(transaction, settled, settled.amount, { payment: payment.id, amount, currency });
      return 'staff';
    }
    const { voucher, credit } = checkout;
    const detail = { payment: payment.id, amount: settled.amount };
    const about = { checkout, voucher, credit, changes: { detail } };
    return resume(transaction, about, settled, { paid, refunds, agreed: payment.amount });
  });
}

/**
 * Continues a purchase that was known to be paid before the restored moment: its order may have been made since, or its payment
 * refunded. `known`: it goes on as usual.
 */
export async function resumeUndecided(
  { database }: Pick<CheckoutContext, 'database'>,
  payment: Payment,
  refunds: readonly ListedRefund[],
): Promise<Exclude<RebuildOutcome, 'other'>> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, payment.checkoutId);
    // If an order was requested before, only staff can tell what was refunded.
    if (checkout?.state === 'ordering')
      return refunds.length === 0 ? 'known' : callStaff(transaction, checkout);
    if (checkout?.state !== 'paid') return 'known';
    const begun = await transition(transaction, checkout, { kind: 'order_begun' });
    if (begun === null) throw new Error('a transition of a locked checkout failed');
    const { voucher, credit } = checkout;
    await saveKept(transaction, checkout.id, { voucher, credit });
    if (await endRefunded(transaction, begun, payment, { paid: payment.amount, refunds })) return 'refunded';
    return refunds.length === 0 ? 'rebuilt' : callStaff(transaction, begun);
  });
}

interface Resumed {
  checkout: Checkout;
  voucher: string | null;
  credit: string;
  changes: Changes;
}

/** `agreed`: what was to be paid, in EUR. */
async function resume(
  transaction: Transaction,
  { checkout, voucher, credit, changes }: Resumed,
  payment: Payment,
  { paid, refunds, agreed }: Pick<LostPurchase, 'paid' | 'refunds'> & { agreed: string },
): Promise<'rebuilt' | 'refunded' | 'staff'> {
  const moved = await transition(transaction, checkout, { kind: 'rebuilt' }, changes);
  if (moved === null) throw new Error('a transition of a locked checkout failed');
  await saveKept(transaction, checkout.id, { voucher, credit });
  if (await endRefunded(transaction, moved, payment, { paid: paid.amount, refunds })) return 'refunded';
  const asAgreed = paid.currency === 'EUR' && compareAmounts(paid.amount, agreed) === 0;
  return asAgreed && refunds.length === 0 ? 'rebuilt' : callStaff(transaction, moved);
}

/** False: not all of the payment was refunded. */
async function endRefunded(
  transaction: Transaction,
  checkout: Checkout,
  payment: Payment,
  { paid, refunds }: { paid: string; refunds: readonly ListedRefund[] },
): Promise<boolean> {
  const back = sumAmounts(refunds.map(({ amount }) => amount));
  if (refunds.length === 0 || compareAmounts(back, paid) < 0) return false;
  const refundId = refunds[0]?.id ?? null;
  await recordReturned(transaction, payment, { cause: 'no_order', state: 'done', refundId });
  await transition(transaction, checkout, { kind: 'refund_found' }, { detail: { amount: back } });
  return true;
}

async function callStaff(transaction: Transaction, checkout: Checkout): Promise<'staff'> {
  const reason = 'amount_differs';
  await transition(transaction, checkout, { kind: 'order_unknown' }, { reason, detail: { reason } });
  return 'staff';
}

function customerOf(checkout: Checkout, { email, kept }: LostPurchase) {
  const { firstname, lastname, country } = kept.customer;
  const { language } = checkout;
  // What the customer had typed before the restored moment may have more.
  const entries = { ...checkout.entries, firstname, lastname, email, country };
  const { invoice, gift, answers } = checkout;
  const phone = checkout.customer?.phone;
  const customer = {
    firstname,
    lastname,
    email,
    country,
    language,
    ...(phone === undefined ? {} : { phone }),
  };
  return customerValues(customer, { entries, invoice, gift, answers });
}

/** Longer than the customer needed from the first hold to the payment page, and more than two clocks differ. */
const marginMilliseconds = 2 * 60 * 60_000;

function holdsOf({ checkoutId, createdAt, kept }: LostPurchase) {
  const begun = new Date(createdAt.getTime() - marginMilliseconds);
  return (kept.holds ?? []).map((hold) => ({
    id: newId(),
    checkoutId,
    catalogId: hold.catalog,
    expiresAt: begun,
    reservation: reservationOf(hold, begun),
    descriptions: {},
  }));
}
