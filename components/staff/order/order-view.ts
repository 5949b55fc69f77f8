import type { Checkout, Payment } from '@/lib/shop/rules/checkout';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import type { Refund } from '@/lib/shop/tables/refund-table';
import type { OpenTask } from '@/lib/shop/data/task-store';
import type { PaidBackWay } from '@/lib/shop/values/checkout-values';
import type { IncidentView } from '../../order/incident-view';
import type { PlacedOrderView } from '../../order/order-view';
import { numberFormat } from '@/lib/locale/formats';

/** How a refund that came back can be replaced; the provider tells of what is refunded on its own pages. */
export const replacedNames = ['cash', 'terminal', 'other'] as const satisfies readonly PaidBackWay[];

export interface StaffOrderView extends Pick<
  OrderView,
  'items' | 'fees' | 'total' | 'voucher' | 'invoices' | 'credit' | 'back'
> {
  readonly checkout: Pick<
    Checkout,
    'id' | 'reference' | 'channel' | 'state' | 'reason' | 'settledAs' | 'language'
  > &
    Pick<Checkout, 'expiresAt' | 'customer' | 'email' | 'invoice' | 'anonymisedAt'>;
  readonly orders: readonly PlacedOrderView[];
  readonly payments: readonly Pick<
    Payment,
    'id' | 'amount' | 'state' | 'method' | 'intent' | 'refundedAt' | 'paidBack'
  >[];
  readonly incidents: readonly (IncidentView & Pick<OrderView['incidents'][number], 'paymentId'>)[];
  readonly cancellations: readonly StaffCancellationView[];
  readonly block: BlockView | null;
  /** What staff have to do. */
  readonly tasks: readonly Pick<OpenTask, 'kind' | 'key' | 'reason'>[];
}

export type StaffCancellationView = Pick<
  OrderView['cancellations'][number],
  | 'id'
  | 'state'
  | 'tickets'
  | 'amount'
  | 'returned'
  | 'reference'
  | 'document'
  | 'settledAs'
  | 'problem'
  | 'reason'
  | 'staff'
  | 'createdAt'
  | 'rebookedTo'
  | 'rebookedReference'
  | 'parts'
  | 'isEnded'
  | 'cameBack'
  | 'wholeAt'
  | 'isGoodwill'
> & {
  readonly refund: Pick<
    Refund,
    'id' | 'state' | 'problem' | 'amount' | 'refundId' | 'paidBack' | 'settledReason'
  > | null;
};

/** The tickets are blocked; what the ticket service was asked to do with them, and for how many it did so. */
export type BlockView = Omit<NonNullable<OrderView['block']>, 'checkoutId' | 'tickets'>;

export function incidentName({ kind, status }: Pick<IncidentView, 'kind' | 'status'>) {
  switch (kind) {
    case 'refund_failed':
      return status === 'settled' ? 'refund_repeated' : 'refund_undelivered';
    case 'dispute':
      return status === 'settled' ? 'dispute_closed' : (`dispute_${status}` as const);
    case 'refunded_at_provider':
    case 'fraud_warning':
      return kind;
  }
}

export function isOpenDispute({ kind, status }: Pick<IncidentView, 'kind' | 'status'>): boolean {
  return kind === 'dispute' && status === 'open';
}

/** An open dispute that is answered, or will not be answered: only the bank can end it. */
export function isAtBank(incident: IncidentView): boolean {
  return isOpenDispute(incident) && (incident.acknowledgedAt !== null || incident.answered);
}

/** Whether staff can mark it as dealt with; for an open dispute, as answered. */
export function canAcknowledge(incident: IncidentView): boolean {
  return incident.acknowledgedAt === null && incident.status !== 'settled' && !isAtBank(incident);
}

/** "3 hours": in the largest unit that gives a full number. */
export function spokenDuration(seconds: number, language: string): string {
  const minutes = Math.floor(seconds / 60);
  const [value, unit] =
    minutes >= 48 * 60
      ? [Math.floor(minutes / (24 * 60)), 'day']
      : minutes >= 120
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
