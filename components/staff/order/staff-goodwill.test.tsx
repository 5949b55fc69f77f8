import { describe, expect, it } from 'vitest';
import { shownCancellation } from '@/testing/storefront/shown-cancellation';
import { textOf } from '@/testing/storefront/text-of';
import type { StaffOrderView } from './order-view';
import { StaffGoodwill } from './staff-goodwill';

type View = Pick<StaffOrderView, 'checkout' | 'payments' | 'incidents' | 'cancellations'>;

const payment = (method: 'provider' | 'cash' | 'terminal'): View['payments'][number] => ({
  id: 'p-1',
  amount: '30.00',
  state: 'paid',
  method,
  intent: null,
  refundedAt: null,
  paidBack: null,
});
const checkout: View['checkout'] = {
  id: '019c0000-0000-7000-8000-000000000001',
  reference: 'K7MQ-3XTD',
  channel: 'counter',
  state: 'ordered',
  reason: null,
  settledAs: null,
  language: 'en',
  expiresAt: new Date('2026-01-01T12:00:00Z'),
  invoice: null,
  customer: null,
  email: null,
  anonymisedAt: null,
};
const given = (amount: string) =>
  shownCancellation({
    id: 'r-1',
    tickets: [],
    amount,
    returned: '0.00',
    reason: 'lift',
    staff: 'ada',
    isGoodwill: true,
    refund: {
      id: 'r-1',
      state: 'settled',
      problem: null,
      amount,
      refundId: null,
      paidBack: 'cash',
      settledReason: 'lift',
    },
  });

function form(
  limit: string | null,
  before: string | null,
  method: 'provider' | 'cash' | 'terminal' = 'cash',
) {
  const cancellations = before === null ? [] : [given(before)];
  const view: View = { checkout, payments: [payment(method)], incidents: [], cancellations };
  return textOf(<StaffGoodwill view={view} limit={limit} giveBack={(state) => Promise.resolve(state)} />);
}

describe('money back without cancelling', () => {
  it('is not offered where nothing is left', () => {
    expect(form(null, null)).toContain('At most €30.00 now.');
    expect(form(null, '30.00')).toBe('');
  });

  it('names the smaller of what is left and what the person may give', () => {
    expect(form('50.00', '18.00')).toContain('At most €12.00 now.');
    expect(form('50.00', '18.00')).not.toContain('€50.00');
    expect(form('20.00', '5.00')).toContain('At most €15.00 now: you may give back €20.00');
    expect(form('20.00', '20.00')).toMatch(/^ You may give back at most €20\.00/);
  });

  it('says how the booking was paid', () => {
    expect(form(null, null, 'terminal')).toContain('The booking was paid by card at the terminal.');
    expect(form(null, null)).toContain('The booking was paid in cash.');
    expect(form(null, null, 'provider')).not.toContain('The booking was paid');
  });
});
