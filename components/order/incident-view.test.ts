import { describe, expect, it } from 'vitest';
import { customerNotice, incidentAmount, type IncidentView } from './incident-view';

const incident = (changes: Partial<IncidentView>): IncidentView => ({
  id: 're_1',
  kind: 'refund_failed',
  status: 'open',
  amount: '36.00',
  currency: 'EUR',
  fundsWithdrawn: false,
  answerDueAt: null,
  answered: false,
  openedAt: new Date(0),
  acknowledgedAt: null,
  ...changes,
});

describe('a customer is told', () => {
  const cases: [string, Partial<IncidentView>, string | null][] = [
    ['of a refund of the whole payment', { kind: 'refunded_at_provider' }, 'refundedAll'],
    ['of a refund of a part', { kind: 'refunded_at_provider', amount: '10.00' }, 'refunded'],
    ['of a refund that failed', {}, 'refundFailed'],
    [
      'of a failed refund that staff returned in another way',
      { acknowledgedAt: new Date(1) },
      'refundReplaced',
    ],
    ['nothing of a failed refund that was repeated', { status: 'settled' }, null],
    ['of a dispute', { kind: 'dispute' }, 'disputeOpen'],
    ['of a lost dispute', { kind: 'dispute', status: 'lost', acknowledgedAt: new Date(1) }, 'disputeLost'],
    ['nothing of a dispute that was won', { kind: 'dispute', status: 'won' }, null],
    ['nothing of a fraud warning', { kind: 'fraud_warning' }, null],
  ];
  it.each(cases)('%s', (_, changes, expected) => {
    expect(customerNotice(incident(changes), '36.00')).toBe(expected);
  });
});

it('an amount of another currency is not shown in euros', () => {
  expect(incidentAmount(incident({}), 'en')).toBe('€36.00');
  expect(incidentAmount(incident({ currency: 'USD' }), 'en')).toBe('36.00 USD');
});
