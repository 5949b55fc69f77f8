import { lastSegment } from '../contract/iri';
import type { Language } from '../locale/languages';
import { sumAmounts } from '../money/money';
import { findBlock, type Block } from './block-store';
import type { Checkout, Line, Payment } from './checkout';
import { findCheckout } from './checkout-store';
import { describe } from './describe';
import { withDocuments } from './documents';
import { feesOf } from './fees';
import { readHolds } from './hold-store';
import type { Incident } from './incident';
import { readIncidents } from './incident-store';
import { confirmationDelivery, type Delivery } from './mail-store';
import { readOrders, type PlacedOrder } from './order-store';
import { readPayments } from './payment-store';
import type { Rooms } from './rooms';

export interface CheckoutItem {
  /** Names the item when it is given back. */
  holdId: string;
  reservationId: string;
  lines: Line[];
}

export interface CheckoutView {
  checkout: Checkout;
  items: CheckoutItem[];
  /** What the reservations cost beside their items: above 0 a fee, below 0 a discount. */
  fees: string;
  /** The sum of what is held, fees included. */
  total: string;
}

/** A checkout with what it holds, in words. */
export async function readCheckout(
  rooms: Rooms,
  id: string,
  language: Language,
): Promise<CheckoutView | null> {
  const checkout = await findCheckout(rooms.database, id);
  if (checkout === null) return null;
  const holds = await readHolds(rooms.database, id);
  const items = await Promise.all(
    holds.map(async (hold) => ({
      holdId: hold.id,
      reservationId: hold.reservationId,
      lines: await describe(rooms, [hold], language),
    })),
  );
  return {
    checkout,
    items,
    fees: feesOf(holds),
    total: sumAmounts(holds.map(({ reservation }) => reservation.totalAmountInclTax)),
  };
}

export interface OrderView extends CheckoutView {
  orders: PlacedOrder[];
  payments: Payment[];
  /** What happened to the payments at the provider after the purchase. */
  incidents: Incident[];
  /** Null: the tickets are not blocked. */
  block: Block | null;
  /** Of the e-mail with the link to the order; null when there is none (any more). */
  confirmation: Delivery | null;
}

/** A checkout with the orders and payments that came of it. */
export async function readOrderView(rooms: Rooms, id: string, language: Language): Promise<OrderView | null> {
  const view = await readCheckout(rooms, id, language);
  if (view === null) return null;
  const orders = await Promise.all(
    (await readOrders(rooms.database, id)).map((order) => withDocuments(rooms, order, language)),
  );
  const [payments, incidents, block, confirmation] = await Promise.all([
    readPayments(rooms.database, id),
    readIncidents(rooms.database, id),
    findBlock(rooms.database, id),
    confirmationDelivery(rooms.database, id),
  ]);
  return { ...view, orders, payments, incidents, block, confirmation };
}

/** The order that a document belongs to, among the orders of a checkout; null: there is no such document. */
export async function findDocument(
  rooms: Pick<Rooms, 'database'>,
  checkoutId: string,
  documentId: string,
): Promise<{ kind: 'found'; order: PlacedOrder; number: number } | { kind: 'blocked' } | null> {
  const orders = await readOrders(rooms.database, checkoutId);
  const all = orders.flatMap((order) =>
    order.data.documents.map((path) => ({ order, id: lastSegment(path) })),
  );
  const index = all.findIndex(({ id }) => id === documentId);
  const found = all[index];
  if (found === undefined) return null;
  if ((await findBlock(rooms.database, checkoutId)) !== null) return { kind: 'blocked' };
  return { kind: 'found', order: found.order, number: index + 1 };
}
