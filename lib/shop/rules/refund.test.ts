import { describe, expect, it } from 'vitest';
import { refundProblems, type RefundState } from '../tables/refund-table';
import { isAfterRequest, isEnded, isRepeatable, refundSettlement, refundStage } from './refund';

const rules: Record<
  RefundState,
  { ended: boolean; stage: ReturnType<typeof refundStage>; settlement: ReturnType<typeof refundSettlement> }
> = {
  planned: { ended: false, stage: 'requested', settlement: null },
  due: { ended: false, stage: 'refunding', settlement: null },
  done: { ended: true, stage: 'done', settlement: null },
  failed: { ended: false, stage: 'attention', settlement: null },
  settled: { ended: true, stage: 'done', settlement: 'refunded' },
  waived: { ended: true, stage: 'done', settlement: 'nothing' },
};
const states = Object.keys(rules) as RefundState[];

describe('a refund', () => {
  it.each(states)('that is %s has its stage, and has ended or not', (state) => {
    const { ended, stage, settlement } = rules[state];
    expect(isEnded({ state })).toBe(ended);
    expect(refundStage({ state })).toBe(stage);
    expect(refundSettlement(state)).toBe(settlement);
  });

  it.each([
    ['refund_failed', { afterRequest: true, repeatable: true }],
    ['disputed', { afterRequest: true, repeatable: true }],
    ['amount_differs', { afterRequest: false, repeatable: false }],
    ['pay_back_at_counter', { afterRequest: false, repeatable: false }],
  ] as const)('that needs staff because of %s', (problem, { afterRequest, repeatable }) => {
    expect(isAfterRequest({ state: 'failed', problem })).toBe(afterRequest);
    expect(isRepeatable({ state: 'failed', problem })).toBe(repeatable);
  });

  it('that does not need staff is neither asked for again nor doubtful, whatever its last problem was', () => {
    for (const state of states.filter((one) => one !== 'failed'))
      for (const problem of [...refundProblems, null]) {
        expect(isAfterRequest({ state, problem })).toBe(false);
        expect(isRepeatable({ state, problem })).toBe(false);
      }
  });
});
