import { v7 as newId } from 'uuid';
import type { Customer } from '../../../contract/customer';
import type { Language } from '../../../locale/languages';
import { compareAmounts, subtractAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import type { Checkout } from '../../rules/checkout';
import { isPlaced } from '../../values/checkout-state';
import { totalOf } from '../../rules/fees';
import { lockCheckout, saveCustomer } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { isSameCode } from '../../../contract/voucher';
import type { Transaction } from '../../../database/database';
import type { CreditRefusal } from '../exchange/exchange-tickets';
import { readCreditUse } from '../exchange/credit-of-checkout';
import { readWholeCheckout } from '../../data/whole-checkout-store';
import { readHolds } from '../../data/hold-store';
import { isCalledOff, refreshVisits } from '../visit/called-off';
import { refreshPrice } from '../checkout/refresh-price';
import { insertTaken } from '../../data/payment-store';
import { addSaleToShift } from '../../data/shift-store';
import { noteByStaff } from '../../data/timeline-store';

/** How it is paid. `given`: the cash that the customer has put down. `receipt`: the number of the terminal's receipt. */
export type Tender = { method: 'cash'; given: string } | { method: 'terminal'; receipt: string | null };

export interface CounterPayment {
  checkoutId: string;
  staff: string;
  tender: Tender;
  /** What is to be paid, as staff saw it. */
  total: string;
  customer: Customer & { language: Language };
  /** False: the customer gave no e-mail address, and that of the shop stands for it. */
  isReached: boolean;
  /** Answers to the questions of issuers. */
  answers?: Checkout['answers'];
}

type TakenPayment =
  | { kind: 'taken' }
  /** It had been paid before. */
  | { kind: 'paid_before' }
  | { kind: 'expired' | 'total_changed' | 'not_enough' }
  /** The issuer has cancelled or postponed a session that is held: it has to be removed. */
  | { kind: 'called_off' }
  /** The tickets that are exchanged can't be refunded so far: the sale has to cost more. */
  | { kind: 'credit_left' }
  /** The earlier tickets can't pay for it any more: their credit was removed. */
  | { kind: 'credit_lost'; why: CreditRefusal }
  /** What is to be paid, with the voucher or the earlier tickets, is not known: the service can't be asked. */
  | { kind: 'unavailable' }
  /** There is no such sale at the counter. */
  | { kind: 'missing' };

/**
 * Records that staff have taken the money; the order follows. Concurrency guarantee: the row of the sale is locked, so
 * of two clicks or two tabs one takes the payment. The payment and the state `paid` are stored in one transaction, so
 * after a crash the worker requests the order, or staff are told to return the money.
 */
export async function takePayment(context: CheckoutContext, payment: CounterPayment): Promise<TakenPayment> {
  const whole = await readWholeCheckout(context.database, payment.checkoutId);
  if (whole === null) return { kind: 'missing' };
  // If its code is not applied yet, or can't be used any more, the total is another one, and staff see it first.
  const refreshed = await refreshPrice(context, whole);
  if (refreshed.kind === 'service_unavailable') return { kind: 'unavailable' };
  if (refreshed.kind !== 'same') return refreshed;
  const { voucher } = refreshed;
  await refreshVisits(context, whole.holds, payment.customer.language);
  return context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, payment.checkoutId);
    if (checkout?.channel !== 'counter') return { kind: 'missing' };
    if (isPlaced(checkout.state)) return { kind: 'paid_before' };
    if (checkout.state !== 'held' || !checkout.holdAlive) return { kind: 'expired' };
    const holds = await readHolds(transaction, checkout.id);
    if (isCalledOff(holds)) return { kind: 'called_off' };
    const total = totalOf(holds);
    const isExchange = whole.rebooking !== null;
    const { due, least, settle } = await readCreditUse(transaction, { checkout, holds }, isExchange);
    const isSameVoucher = isSameCode(checkout.voucher, voucher);
    if (!isSameVoucher || compareAmounts(due, payment.total) !== 0) return { kind: 'total_changed' };
    if (compareAmounts(total, least) < 0) return { kind: 'credit_left' };
    const { tender } = payment;
    if (tender.method === 'cash' && compareAmounts(tender.given, due) < 0) return { kind: 'not_enough' };
    await settle();
    await store(transaction, checkout, payment, { total, due });
    return { kind: 'taken' };
  });
}

async function store(
  transaction: Transaction,
  checkout: Checkout,
  { staff, tender, customer, isReached, answers = null }: CounterPayment,
  { total, due }: { total: string; due: string },
): Promise<void> {
  await saveCustomer(transaction, checkout.id, customer, { answers, isReached });
  const nothingToPay = compareAmounts(due, '0.00') === 0;
  const placed = await transition(
    transaction,
    checkout,
    { kind: 'order_placed', nothingToPay },
    { total, detail: { total } },
  );
  if (placed === null) throw new Error('a transition of a locked checkout failed');
  if (nothingToPay) {
    await noteByStaff(transaction, checkout.id, 'sold_at_counter', { staff, amount: due });
    return;
  }
  const id = newId();
  const { method } = tender;
  await insertTaken(transaction, { id, checkoutId: checkout.id, amount: due, method });
  await addSaleToShift(transaction, { id, amount: due, method }, staff);
  const detail = { payment: id, amount: due, currency: 'EUR', method };
  const paid = await transition(
    transaction,
    placed,
    { kind: 'payment_received', asAgreed: true },
    { detail },
  );
  if (paid === null) throw new Error('a transition of a locked checkout failed');
  await noteByStaff(transaction, checkout.id, 'sold_at_counter', {
    staff,
    payment: id,
    amount: due,
    method,
    ...(tender.method === 'cash'
      ? { given: tender.given, change: subtractAmounts(tender.given, due) }
      : { receipt: tender.receipt }),
  });
}
