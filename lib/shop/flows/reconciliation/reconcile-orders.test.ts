import { describe, expect, it } from 'vitest';
import { isInProgress, states, type State } from '../../values/checkout-state';
import {
  accountOf,
  at,
  compared,
  now,
  orderOf,
  paidState,
  paymentOf,
  placedOf,
  sessionOf,
  findingKinds,
} from '@/testing/shop/compare';
import type { Account } from '../../data/reconcile-store';

describe('the orders of a purchase', () => {
  const second = { id: 'o-2', reservation: '/reservations/2' };
  const halves = [
    orderOf({ totalAmountInclTax: '18.05' }),
    orderOf({ ...second, totalAmountInclTax: '17.95' }),
  ];

  it.each([
    ['the same on both sides', [placedOf()], [orderOf()], []],
    ['two, of the agreed sum', [placedOf(), placedOf({ id: 'o-2' })], halves, []],
    ['missing there', [placedOf()], [], ['order_missing']],
    ['one of two missing there', [placedOf(), placedOf({ id: 'o-2' })], [orderOf()], ['order_missing']],
    [
      'missing there, and the other is a part',
      [placedOf(), placedOf({ id: 'o-2' })],
      halves.slice(0, 1),
      ['order_missing'],
    ],
    ['there only', [], [orderOf()], ['order_there_only']],
    ['two there only', [], halves, ['order_there_only']],
    ['twice there for one reservation', [], [orderOf(), orderOf({ id: 'o-2' })], ['order_twice']],
    ['a second there', [placedOf()], halves, ['order_twice']],
    ['another there', [placedOf()], [orderOf({ id: 'o-9' })], ['order_missing', 'order_twice']],
    ['of a cent more', [placedOf()], [orderOf({ totalAmountInclTax: '36.01' })], ['order_total_differs']],
  ] as const)('%s', (_, placed, orders, findings) => {
    expect(findingKinds({ accounts: [accountOf({ placed })], orders })).toEqual(findings);
  });

  it('are missing there only if they had to be listed', () => {
    const old = at(12, 1);
    const missing = (createdAt: Date, placedAt: Date) => {
      const payments = [paymentOf({ createdAt: old })];
      const account = accountOf({ createdAt, payments, placed: [placedOf({ createdAt: placedAt })] });
      return findingKinds({ accounts: [account], orders: [] });
    };
    expect(missing(old, old)).toEqual([]);
    expect(missing(at(12), old)).toEqual(['order_missing']);
    expect(missing(old, at(22, 3))).toEqual(['order_missing']);
  });

  it('are not found under another reference', () => {
    expect(compared({ orders: [] }).findings).toEqual([{ kind: 'order_missing', reference: 'ABC-1' }]);
    const elsewhere = { accounts: [accountOf({ reference: 'ABC-2' })] };
    expect(compared(elsewhere).findings).toEqual([{ kind: 'order_missing', reference: 'ABC-2' }]);
  });

  it('made twice are a finding also while a worker processes the purchase', () => {
    const busy = accountOf({ state: 'ordering', enteredAt: now, placed: [] });
    expect(findingKinds({ accounts: [busy], orders: [orderOf(), orderOf({ id: 'o-2' })] })).toEqual([
      'order_twice',
    ]);
    expect(findingKinds({ accounts: [busy] })).toEqual([]);
  });
});

describe('a purchase in progress', () => {
  const hoursAgo = (hours: number, milliseconds = 0) =>
    new Date(now.getTime() - hours * 3_600_000 + milliseconds);
  const inHand = (differences: Partial<Account>, sessions = [sessionOf()]) =>
    compared({ accounts: [accountOf({ reason: 'why', ...differences })], sessions }).inHand;
  const listed = (state: State) => [{ reference: 'ABC-1', state, reason: 'why' }];

  it.each(states.filter(isInProgress))('is one that is %s for less than 25 hours', (state) => {
    expect(inHand({ state, enteredAt: hoursAgo(25, 1) })).toEqual(listed(state));
    expect(inHand({ state, enteredAt: hoursAgo(25) })).toEqual([]);
  });

  it('is one that entered `paying` less than an hour ago and was paid at the provider', () => {
    expect(inHand({ state: 'paying', enteredAt: hoursAgo(1, 1) })).toEqual(listed('paying'));
    expect(inHand({ state: 'paying', enteredAt: hoursAgo(1) })).toEqual([]);
    const open = [sessionOf({ status: 'open', url: 'https://pay.example' })];
    expect(inHand({ state: 'paying', enteredAt: now }, open)).toEqual([]);
    const several = [paymentOf({ id: 'p-0', sessionId: 'cs_0', state: 'closed' }), paymentOf()];
    expect(inHand({ state: 'paying', enteredAt: now, payments: several })).toEqual(listed('paying'));
  });

  it('is one with staff, until they have refunded it or found nothing to do', () => {
    const state = 'attention';
    const enteredAt = hoursAgo(1_000);
    expect(inHand({ state, enteredAt, settledAs: null })).toEqual(listed(state));
    expect(inHand({ state, enteredAt, settledAs: 'ordered' })).toEqual(listed(state));
    expect(inHand({ state, enteredAt, settledAs: 'refunded' })).toEqual([]);
    expect(inHand({ state, enteredAt, settledAs: 'nothing' })).toEqual([]);
  });

  const judgedByThemselves: readonly State[] = ['paying', 'attention'];
  it.each(states.filter((state) => !isInProgress(state) && !judgedByThemselves.includes(state)))(
    'is not one that is %s',
    (state) => {
      expect(inHand({ state, enteredAt: now })).toEqual([]);
    },
  );

  it('has no finding; others have', () => {
    const busy = accountOf({ id: 'c-2', reference: 'ABC-2', state: 'paid', enteredAt: now, placed: [] });
    const { findings } = compared({ accounts: [busy, accountOf()], orders: [] });
    expect(findings).toEqual([{ kind: 'order_missing', reference: 'ABC-1' }]);
  });
});

it('the purchases of the day are counted by their result', () => {
  const elsewhere = at(22, 3);
  const nothing = { payments: [], placed: [] };
  const counted = (differences: Partial<Account>, index: number) =>
    accountOf({ id: `c-${index}`, reference: `ABC-${index}`, ...differences });
  const accounts = [
    {},
    { createdAt: elsewhere },
    { ...nothing, total: '0.00' },
    { ...nothing, total: '0.00', state: 'expired' as const },
    { payments: [paymentOf({ state: 'closed' }), paymentOf({ id: 'p-2' })], state: 'refunded' as const },
    { payments: [paymentOf({ state: 'authorized' })], state: 'voided' as const },
    { ...nothing, state: 'voided' as const },
  ].map(counted);
  expect(compared({ accounts, sessions: [sessionOf(paidState())] }).counts).toEqual({
    paid: 2,
    ordered: 2,
    free: 1,
    refunded: 1,
    voided: 2,
  });
});

it('a purchase on which all sides agree has no finding', () => {
  expect(compared()).toEqual({
    counts: { paid: 1, ordered: 1, free: 0, refunded: 0, voided: 0 },
    inHand: [],
    findings: [],
  });
});
