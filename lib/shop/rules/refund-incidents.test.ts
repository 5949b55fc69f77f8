import { describe, expect, it } from 'vitest';
import type { ListedRefund } from '../../payment/payment';
import { incidentTask, isDisputed, isOpenDispute, refundIncidents } from './incident';

const at = (minute: number) => new Date(Date.UTC(2027, 4, 4, 12, minute));

const refund = (id: string, status: ListedRefund['status'], changes: Partial<ListedRefund> = {}) =>
  ({
    id,
    intent: 'pi_1',
    requestId: null,
    amount: '36.00',
    currency: 'EUR',
    status,
    createdAt: at(0),
    ...changes,
  }) satisfies ListedRefund;

type About = Parameters<typeof refundIncidents>[1];
const ordered: About = { isOrdered: true, reportedRefunded: false, known: [], paid: '36.00', asked: [] };
const ofTickets = {
  id: 'c-1',
  cause: 'cancelled_tickets',
  state: 'done',
  refundId: 're_9',
  amount: '18.00',
  paidBack: null,
} as const;
const known = {
  id: 're_1',
  kind: 'refund_failed',
  status: 'open',
  amount: '10.00',
  currency: 'EUR',
  acknowledgedAt: null,
} as const;

/** The newest first, as the provider lists them. */
const failedOf = (refunds: ListedRefund[], about: Partial<About> = {}) =>
  refundIncidents(refunds, { ...ordered, ...about })
    .filter(({ kind }) => kind === 'refund_failed')
    .map(({ id, status, amount }) => `${id} ${status} ${amount}`);

describe('a failed refund of the shop', () => {
  const failed = refund('re_1', 'failed', { requestId: 'c-1', amount: '18.00' });

  it('is settled when exactly all of the payment was refunded in its currency', () => {
    expect(failedOf([refund('re_2', 'done'), failed])).toEqual(['re_1 settled 18.00']);
    expect(failedOf([refund('re_2', 'done', { currency: 'USD' }), failed])).toEqual(['re_1 open 18.00']);
  });

  it('is settled by a later one of the same request that was made, whatever else came later', () => {
    const made = refund('re_2', 'done', { requestId: 'c-1', amount: '18.00' });
    const other = refund('re_3', 'failed', { requestId: 'c-2', amount: '18.00' });
    expect(failedOf([other, made, failed])).toEqual(['re_1 settled 18.00', 're_3 open 18.00']);
  });

  it('is not settled by an earlier one, nor by a later one that failed, too', () => {
    const made = refund('re_0', 'done', { requestId: 'c-1', amount: '18.00' });
    expect(failedOf([failed, made])).toEqual(['re_1 open 18.00']);
    const again = refund('re_2', 'failed', { requestId: 'c-1', amount: '18.00' });
    expect(failedOf([again, failed])).toEqual(['re_1 open 18.00', 're_2 open 18.00']);
  });
});

describe('a failed refund of staff', () => {
  it('in another currency stays open with its amount, also when another one was made', () => {
    const failed = refund('re_1', 'failed', { currency: 'USD', amount: '50.00' });
    const made = refund('re_2', 'done', { currency: 'USD', amount: '50.00' });
    expect(failedOf([made, failed])).toEqual(['re_1 open 50.00']);
  });

  it('that was given back in another way stays as it was, and leaves the others what it left before', () => {
    const replaced = { ...known, id: 're_2', amount: '18.00', acknowledgedAt: at(1) };
    const refunds = [
      refund('re_2', 'failed', { amount: '18.00' }),
      refund('re_1', 'failed', { amount: '18.00' }),
    ];
    expect(failedOf(refunds, { known: [replaced] })).toEqual(['re_1 open 18.00', 're_2 open 18.00']);
  });

  it('counts as given back only if staff have said so of its failure', () => {
    const failed = refund('re_1', 'failed');
    expect(failedOf([failed], { known: [known] })).toEqual(['re_1 open 36.00']);
    const seen = { ...known, kind: 'refunded_at_provider', acknowledgedAt: at(1) } as const;
    expect(failedOf([failed], { known: [seen] })).toEqual(['re_1 open 36.00']);
  });

  it('leaves open what neither staff nor the shop have given back, each counted once', () => {
    const failed = refund('re_1', 'failed');
    const byStaff = refund('re_2', 'done', { amount: '10.00' });
    expect(failedOf([byStaff, failed])).toEqual(['re_1 open 26.00']);
    const seen = {
      ...known,
      id: 're_2',
      kind: 'refunded_at_provider',
      acknowledgedAt: null,
    } as const;
    expect(failedOf([byStaff, failed], { known: [seen] })).toEqual(['re_1 open 26.00']);
    const byShop = refund('re_9', 'done', { requestId: 'c-1', amount: '18.00' });
    expect(failedOf([byShop, failed], { asked: [ofTickets] })).toEqual(['re_1 open 18.00']);
    const whole = { ...ofTickets, cause: 'no_order', state: 'due' } as const;
    expect(failedOf([failed], { asked: [whole] })).toEqual(['re_1 open 36.00']);
  });
});

it('a refund of the shop that was made although staff had dropped it is an incident', () => {
  const made = refund('re_9', 'done', { requestId: 'c-1', amount: '18.00' });
  const kinds = (state: 'done' | 'waived' | 'settled') =>
    refundIncidents([made], { ...ordered, asked: [{ ...ofTickets, state }] }).map(({ kind }) => kind);
  expect(kinds('done')).toEqual([]);
  expect(kinds('waived')).toEqual(['refunded_at_provider']);
  expect(kinds('settled')).toEqual(['refunded_at_provider']);
});

describe('a failed refund whose request is not known here', () => {
  const failed = refund('re_1', 'failed', { requestId: 'c-0' });

  it('leaves open what was not given back, as one of staff does', () => {
    expect(failedOf([failed], { asked: [ofTickets] })).toEqual(['re_1 open 18.00']);
    const elsewhere = refund('re_2', 'done', { requestId: 'c-3', amount: '10.00' });
    expect(failedOf([elsewhere, failed])).toEqual(['re_1 open 26.00']);
  });

  it('is settled by a later one of the same request', () => {
    const made = refund('re_2', 'done', { requestId: 'c-0', amount: '18.00' });
    expect(failedOf([made, failed])).toEqual(['re_1 settled 36.00']);
  });
});

const kinds = ['refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning'] as const;
const statuses = ['open', 'won', 'lost', 'closed', 'settled'] as const;
const all = kinds.flatMap((kind) => statuses.map((status) => ({ kind, status })));
const those = (which: (one: (typeof all)[number]) => boolean) =>
  all.filter(which).map(({ kind, status }) => `${kind} ${status}`);

it('only an open dispute is one', () => {
  expect(those(isOpenDispute)).toEqual(['dispute open']);
});

it('a payment is disputed while the bank may return its money, or has done so', () => {
  expect(those(isDisputed)).toEqual(['dispute open', 'dispute lost']);
});

describe('what an incident asks of staff', () => {
  const asks = (answered: boolean) =>
    all.map(({ kind, status }) => {
      const task = incidentTask({ kind, status, answered });
      return [`${kind} ${status}`, task === null ? null : `${task.kind} ${task.reason}`];
    });
  const expected: Record<string, string> = {
    'dispute open': 'dispute_open dispute_open',
    'dispute won': 'to_acknowledge dispute_won',
    'dispute lost': 'dispute_lost dispute_lost',
    'dispute closed': 'to_acknowledge dispute_closed',
  };
  const expectedOf = (kind: string, status: string) => {
    if (status === 'settled') return null;
    if (kind === 'dispute') return expected[`dispute ${status}`] ?? null;
    if (kind === 'refund_failed') return 'refund_failed refund_undelivered';
    return kind === 'fraud_warning' ? 'fraud_warning fraud_warning' : 'to_acknowledge refunded_at_provider';
  };

  it('depends on its kind and its status', () => {
    expect(asks(false)).toEqual(
      all.map(({ kind, status }) => [`${kind} ${status}`, expectedOf(kind, status)]),
    );
  });

  it('is nothing but to wait for the bank, of an open dispute that was answered', () => {
    const changed = asks(true).filter(
      ([name, task], index) => asks(false)[index]?.[1] !== task && name !== null,
    );
    expect(changed).toEqual([['dispute open', 'at_bank dispute_open']]);
  });
});
