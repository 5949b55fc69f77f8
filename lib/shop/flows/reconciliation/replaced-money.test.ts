import { describe, expect, it } from 'vitest';
import type { ListedRefund } from '../../../payment/payment';
import {
  accountOf,
  at,
  findingKinds,
  orderOf,
  paymentOf,
  placedOf,
  refundOf,
  sessionOf,
} from '@/testing/shop/compare';
import type { Account } from '../../data/reconcile-store';
import type { Payment } from '../../rules/checkout';

// Money that staff have given back in another way, and money that was paid at the counter.

/** A purchase without an order, whose payment was refunded here. */
function refunded(row: Partial<Payment>, account: Partial<Account>, refunds: ListedRefund[]): string[] {
  const payments = [paymentOf({ refundedAt: at(12), refundId: 're_1', ...row })];
  const purchase = accountOf({ state: 'refunded', placed: [], payments, ...account });
  return findingKinds({ accounts: [purchase], sessions: [sessionOf()], orders: [], refunds });
}

describe('a refund of a whole payment', () => {
  it('has to be at the provider', () => {
    expect(refunded({}, {}, [refundOf()])).toEqual([]);
    expect(refunded({}, {}, [])).toEqual(['refund_here_only']);
  });

  it('must not be there if staff have given the money back in another way', () => {
    expect(refunded({ paidBack: 'cash' }, {}, [])).toEqual([]);
    expect(refunded({ paidBack: 'cash' }, {}, [refundOf()])).toEqual(['refund_differs']);
    expect(refunded({ paidBack: 'provider' }, {}, [])).toEqual(['refund_here_only']);
  });

  it('must not be there again if it came back, and staff have replaced it', () => {
    const replaced = { replacedRefunds: ['re_1'] };
    expect(refunded({}, replaced, [])).toEqual([]);
    expect(refunded({}, replaced, [refundOf({ id: 're_2' })])).toEqual(['refund_differs']);
    expect(refunded({}, { replacedRefunds: ['re_7'] }, [])).toEqual(['refund_here_only']);
  });
});

describe('a refund of cancelled tickets', () => {
  const ofTickets = (differences: object = {}): Account['refunds'][number] =>
    ({
      id: 'c-1',
      cause: 'cancelled_tickets',
      state: 'done',
      amount: '18.00',
      refundId: 're_1',
      enteredAt: at(12),
      paidBack: null,
      ...differences,
    }) as Account['refunds'][number];
  const told = (refunds: Account['refunds'], made: ListedRefund[], replacedRefunds: string[] = []) =>
    findingKinds({ accounts: [accountOf({ refunds, replacedRefunds })], refunds: made });
  const made = refundOf({ requestId: 'c-1', amount: '18.00' });

  it('is found by its request, whatever else was refunded', () => {
    expect(told([ofTickets()], [made])).toEqual([]);
    const other = refundOf({ id: 're_2', requestId: 'c-2', amount: '5.00' });
    expect(
      told([ofTickets(), ofTickets({ id: 'c-2', amount: '5.00', refundId: 're_2' })], [other, made]),
    ).toEqual([]);
    expect(told([ofTickets()], [])).toEqual(['refund_here_only']);
  });

  it('must not be there again if staff have replaced it', () => {
    expect(told([ofTickets()], [], ['re_1'])).toEqual([]);
    expect(told([ofTickets()], [made], ['re_1'])).toEqual(['refund_differs']);
    expect(told([ofTickets({ refundId: null })], [made], ['re_7'])).toEqual([]);
  });

  it('is compared alone: other refunds of the shop are those of whole payments', () => {
    expect(told([ofTickets({ cause: 'no_order' })], [])).toEqual([]);
  });
});

describe('a payment at the counter', () => {
  const counter = { method: 'cash', sessionId: null, intent: null } as const;
  const told = (row: Partial<Payment>, account: Partial<Account> = {}) =>
    findingKinds({
      accounts: [accountOf({ payments: [paymentOf({ ...counter, ...row })], ...account })],
      sessions: [],
    });

  it('needs nothing at the provider, and no refund there', () => {
    expect(told({})).toEqual([]);
    const givenBack = { refundedAt: at(12), paidBack: 'cash' } as const;
    const cancelled = { state: 'refunded', placed: [] } as const;
    const purchase = accountOf({ payments: [paymentOf({ ...counter, ...givenBack })], ...cancelled });
    expect(findingKinds({ accounts: [purchase], sessions: [], orders: [] })).toEqual([]);
  });

  it('counts as paid only if it was', () => {
    expect(told({ state: 'closed' })).toEqual(['ordered_unpaid']);
    expect(told({}, { placed: [] }).length).toBeGreaterThan(0);
  });
});

it('of two payments of which one is kept, only that one has to be the amount that is due', () => {
  const second = paymentOf({ id: 'p-2', sessionId: 'cs_2', intent: 'pi_2', amount: '40.00' });
  const both = accountOf({ payments: [paymentOf(), second], placed: [placedOf()] });
  const sessions = [
    sessionOf(),
    sessionOf({ status: 'paid', amount: '40.00', currency: 'EUR', intent: 'pi_2' }, {}),
  ].map((one, index) => ({ ...one, session: { ...one.session, id: `cs_${index + 1}` } }));
  expect(findingKinds({ accounts: [both], sessions, orders: [orderOf()] })).toEqual(['paid_twice']);
});
