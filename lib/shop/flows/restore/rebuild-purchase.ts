import { v7 as newId } from 'uuid';
import type { Transaction } from '../../../database/database';
import { supportedLanguage } from '../../../locale/languages';
import { compareAmounts, sumAmounts } from '../../../money/money';
import type { ListedRefund } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { customerValues, lockCheckout } from '../../data/checkout-store';
import { insertLost, insertLostPayment, replaceByKept, saveKept } from '../../data/rebuilt-store';
import { recordReturned } from '../../data/refund-store';
import { transition } from '../../data/transition';
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
  const { id } = checkout;
  const { kept, paid } = lost;
  await replaceByKept(transaction, id, holdsOf(lost));
  const total = sumAmounts([kept.amount, kept.credit ?? '0.00']);
  const { without = [], credit = '0.00', voucher = null } = kept;
  const moved = await transition(
    transaction,
    checkout,
    { kind: 'rebuilt' },
    {
      total,
      reason: 'restored',
      customer: customerOf(checkout, lost),
      detail: { payment: payment.id, amount: payment.amount, without },
    },
  );
  if (moved === null) throw new Error('a transition of a locked checkout failed');
  await saveKept(transaction, id, { voucher, credit });
  const back = sumAmounts(lost.refunds.map(({ amount }) => amount));
  const isBack = lost.refunds.length > 0 && compareAmounts(back, paid.amount) >= 0;
  if (isBack) {
    const refundId = lost.refunds[0]?.id ?? null;
    await recordReturned(transaction, payment, { cause: 'no_order', state: 'done', refundId });
    await transition(transaction, moved, { kind: 'refund_found' }, { detail: { amount: back } });
    return 'refunded';
  }
  const asAgreed = paid.currency === 'EUR' && compareAmounts(paid.amount, kept.amount) === 0;
  if (asAgreed && lost.refunds.length === 0) return 'rebuilt';
  const reason = 'amount_differs';
  await transition(transaction, moved, { kind: 'order_unknown' }, { reason, detail: { reason } });
  return 'staff';
}

function customerOf(checkout: Checkout, { email, kept }: LostPurchase) {
  const { firstname, lastname, country } = kept.customer;
  const { language } = checkout;
  // What the customer had typed before the restored moment may have more.
  const entries = { ...checkout.entries, firstname, lastname, email, country };
  const { invoice, answers } = checkout;
  const phone = checkout.customer?.phone;
  const customer = {
    firstname,
    lastname,
    email,
    country,
    language,
    ...(phone === undefined ? {} : { phone }),
  };
  return customerValues(customer, { entries, invoice, answers });
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
