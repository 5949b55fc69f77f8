import { describe, expect, it } from 'vitest';
import { areAllCancelled, mayHaveValid, ownRefundsOf, refundsOf } from '@/lib/shop/rules/ticket-end';

type Row = Parameters<typeof refundsOf>[0][number] & Parameters<typeof areAllCancelled>[1][number];
const row = (changes: Partial<Row> = {}): Row => ({
  state: 'done',
  amount: '18.00',
  settledAs: null,
  tickets: ['a'],
  cameBack: false,
  isEnded: (changes.state ?? 'done') === 'done',
  ...changes,
});
const tickets = (...states: ('valid' | 'cancelled' | 'redeemed' | 'unknown')[]) =>
  states.map((status) => ({ status }));

describe('an order of which no ticket is left', () => {
  it('has only cancelled tickets', () => {
    expect(areAllCancelled(tickets('cancelled', 'cancelled'), [])).toBe(true);
    expect(areAllCancelled(tickets('cancelled', 'valid'), [row()])).toBe(false);
    expect(areAllCancelled(tickets('cancelled', 'redeemed'), [row({ tickets: ['a', 'b'] })])).toBe(false);
    expect(areAllCancelled([], [row()])).toBe(false);
  });

  it('is known by its cancellations, if the service returns no single tickets', () => {
    const unknown = tickets('unknown', 'unknown');
    expect(areAllCancelled(unknown, [row(), row({ tickets: ['b'] })])).toBe(true);
    expect(areAllCancelled(unknown, [row()])).toBe(false);
    expect(areAllCancelled(unknown, [row({ tickets: ['a', 'b'], state: 'requested' })])).toBe(false);
  });

  it('has nothing to cancel, nor has one whose other tickets were used', () => {
    expect(mayHaveValid(tickets('cancelled', 'redeemed'), [])).toBe(false);
    expect(mayHaveValid(tickets('cancelled', 'valid'), [])).toBe(true);
    expect(mayHaveValid(tickets('unknown'), [])).toBe(true);
    expect(mayHaveValid([], [])).toBe(true);
  });
});

describe('what was refunded', () => {
  it('does not include what is still to be refunded, or what will not be', () => {
    const rows = [
      row(),
      row({ state: 'refunding', amount: '10.00' }),
      row({ state: 'attention', amount: '2.00' }),
      row({ settledAs: 'nothing', amount: '5.00' }),
      row({ state: 'refused', amount: '7.00' }),
    ];
    expect(refundsOf(rows)).toEqual({ refunded: '18.00', open: '12.00', undelivered: '0.00' });
  });

  it('by the payments of this purchase leaves out what those of others return', () => {
    const refund = { amount: '10.00', state: 'done' } as const;
    const one = { ...row({ isEnded: false }), refund };
    expect(refundsOf([one])).toMatchObject({ refunded: '0.00', open: '18.00' });
    expect(ownRefundsOf([one])).toMatchObject({ refunded: '10.00', open: '0.00' });
  });

  it('does not include a refund that came back, until staff have given the money back in another way', () => {
    const of = (amount: string, cameBack: boolean) => ({
      cameBack,
      refund: { amount, state: 'done' } as const,
    });
    const rows = (cameBack: boolean) => [of('18.00', cameBack), of('5.00', false)];
    expect(ownRefundsOf(rows(true))).toEqual({ refunded: '5.00', open: '18.00', undelivered: '18.00' });
    expect(ownRefundsOf(rows(false))).toMatchObject({ refunded: '23.00', open: '0.00' });
  });
});
