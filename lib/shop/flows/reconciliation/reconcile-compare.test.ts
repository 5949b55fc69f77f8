import { describe, expect, it } from 'vitest';
import type { PaymentState } from '../../../payment/payment';
import {
  accountOf,
  at,
  compared,
  now,
  paidState,
  paymentOf,
  placedOf,
  refundOf,
  sessionOf,
  findingKinds,
} from '@/testing/shop/compare';
import type { Payment } from '../../rules/checkout';

const authorized: PaymentState = { status: 'authorized', amount: '36.00', currency: 'EUR', intent: 'pi_1' };
const others: PaymentState[] = [
  { status: 'open', url: 'https://pay.example' },
  { status: 'processing' },
  { status: 'closed' },
];
const daysAgo = at(12, 1);
/** Before the reconciled day, and within the listed range. */
const justBefore = at(22, 3);

/** The findings about a payment in this state here and there. */
function paymentTold(row: Partial<Payment>, state: PaymentState | null, account: object = {}): string[] {
  return findingKinds({
    accounts: [accountOf({ payments: [paymentOf(row)], ...account })],
    sessions: state === null ? [] : [sessionOf(state)],
  });
}

describe('a payment in the shop (here) and at the provider (there)', () => {
  it.each([
    ['paid on both sides', 'paid', paidState(), []],
    ['authorized there only', 'paid', authorized, ['paid_here_only']],
    ['captured there only', 'authorized', paidState(), ['paid_there_only']],
    ['closed here', 'closed', paidState(), ['paid_there_only']],
    ['open here', 'open', authorized, ['paid_there_only']],
    ['unknown there', 'paid', null, ['paid_here_only']],
    ['authorized here, and unknown there', 'authorized', null, ['paid_here_only']],
  ] as const)('%s', (_, here, there, findings) => {
    expect(paymentTold({ state: here, settledAt: null, createdAt: now }, there)).toEqual(findings);
    // Also long ago: a payment that only one side calls authorized gets no second finding.
    expect(paymentTold({ state: here }, there)).toEqual(findings);
  });

  it.each(others)('paid here and not there: %o', (there) => {
    expect(paymentTold({}, there)).toEqual(['paid_here_only']);
  });

  it.each(others)('that was never paid here: %o', (there) => {
    const account = accountOf({ payments: [paymentOf({ state: 'closed' })], placed: [], state: 'expired' });
    expect(findingKinds({ accounts: [account], sessions: [sessionOf(there)], orders: [] })).toEqual([]);
    const ordered = accountOf({ payments: account.payments });
    expect(findingKinds({ accounts: [ordered], sessions: [sessionOf(there)] })).toEqual(['ordered_unpaid']);
  });

  it('is missing there only if it had to be listed', () => {
    const old = { createdAt: daysAgo };
    expect(paymentTold(old, null, old)).toEqual([]);
    expect(paymentTold(old, null, {})).toEqual(['paid_here_only']);
    expect(paymentTold({ createdAt: justBefore }, null, old)).toEqual(['paid_here_only']);
    expect(paymentTold({ sessionId: null }, null)).toEqual(['paid_here_only']);
  });
});

describe('a payment of another amount than agreed', () => {
  it.each([
    ['a cent more there', { amount: '36.01' }],
    ['another currency there', { currency: 'USD' }],
  ])('is found: %s', (_, differently) => {
    const sessions = [sessionOf(paidState(differently))];
    expect(findingKinds({ sessions })).toEqual(['amount_differs']);
    const half = sessionOf({ ...authorized, ...differently });
    const payments = [paymentOf({ state: 'authorized', settledAt: now })];
    expect(findingKinds({ accounts: [accountOf({ payments })], sessions: [half] })).toEqual([
      'amount_differs',
    ]);
  });

  it('is no finding when everything received was refunded', () => {
    const payments = [paymentOf({ amount: '36.00', refundedAt: at(13) })];
    const about = { accounts: [accountOf({ state: 'refunded', payments, placed: [] })], orders: [] };
    const sessions = [sessionOf(paidState({ amount: '36.01' }))];
    expect(findingKinds({ ...about, sessions, refunds: [refundOf({ amount: '36.01' })] })).toEqual([]);
    expect(findingKinds({ ...about, sessions, refunds: [refundOf()] })).toEqual([
      'refund_differs',
      'amount_differs',
    ]);
  });

  it('is found when it differs from the checkout’s total', () => {
    expect(findingKinds({ accounts: [accountOf({ total: '36.01' })] })).toEqual([
      'amount_differs',
      'order_total_differs',
    ]);
  });
});

describe('an authorized payment', () => {
  const authorizedTold = (row: Partial<Payment>, account: object = {}) =>
    paymentTold({ state: 'authorized', ...row }, authorized, account);
  const hourAgo = at(11, 5);
  const longer = new Date(hourAgo.getTime() - 1);

  it('may stay authorized for an hour', () => {
    expect(authorizedTold({ settledAt: hourAgo })).toEqual([]);
    expect(authorizedTold({ settledAt: longer })).toEqual(['authorized_too_long']);
  });

  it('is counted from the start of the payment when the end is not known', () => {
    expect(authorizedTold({ settledAt: null, createdAt: hourAgo })).toEqual([]);
    expect(authorizedTold({ settledAt: null, createdAt: longer })).toEqual(['authorized_too_long']);
  });

  it('is also a finding while a worker processes it, but not while staff do', () => {
    const busy = { state: 'capturing', enteredAt: now };
    expect(authorizedTold({ settledAt: longer }, busy)).toEqual(['authorized_too_long']);
    expect(authorizedTold({ settledAt: longer }, { ...busy, state: 'attention' })).toEqual([]);
  });
});

describe('a refund', () => {
  const orderless = { placed: [], state: 'refunded' } as const;
  const refundTold = (
    refundedAt: Date | null,
    refunds: Parameters<typeof refundOf>[0][],
    account: object = {},
  ) =>
    findingKinds({
      accounts: [accountOf({ ...orderless, payments: [paymentOf({ refundedAt })], ...account })],
      orders: [],
      refunds: refunds.map(refundOf),
    });

  it.each([
    ['on both sides', at(13), [{}], []],
    ['in two parts', at(13), [{ amount: '35.99' }, { id: 're_2', amount: '0.01' }], []],
    ['of a cent less', at(13), [{ amount: '35.99' }], ['refund_differs']],
    ['here only', at(13), [], ['refund_here_only']],
    ['here only: it failed', at(13), [{ status: 'failed' }], ['refund_here_only']],
    ['here only: it is pending', at(13), [{ status: 'pending' }], ['refund_here_only']],
    ['here only: it is of another payment', at(13), [{ intent: 'pi_2' }], ['refund_here_only']],
    ['here only: it is of no payment', at(13), [{ intent: null }], ['refund_here_only']],
    ['there only', null, [{}], ['refund_there_only']],
    ['here, at a time that was not listed', daysAgo, [], []],
    ['here, at a time that was not listed, of a part', daysAgo, [{ amount: '1.00' }], ['refund_differs']],
    ['here, at another listed time', justBefore, [], ['refund_here_only']],
  ] as const)('%s', (_, refundedAt, refunds, findings) => {
    expect(refundTold(refundedAt, [...refunds])).toEqual(findings);
  });

  it('there only is no finding after staff have said that they refunded it', () => {
    const byStaff = { state: 'attention', settledAs: 'refunded' };
    expect(refundTold(null, [{}], byStaff)).toEqual([]);
    expect(refundTold(at(13), [], byStaff)).toEqual(['refund_here_only']);
  });

  it('is found by the provider’s ID of the payment if that is not known here', () => {
    const payments = [paymentOf({ intent: null })];
    const about = { accounts: [accountOf({ ...orderless, payments })], orders: [], refunds: [refundOf()] };
    expect(findingKinds(about)).toEqual(['refund_there_only']);
    expect(findingKinds({ ...about, sessions: [sessionOf(authorized)] })).toContain('refund_there_only');
    expect(findingKinds({ ...about, sessions: [sessionOf({ status: 'closed' })] })).not.toContain(
      'refund_there_only',
    );
  });

  it('of an ordered purchase', () => {
    const payments = [paymentOf({ refundedAt: at(13) })];
    const about = { accounts: [accountOf({ payments })], refunds: [refundOf()] };
    expect(findingKinds(about)).toEqual(['ordered_and_refunded']);
    expect(findingKinds({ ...about, accounts: [accountOf()] })).toEqual([
      'refund_there_only',
      'ordered_and_refunded',
    ]);
    expect(
      findingKinds({ ...about, accounts: [accountOf()], refunds: [refundOf({ amount: '5.00' })] }),
    ).toEqual(['refund_there_only']);
  });
});

describe('the payments of a purchase compared with its result', () => {
  const second = { id: 'p-2', sessionId: 'cs_2', intent: 'pi_2' };
  const sessions = [
    sessionOf(),
    { ...sessionOf(), session: { ...sessionOf().session, id: 'cs_2', state: paidState({ intent: 'pi_2' }) } },
  ];

  it('are a finding when it was paid twice', () => {
    const twice = [paymentOf(), paymentOf(second)];
    expect(findingKinds({ accounts: [accountOf({ payments: twice })], sessions })).toEqual(['paid_twice']);
    // Also while a worker processes it.
    const busy = accountOf({ payments: twice, state: 'paid', enteredAt: now });
    expect(findingKinds({ accounts: [busy], sessions })).toEqual(['paid_twice']);
    const different = [paymentOf(), paymentOf({ ...second, amount: '1.00' })];
    expect(findingKinds({ accounts: [accountOf({ payments: different })], sessions })).not.toContain(
      'paid_for_nothing',
    );
  });

  it('are no finding when it was paid twice and refunded once', () => {
    const payments = [paymentOf(), paymentOf({ ...second, refundedAt: at(13) })];
    const refunds = [refundOf({ intent: 'pi_2' })];
    expect(findingKinds({ accounts: [accountOf({ payments })], sessions, refunds })).toEqual([]);
    // The provider does not know of the refund.
    expect(findingKinds({ accounts: [accountOf({ payments })], sessions })).toEqual(['refund_here_only']);
    const unknown = [paymentOf(), paymentOf(second)];
    expect(findingKinds({ accounts: [accountOf({ payments: unknown })], sessions, refunds })).toEqual([
      'refund_there_only',
    ]);
  });

  it('are a finding when there is no order', () => {
    const about = { accounts: [accountOf({ state: 'expired', placed: [] })], orders: [] };
    expect(findingKinds(about)).toEqual(['paid_for_nothing']);
    const old = accountOf({
      state: 'expired',
      placed: [],
      createdAt: daysAgo,
      payments: [paymentOf({ createdAt: daysAgo })],
    });
    expect(findingKinds({ ...about, accounts: [old], sessions: [] })).toEqual(['paid_for_nothing']);
    expect(findingKinds({ ...about, sessions: [] })).toEqual(['paid_here_only']);
    const notHere = accountOf({ state: 'expired', placed: [], payments: [paymentOf({ state: 'closed' })] });
    expect(findingKinds({ ...about, accounts: [notHere] })).toEqual(['paid_there_only']);
  });

  it('are a finding when an order was not paid', () => {
    const unpaid = { payments: [], total: '36.00' };
    const about = { sessions: [], accounts: [accountOf(unpaid)] };
    expect(findingKinds(about)).toEqual(['ordered_unpaid']);
    expect(findingKinds({ ...about, accounts: [accountOf({ ...unpaid, placed: [] })] })).toEqual([
      'ordered_unpaid',
      'order_there_only',
    ]);
    const nowhere = accountOf({ ...unpaid, placed: [] });
    expect(findingKinds({ ...about, accounts: [nowhere], orders: [] })).toEqual(['ordered_unpaid']);
    expect(findingKinds({ ...about, accounts: [{ ...nowhere, state: 'expired' }], orders: [] })).toEqual([]);
    const free = accountOf({ payments: [], total: '0.00', placed: [placedOf()] });
    const freeOrder = [{ id: 'o-1', reservation: '/reservations/1', totalAmountInclTax: '0.00' }];
    expect(findingKinds({ ...about, accounts: [free], orders: freeOrder })).toEqual([]);
  });
});

describe('a payment at the provider that is unknown here', () => {
  const unknown = (state: PaymentState, differences: object = {}, createdAt = at(12)) => {
    const session = { ...sessionOf(state).session, id: 'cs_9', checkoutId: 'c-2', ...differences };
    return compared({ sessions: [sessionOf(), { session, createdAt }] }).findings;
  };
  const finding = { kind: 'paid_unknown', reference: 'cs_9' };

  it('is a finding when it was paid or authorized on that day', () => {
    expect(unknown(paidState())).toEqual([finding]);
    expect(unknown(authorized)).toEqual([finding]);
    expect(unknown(paidState(), {}, justBefore)).toEqual([]);
  });

  it('is no finding when it was not paid', () => {
    for (const state of others) expect(unknown(state)).toEqual([]);
  });

  it('is no finding when another program at the same account made it', () => {
    expect(unknown(paidState(), { checkoutId: null })).toEqual([]);
  });
});

describe('the refund of a cancelled ticket', () => {
  const row = {
    id: 'x-1',
    checkoutId: 'c-1',
    paymentId: 'p-1',
    cancellationId: 'k-1',
    amount: '18.00',
    reason: null,
    cause: 'cancelled_tickets' as const,
    state: 'done' as const,
    problem: null,
    refundId: null,
    attempts: 0,
    staff: null,
    paidBack: null,
    settledReason: null,
    escalatedAt: null,
    createdAt: at(12),
    enteredAt: at(12),
  };
  const findings = (refund: object, refunds: Parameters<typeof refundOf>[0][]) =>
    findingKinds({
      accounts: [accountOf({ refunds: [{ ...row, ...refund }] })],
      refunds: refunds.map(refundOf),
    });
  const made = { amount: '18.00', requestId: 'x-1' };

  it.each([
    ['on both sides', {}, [made], []],
    ['there before it is known here', { state: 'due' }, [made], []],
    ['here only', {}, [], ['refund_here_only']],
    ['settled by staff in another way', { state: 'settled' }, [], []],
    ['of another amount', {}, [{ ...made, amount: '17.00' }], ['refund_differs']],
    ['of another day', { enteredAt: at(12, 30) }, [], []],
    [
      'beside a refund that was not requested here',
      {},
      [made, { id: 're_2', amount: '1.00' }],
      ['refund_there_only'],
    ],
  ])('%s', (_, refund, refunds, expected) => {
    expect(findings(refund, refunds)).toEqual(expected);
  });
});
