import type { Checkout, Payment } from '@/lib/shop/rules/checkout';
import type { Line } from '@/lib/shop/values/checkout-values';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import type { PlacedOrder } from '@/lib/shop/data/order-store';
import type { CancellationView } from '../cancellation/cancellation-list';
import type { IncidentView } from './incident-view';

export interface OrderPageView extends Pick<
  OrderView,
  | 'items'
  | 'fees'
  | 'total'
  | 'credit'
  | 'due'
  | 'back'
  | 'returned'
  | 'voucher'
  | 'confirmation'
  | 'invoices'
> {
  readonly checkout: Pick<
    Checkout,
    'id' | 'reference' | 'total' | 'credit' | 'reason' | 'settledAs' | 'customer' | 'invoice'
  >;
  readonly orders: readonly PlacedOrderView[];
  readonly payments: readonly Pick<Payment, 'amount' | 'state' | 'paidBack'>[];
  readonly incidents: readonly IncidentView[];
  readonly cancellations: readonly CancellationView[];
  readonly block: object | null;
}

export type PlacedOrderView = Pick<PlacedOrder, 'id' | 'reference' | 'reservationId'> & {
  readonly data: Pick<PlacedOrder['data'], 'documents'>;
};

export function linesOf(view: Pick<OrderPageView, 'items'>): readonly Line[] {
  return view.items.flatMap(({ lines }) => lines);
}

/** What was captured or authorized; null when nothing was. */
export function paidAmount(view: Pick<OrderPageView, 'payments'>): string | null {
  return view.payments.find(({ state }) => state === 'paid' || state === 'authorized')?.amount ?? null;
}

export function isPreparing(orders: readonly PlacedOrderView[]): boolean {
  return orders.length === 0 || orders.some(({ data }) => data.documents.length === 0);
}
