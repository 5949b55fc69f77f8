import type { Payment } from '@/lib/shop/rules/checkout';
import type { ListedPayment, ListedRefund, PaymentState } from '@/lib/payment/payment';
import { compare, type Books, type ServiceOrder } from '@/lib/shop/flows/reconciliation/reconcile-compare';
import type { Reconciliation } from '@/lib/shop/rules/reconcile-findings';
import type { Account, PlacedRow } from '@/lib/shop/data/reconcile-store';

/** A moment of the reconciled day, or of another day. */
export const at = (hour: number, day = 4, milliseconds = 0): Date =>
  new Date(Date.UTC(2027, 4, day, hour, 0, 0, milliseconds));

/** Now, by the database's clock: noon of the day after the reconciled one. */
export const now = at(12, 5);

export const paidState = (differences: Partial<PaymentState & { status: 'paid' }> = {}): PaymentState => ({
  status: 'paid',
  amount: '36.00',
  currency: 'EUR',
  intent: 'pi_1',
  ...differences,
});

export const sessionOf = (state: PaymentState = paidState(), differences: Partial<ListedPayment> = {}) => ({
  session: { id: 'cs_1', checkoutId: 'c-1', email: null, language: null, state },
  createdAt: at(12),
  ...differences,
});

export const paymentOf = (differences: Partial<Payment> = {}): Payment => ({
  id: 'p-1',
  checkoutId: 'c-1',
  amount: '36.00',
  state: 'paid',
  sessionId: 'cs_1',
  intent: 'pi_1',
  method: 'provider',
  capture: 'automatic',
  createdAt: at(12),
  pageExpiresAt: at(13),
  settledAt: at(12),
  refundedAt: null,
  refundId: null,
  askedAt: null,
  pageUrl: null,
  paidBack: null,
  payoutId: null,
  ...differences,
});

export const refundOf = (differences: Partial<ListedRefund> = {}): ListedRefund => ({
  id: 're_1',
  intent: 'pi_1',
  requestId: null,
  amount: '36.00',
  currency: 'EUR',
  status: 'done',
  createdAt: at(12),
  ...differences,
});

export const placedOf = (differences: Partial<PlacedRow> = {}): PlacedRow => ({
  id: 'o-1',
  checkoutId: 'c-1',
  createdAt: at(12),
  ...differences,
});

export const accountOf = (differences: Partial<Account> = {}): Account => ({
  id: 'c-1',
  reference: 'ABC-1',
  state: 'ordered',
  reason: null,
  settledAs: null,
  language: 'en',
  total: '36.00',
  credit: '0.00',
  createdAt: at(12),
  enteredAt: at(12),
  payments: [paymentOf()],
  placed: [placedOf()],
  refunds: [],
  replacedRefunds: [],
  acknowledgedRefunds: [],
  ...differences,
});

export const orderOf = (differences: Partial<ServiceOrder> = {}): ServiceOrder => ({
  id: 'o-1',
  reservation: '/reservations/1',
  totalAmountInclTax: '36.00',
  ...differences,
});

/**
 * The books with these differences. Without differences: one purchase that was paid and ordered, on which all
 * sides agree.
 */
export interface Differences extends Partial<Omit<Books, 'orders'>> {
  orders?: readonly ServiceOrder[];
}

export function compared({ orders, ...differences }: Differences = {}): Reconciliation {
  return compare({
    day: { from: at(0), until: at(0, 5) },
    listed: { from: at(20, 3), until: at(4, 5) },
    now,
    sessions: [sessionOf()],
    refunds: [],
    accounts: [accountOf()],
    orders: new Map([['ABC-1', orders ?? [orderOf()]]]),
    ...differences,
  });
}

/** The kinds of findings about the purchase. */
export function findingKinds(differences: Differences): string[] {
  return compared(differences).findings.map(({ kind }) => kind);
}
