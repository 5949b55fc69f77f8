import { describe, expect, it } from 'vitest';
import { failedRefundPhase } from './failed-refund';

const failed = { kind: 'refund_failed', status: 'open', acknowledgedAt: null } as const;
const unsettled = { settledAs: null };

describe('a customer who was told of a refund', () => {
  it('is told that it failed, and later that the money was returned in another way', () => {
    expect(failedRefundPhase('refunded', unsettled, [failed])).toBe('refund_undelivered');
    const acknowledged = { ...failed, acknowledgedAt: new Date() };
    expect(failedRefundPhase('refunded', unsettled, [acknowledged])).toBe('refund_replaced');
    expect(failedRefundPhase('refunded', unsettled, [acknowledged, failed])).toBe('refund_undelivered');
    expect(failedRefundPhase('settled', { settledAs: 'refunded' }, [failed])).toBe('refund_undelivered');
  });

  it('is still told of the refund when a later refund has arrived, or when none failed', () => {
    expect(failedRefundPhase('refunded', unsettled, [])).toBeNull();
    expect(failedRefundPhase('refunded', unsettled, [{ ...failed, status: 'settled' }])).toBeNull();
    const dispute = { kind: 'dispute', status: 'open', acknowledgedAt: null } as const;
    expect(failedRefundPhase('refunded', unsettled, [dispute])).toBeNull();
  });
});

it('any other customer is told what the checkout’s state says', () => {
  for (const phase of ['confirmed', 'refunding', 'attention', 'voided'])
    expect(failedRefundPhase(phase, unsettled, [failed])).toBeNull();
  expect(failedRefundPhase('settled', { settledAs: 'ordered' }, [failed])).toBeNull();
});
