import { describe, expect, it } from 'vitest';
import type { ListedRefund } from '../../payment/payment';
import {
  disputeIncident,
  hasOrder,
  incidentChanges,
  isUndelivered,
  refundIncidents,
  warningIncident,
  type Incident,
} from './incident';

const at = (minute: number) => new Date(Date.UTC(2027, 4, 4, 12, minute));

const dispute = (status: 'open' | 'won' | 'lost' | 'closed', fundsWithdrawn = true) =>
  disputeIncident({
    id: 'du_1',
    intent: 'pi_1',
    amount: '36.00',
    currency: 'EUR',
    status,
    fundsWithdrawn,
    answerDueAt: null,
    answered: false,
    createdAt: at(0),
  });

const known = (seen: ReturnType<typeof dispute>, askedAt: Date): Incident => ({
  ...seen,
  checkoutId: 'c',
  paymentId: 'p',
  updatedAt: askedAt,
  askedAt,
  acknowledgedAt: null,
});

describe('the changes that an answer of the provider makes to an incident', () => {
  it('are everything, for a new incident', () => {
    expect(incidentChanges(null, dispute('open'), at(1))).toEqual(['status', 'funds']);
    expect(incidentChanges(null, dispute('open', false), at(1))).toEqual(['status']);
  });

  it('are the differences, and none when nothing differs', () => {
    const open = known(dispute('open'), at(1));
    expect(incidentChanges(open, dispute('open'), at(2))).toEqual([]);
    expect(incidentChanges(open, dispute('won', false), at(2))).toEqual(['status', 'funds']);
    expect(incidentChanges(open, { ...dispute('open'), amount: '18.00' }, at(2))).toEqual(['amount']);
    expect(incidentChanges(open, { ...dispute('open'), currency: 'USD' }, at(2))).toEqual(['amount']);
    expect(incidentChanges(open, { ...dispute('open'), answered: true }, at(2))).toEqual(['answer']);
    const due = { ...dispute('open'), answerDueAt: at(9) };
    expect(incidentChanges(open, due, at(2))).toEqual(['answer', 'answer_needed']);
    expect(incidentChanges(known(due, at(1)), { ...due, answerDueAt: at(8) }, at(2))).toEqual(['answer']);
    expect(incidentChanges(known(due, at(1)), { ...due, answerDueAt: null }, at(2))).toEqual(['answer']);
    const answered = { ...dispute('open'), answered: true };
    expect(incidentChanges(known(answered, at(1)), dispute('open'), at(2))).toEqual([
      'answer',
      'answer_needed',
    ]);
    const inquiry = known({ ...dispute('open'), fundsWithdrawn: false }, at(1));
    expect(incidentChanges(inquiry, dispute('open'), at(2))).toEqual(['funds', 'answer_needed']);
    expect(incidentChanges(inquiry, answered, at(2))).toEqual(['funds', 'answer']);
    expect(incidentChanges(known(due, at(1)), { ...due, answerDueAt: at(9) }, at(2))).toEqual([]);
    expect(incidentChanges(open, { ...dispute('open'), kind: 'fraud_warning' }, at(2))).toEqual(['status']);
    const all = { ...dispute('won', false), amount: '18.00' };
    expect(incidentChanges(open, all, at(2))).toEqual(['status', 'funds', 'amount']);
  });

  it('count also when the answer was requested at the same moment as the known one', () => {
    const open = known(dispute('open'), at(1));
    expect(incidentChanges(open, dispute('lost'), at(1))).toEqual(['status']);
  });

  it('are none for a refund that was settled before it was known', () => {
    expect(incidentChanges(null, { ...dispute('open'), status: 'settled' }, at(1))).toEqual([]);
  });

  it('are none when the answer was requested before the known one: a decided dispute is not opened again', () => {
    const lost = known(dispute('lost'), at(2));
    expect(incidentChanges(lost, dispute('open', false), at(1))).toEqual([]);
    // An answer that was requested later counts: after an appeal the bank may decide again.
    expect(incidentChanges(lost, dispute('won', false), at(3))).toEqual(['status', 'funds']);
  });
});

describe('the incident in an answer of the provider', () => {
  const about = { amount: '36.00', currency: 'EUR', openedAt: at(0) };
  const noDispute = { fundsWithdrawn: false, answerDueAt: null, answered: false };

  it('is a dispute', () => {
    expect(dispute('lost')).toEqual({
      ...about,
      id: 'du_1',
      kind: 'dispute',
      status: 'lost',
      ...noDispute,
      fundsWithdrawn: true,
    });
  });

  it('is a fraud warning: its amount is that of the payment, and no money moved', () => {
    const warning = warningIncident({ id: 'issfr_1', intent: 'pi_1', createdAt: at(0) }, { amount: '36.00' });
    expect(warning).toEqual({
      ...about,
      id: 'issfr_1',
      kind: 'fraud_warning',
      status: 'open',
      ...noDispute,
    });
  });

  it('is a refund by staff, or a refund that failed', () => {
    const refund = {
      id: 're_1',
      intent: 'pi_1',
      requestId: null,
      amount: '36.00',
      currency: 'EUR',
      createdAt: at(0),
    };
    const beside = { isOrdered: true, reportedRefunded: false, known: [], paid: '36.00', asked: [] };
    const seen = { ...about, id: 're_1', ...noDispute, status: 'open' };
    expect(refundIncidents([{ ...refund, status: 'done' }], beside)).toEqual([
      { ...seen, kind: 'refunded_at_provider' },
    ]);
    expect(refundIncidents([{ ...refund, status: 'failed' }], beside)).toEqual([
      { ...seen, kind: 'refund_failed' },
    ]);
  });
});

const ofTickets = { cause: 'cancelled_tickets', amount: '18.00', paidBack: null } as const;

describe('the refund of a cancelled ticket', () => {
  const refund = { intent: 'pi_1', amount: '18.00', currency: 'EUR', createdAt: at(0) };
  const about = { isOrdered: true, reportedRefunded: false, known: [], paid: '36.00', asked: [] };

  const asked = { id: 'c-1', state: 'due', refundId: null, ...ofTickets } as const;

  it('is no incident, because the shop made it', () => {
    const made = { ...refund, id: 're_1', requestId: 'c-1', status: 'done' } as const;
    expect(refundIncidents([made], { ...about, asked: [asked] })).toEqual([]);
  });

  it('is one if the shop does not know its request: its database was set back to an earlier moment', () => {
    const made = { ...refund, id: 're_1', requestId: 'c-1', status: 'done' } as const;
    for (const others of [[], [{ ...asked, id: 'c-2' }]])
      expect(refundIncidents([made], { ...about, asked: others })).toMatchObject([
        { id: 're_1', kind: 'refunded_at_provider', status: 'open', amount: '18.00' },
      ]);
  });

  it('that failed is settled by a refund for the same ticket, and not by one of the same amount for another', () => {
    const failed = { ...refund, id: 're_1', requestId: 'c-1', status: 'failed' } as const;
    const status = (requestId: string) =>
      refundIncidents([{ ...refund, id: 're_2', requestId, status: 'done' }, failed], {
        ...about,
        asked: ['c-1', 'c-2'].map((id) => ({ ...asked, id, state: 'done', refundId: 're_1' })),
      }).map((incident) => incident.status);
    expect(status('c-2')).toEqual(['open']);
    expect(status('c-1')).toEqual(['settled']);
  });

  it('that failed is an incident only if the cancellation has ended with it; until then it waits for staff itself', () => {
    const failed = { ...refund, id: 're_1', requestId: 'c-1', status: 'failed' } as const;
    const kinds = (asked: Parameters<typeof refundIncidents>[1]['asked'][number]) =>
      refundIncidents([failed], { ...about, asked: [asked] }).map(({ kind }) => kind);
    const ended = { id: 'c-1', state: 'done', refundId: 're_1', ...ofTickets } as const;
    expect(kinds(ended)).toEqual(['refund_failed']);
    expect(kinds({ ...ended, refundId: 're_2' })).toEqual([]);
    expect(kinds({ ...ended, state: 'settled' })).toEqual([]);
    for (const state of ['planned', 'due', 'failed'] as const) expect(kinds({ ...ended, state })).toEqual([]);
  });

  it('that is made after staff have paid back in another way is an incident', () => {
    const made = { ...refund, id: 're_1', requestId: 'c-1', status: 'done' } as const;
    const settled = { id: 'c-1', state: 'settled', refundId: null, ...ofTickets } as const;
    expect(refundIncidents([made], { ...about, asked: [settled] })).toMatchObject([
      { id: 're_1', kind: 'refunded_at_provider', status: 'open' },
    ]);
  });
});

describe('the refunds of a payment, the newest first', () => {
  const refund = (id: string, status: ListedRefund['status'], amount = '36.00'): ListedRefund => ({
    id,
    intent: 'pi_1',
    requestId: null,
    amount,
    currency: 'EUR',
    status,
    createdAt: at(0),
  });
  const without: Parameters<typeof refundIncidents>[1] = {
    isOrdered: false,
    reportedRefunded: false,
    known: [],
    paid: '36.00',
    asked: [],
  };
  const brief = (refunds: ListedRefund[], about: Parameters<typeof refundIncidents>[1]) =>
    refundIncidents(refunds, about).map(({ id, kind, status }) => `${id} ${kind} ${status}`);

  it('are no incidents while the shop refunds a payment without an order', () => {
    for (const status of ['done', 'pending', 'failed'] as const)
      expect(brief([refund('re_1', status)], without)).toEqual([]);
  });

  it('are incidents when there is an order, once they are done or have failed', () => {
    const about = { ...without, isOrdered: true };
    expect(brief([refund('re_2', 'failed'), refund('re_1', 'done', '5.00')], about)).toEqual([
      're_1 refunded_at_provider open',
      're_2 refund_failed open',
    ]);
    expect(brief([refund('re_1', 'pending')], about)).toEqual([]);
  });

  it('settle a failed refund when all of the payment is refunded, and not by their amounts', () => {
    const about = { ...without, reportedRefunded: true };
    expect(brief([refund('re_2', 'done'), refund('re_1', 'failed')], about)).toEqual([
      're_1 refund_failed settled',
    ]);
    const goodwill = [refund('re_2', 'done', '18.00'), refund('re_1', 'failed', '18.00')];
    expect(brief(goodwill, about)).toEqual(['re_1 refund_failed open']);
    expect(brief([refund('re_3', 'done', '18.00'), ...goodwill], about)).toEqual([
      're_1 refund_failed settled',
    ]);
    expect(brief([refund('re_2', 'done', '35.99'), refund('re_1', 'failed')], about)).toEqual([
      're_1 refund_failed open',
    ]);
  });

  const first = {
    id: 're_1',
    kind: 'refund_failed' as const,
    status: 'open' as const,
    amount: '36.00',
    currency: 'EUR',
    acknowledgedAt: null,
  };

  it('of which one of staff failed leave open what is left of the payment', () => {
    const about = { ...without, isOrdered: true };
    const open = (refunds: ListedRefund[], more: Partial<typeof about>) =>
      refundIncidents(refunds, { ...about, ...more })
        .filter(({ kind }) => kind === 'refund_failed')
        .map(({ id, status, amount }) => `${id} ${status} ${amount}`);
    const failed = [refund('re_1', 'failed')];
    const cancelled = { id: 'c-1', state: 'done', refundId: 're_9', ...ofTickets } as const;
    expect(open(failed, {})).toEqual(['re_1 open 36.00']);
    expect(open(failed, { asked: [cancelled] })).toEqual(['re_1 open 18.00']);
    for (const state of ['planned', 'due', 'failed'] as const)
      expect(open(failed, { asked: [{ ...cancelled, state }] })).toEqual(['re_1 open 18.00']);
    const waived = { ...cancelled, state: 'waived' } as const;
    expect(open(failed, { asked: [waived] })).toEqual(['re_1 open 36.00']);
    expect(open(failed, { asked: [cancelled, { ...cancelled, id: 'c-2' }] })).toEqual(['re_1 settled 36.00']);
    // Two failed ones do not ask for the payment twice, nor one beside another that was given back in cash.
    expect(open([refund('re_2', 'failed', '20.00'), ...failed], {})).toEqual([
      're_1 open 16.00',
      're_2 open 20.00',
    ]);
    const inCash = { ...first, amount: '30.00', acknowledgedAt: at(1) };
    expect(open([refund('re_2', 'failed', '20.00'), ...failed], { known: [inCash] })).toEqual([
      're_1 open 30.00',
      're_2 open 6.00',
    ]);
    // The refund of cancelled tickets that came back and was replaced in cash counts once.
    const own = { ...first, id: 're_9', amount: '18.00', acknowledgedAt: at(1) };
    expect(open(failed, { known: [own], asked: [cancelled] })).toEqual(['re_1 open 18.00']);
    // A refund at the provider that staff have named for cancelled tickets counts once.
    const named = { ...cancelled, state: 'settled', paidBack: 'provider' } as const;
    expect(open([refund('re_2', 'done', '18.00'), ...failed], { asked: [named] })).toEqual([
      're_1 open 18.00',
    ]);
  });

  it('that failed and were known before are checked again', () => {
    expect(brief([refund('re_1', 'failed')], { ...without, known: [first] })).toEqual([
      're_1 refund_failed open',
    ]);
    expect(brief([refund('re_1', 'failed')], { ...without, known: [{ ...first, id: 're_2' }] })).toEqual([]);
    // A later refund that did not arrive either settles nothing.
    expect(
      brief([refund('re_2', 'pending'), refund('re_1', 'failed')], { ...without, known: [first] }),
    ).toEqual(['re_1 refund_failed open']);
  });
});

it.each([
  ['refund_failed', 'open', true],
  ['refund_failed', 'settled', false],
  ['dispute', 'open', false],
] as const)('%s, %s: the refund did not arrive: %s', (kind, status, expected) => {
  expect(isUndelivered({ kind, status })).toBe(expected);
});

it('there is an order when the customer has, or may have, the tickets', () => {
  const about = { reason: null, settledAs: null };
  expect(hasOrder({ ...about, state: 'ordered' })).toBe(true);
  expect(hasOrder({ ...about, state: 'capturing' })).toBe(true);
  expect(hasOrder({ ...about, state: 'attention', settledAs: 'ordered' })).toBe(true);
  expect(hasOrder({ ...about, state: 'attention', reason: 'capture_failed' })).toBe(true);
  expect(hasOrder({ ...about, state: 'attention', reason: 'refund_failed' })).toBe(false);
  expect(hasOrder({ ...about, state: 'attention', settledAs: 'refunded' })).toBe(false);
  // The old reason no longer counts after the purchase went on.
  expect(hasOrder({ reason: 'capture_failed', settledAs: 'ordered', state: 'refunded' })).toBe(false);
});
