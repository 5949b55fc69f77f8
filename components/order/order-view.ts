import type { LineView } from '../checkout/line-view';
import type { IncidentView } from './incident-view';

/** What an order's page shows. */
export interface OrderPageView {
  readonly checkout: {
    readonly id: string;
    readonly reference: string;
    readonly total: string | null;
    readonly reason: string | null;
    /** How a person settled what no machine could. */
    readonly settledAs: 'refunded' | 'ordered' | 'nothing' | null;
    readonly customer: {
      readonly firstname: string;
      readonly lastname: string;
      readonly email: string;
    } | null;
  };
  readonly items: readonly { readonly holdId: string; readonly lines: readonly LineView[] }[];
  /** What the reservations cost beside their items. */
  readonly fees: string;
  readonly total: string;
  readonly orders: readonly PlacedOrderView[];
  readonly payments: readonly { readonly amount: string; readonly state: string }[];
  readonly incidents: readonly IncidentView[];
  /** The tickets are blocked; null: they are not. */
  readonly block: object | null;
  /** Of the e-mail with the link to this page; null when there is none (any more). */
  readonly confirmation: 'sent' | 'sending' | 'undelivered' | null;
}

export interface PlacedOrderView {
  readonly id: string;
  readonly reference: string;
  readonly data: { readonly documents: readonly string[] };
}

export function linesOf(view: Pick<OrderPageView, 'items'>): readonly LineView[] {
  return view.items.flatMap(({ lines }) => lines);
}

/** What was paid, or set aside to be taken; null when nothing was. */
export function paidAmount(view: Pick<OrderPageView, 'payments'>): string | null {
  return view.payments.find(({ state }) => state === 'paid' || state === 'authorized')?.amount ?? null;
}

/** Whether a file of the orders is still to come. */
export function isPreparing(orders: readonly PlacedOrderView[]): boolean {
  return orders.length === 0 || orders.some(({ data }) => data.documents.length === 0);
}
