import { lastSegment } from '../../../contract/iri';
import type { VoucherRefusal } from '../../../contract/voucher';
import type { Language } from '../../../locale/languages';
import { findBlock } from '../../data/block-store';
import { findCheckout } from '../../data/checkout-store';
import { describeHolds } from '../visit/describe-holds';
import { readCancellations } from '../../data/cancellation-store';
import { readShownCancellations } from '../../data/shown-cancellations';
import { withDocuments } from '../order/documents';
import { feesOf, totalOf } from '../../rules/fees';
import { isUndelivered } from '../../rules/incident';
import { readOrders, type PlacedOrder } from '../../data/order-store';
import type { Checkout, Holds } from '../../rules/checkout';
import { creditUse, isExchange, leastTotal } from '../../rules/credit';
import { firstBegin, inOrderOfTime } from '../../rules/order-of-time';
import { mayHaveOrder } from '../../values/checkout-state';
import { readWholeCheckout, type WholeCheckout } from '../../data/whole-checkout-store';
import { describeOrdered } from '../visit/describe-ordered';
import { discountsOf } from '../../rules/discount-of';
import { findLostVoucher } from '../voucher/apply-voucher';
import type { CheckoutContext } from '../../context';

export type CheckoutView = Awaited<ReturnType<typeof describeCheckout>>;

/** A checkout as its pages show it, with what it holds in order of time. */
export async function describeCheckout(context: CheckoutContext, whole: WholeCheckout, language: Language) {
  const { checkout, holds, rebooking } = whole;
  // Also before the order: a session that the issuer has called off meanwhile is not sold.
  const isOpen = checkout.state === 'held' || checkout.state === 'paying';
  const describeNow = isOpen || mayHaveOrder(checkout.state) ? describeOrdered : describeHolds;
  const described = await Promise.all(
    holds.map(async (hold) => ({
      holdId: hold.id,
      reservationId: hold.reservationId,
      lines: await describeNow(context, [hold], language),
    })),
  );
  const total = totalOf(holds);
  const { worth, due, back } = creditUse(whole);
  const items = inOrderOfTime(described, ({ lines }) => firstBegin(lines));
  return {
    checkout,
    holds,
    /** How it is paid with tickets of an earlier order; null: it is not. */
    rebooking,
    items,
    fees: feesOf(holds),
    /** Fees included, after what the voucher takes off. */
    total,
    voucher: await findVoucher(context, checkout, holds),
    /** What tickets of an earlier order are worth, what is left to pay, and what remains of their credit. */
    credit: worth,
    due,
    back,
    /** What they gave back to the gift card that had paid for a part of them; 0.00 before the order. */
    returned: whole.returned,
    /** What it must cost at least with these tickets; 0.00: there is no such limit. */
    leastTotal: isExchange(holds, rebooking) ? leastTotal(whole) : '0.00',
  };
}

export async function readCheckout(
  context: CheckoutContext,
  id: string,
  language: Language,
): Promise<CheckoutView | null> {
  const whole = await readWholeCheckout(context.database, id);
  return whole === null ? null : describeCheckout(context, whole, language);
}

/** The code, and what it takes off. `left`: of a gift card, after that; null: it is none. `complimentary`: staff have given the tickets. `lost`: a code that can't be used any more was removed; `why` it can't. */
type CheckoutVoucher =
  | { code: string; discount: string; left: string | null; lost: false; complimentary?: boolean }
  | { code: string; discount: '0.00'; lost: true; why: VoucherRefusal };

async function findVoucher(
  context: CheckoutContext,
  { id, voucher }: Pick<Checkout, 'id' | 'voucher'>,
  holds: Holds,
): Promise<CheckoutVoucher | null> {
  if (voucher === null) return null;
  if (voucher !== '') return { code: voucher, ...discountsOf(holds), lost: false };
  const lost = await findLostVoucher(context, id);
  return lost && { ...lost, discount: '0.00', lost: true };
}

/** With `cameBack`: its refund was made and could not be delivered, and the money is still to be given back. */
export async function readChanges(
  { database }: Pick<CheckoutContext, 'database'>,
  { checkout, incidents, isChanged }: Pick<WholeCheckout, 'checkout' | 'incidents' | 'isChanged'>,
) {
  if (!isChanged) return [];
  const cancellations = await readShownCancellations(database, checkout.id);
  // A refund that came back is not done until staff have returned the money in another way.
  const cameBack = incidents.filter((one) => isUndelivered(one) && one.acknowledgedAt === null);
  return cancellations.map((one) => {
    const isBack = cameBack.some(({ id: refundId }) => refundId === one.refund?.refundId);
    return { ...one, isEnded: one.isEnded && !isBack, cameBack: isBack };
  });
}

export type OrderView = Awaited<ReturnType<typeof describeOrder>>;

/** A checkout as the page of its order and those of staff show it. */
export async function describeOrder(context: CheckoutContext, whole: WholeCheckout, language: Language) {
  const { payments, incidents, invoices, block, confirmation, giftDelivery } = whole;
  const [view, orders, cancellations] = await Promise.all([
    describeCheckout(context, whole, language),
    Promise.all(whole.orders.map((order) => withDocuments(context, order, language))),
    readChanges(context, whole),
  ]);
  return {
    ...view,
    orders,
    payments,
    incidents,
    cancellations,
    invoices,
    block,
    confirmation,
    giftDelivery,
  };
}

export async function readOrderView(
  context: CheckoutContext,
  id: string,
  language: Language,
): Promise<OrderView | null> {
  const whole = await readWholeCheckout(context.database, id);
  return whole === null ? null : describeOrder(context, whole, language);
}

/**
 * The order that a document belongs to, among the orders of a checkout; null: there is no such document. `erased`: the
 * personal data was, and the documents of the service still name the person.
 */
export async function findDocument(
  context: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  documentId: string,
): Promise<
  | { kind: 'found'; order: PlacedOrder; number: number; isCreditNote: boolean }
  | { kind: 'blocked' | 'erased' }
  | null
> {
  const orders = await readOrders(context.database, checkoutId);
  const creditNotes = await readCancellations(context.database, checkoutId);
  const all = orders.flatMap((order) => [
    ...order.data.documents.map((path) => ({ order, id: lastSegment(path), isCreditNote: false })),
    ...creditNotes
      .filter(({ orderId, document }) => orderId === order.id && document !== null)
      .map(({ document }) => ({ order, id: lastSegment(document ?? ''), isCreditNote: true })),
  ]);
  const index = all.findIndex(({ id }) => id === documentId);
  const found = all[index];
  if (found === undefined) return null;
  const { order, isCreditNote } = found;
  if ((await findCheckout(context.database, checkoutId))?.anonymisedAt !== null) return { kind: 'erased' };
  // A block is about the tickets; the credit note is the customer's in any case.
  if (!isCreditNote && (await findBlock(context.database, checkoutId)) !== null) return { kind: 'blocked' };
  return { kind: 'found', order, number: index + 1, isCreditNote };
}
