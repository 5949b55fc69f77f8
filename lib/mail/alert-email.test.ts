import { describe, expect, it } from 'vitest';
import { alertEmail, alertTopic, type OperatorAlert } from './alert-email';

const shop = 'Programme';
const staffLink = 'https://shop.example/en/staff';
const purchase: OperatorAlert = {
  topic: 'checkout_needs_attention',
  at: new Date('2026-11-21T14:32:05Z'),
  reference: 'K7MQ-3XTD',
  reason: 'amount_differs',
  amount: '36.00',
  answerBy: null,
  detail: [['payment', '0192-abc']],
  link: `${staffLink}/orders/0192`,
};
const mail: OperatorAlert = {
  topic: 'email_failed',
  at: purchase.at,
  reference: 'ABCD-EFGH',
  reason: 'email_failed',
  amount: null,
  answerBy: null,
  detail: [
    ['email', 'confirmation'],
    ['why', 'the mail server answered 550'],
  ],
  link: `${staffLink}/orders/0193`,
};

it('one alert, and several, match the reviewed texts', async () => {
  const one = alertEmail({
    shop,
    counts: [{ topic: 'checkout_needs_attention', count: 1 }],
    alerts: [purchase],
    staffLink,
  });
  const several = alertEmail({
    shop,
    counts: [
      { topic: 'checkout_needs_attention', count: 499 },
      { topic: 'email_failed', count: 1 },
    ],
    alerts: [purchase, mail],
    staffLink,
  });
  const texts = [one, several].map(({ subject, text }) => `${subject}\n\n${text}`).join('\n====\n');
  await expect(texts).toMatchFileSnapshot('__snapshots__/alerts.en.txt');
  await expect(several.html).toMatchFileSnapshot('__snapshots__/alerts.en.html');
});

it('an alert about cancelled tickets says that they were paid at the counter, not that there is no order', () => {
  const topic = 'cancellation_needs_attention';
  const alerts = [{ ...purchase, topic, reason: 'pay_back_at_counter' } as const];
  const { text } = alertEmail({ shop, counts: [{ topic, count: 1 }], alerts, staffLink });
  expect(text).toContain('The tickets are cancelled, and they were paid at the counter.');
});

it('an alert with an unknown reason still says what to do', () => {
  const counts = [{ topic: purchase.topic, count: 1 }];
  const { text } = alertEmail({
    shop,
    counts,
    alerts: [{ ...purchase, reason: 'new_reason' }],
    staffLink,
  });
  expect(text).toContain('Reason: new_reason');
  expect(text).toContain('What to do: No reason was written down.');
});

it('a name from another party stays text, and a subject is one line', () => {
  const evil = { ...purchase, reference: 'R\r\nBcc: x@example.org', reason: '<img src=x>' };
  const { subject, html } = alertEmail({
    shop,
    counts: [{ topic: evil.topic, count: 1 }],
    alerts: [evil],
    staffLink,
  });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<img');
});

describe('an alert about a payment says what happened, and what to do', () => {
  const mailOf = (incident: string | null, status: string | null, changes: Partial<OperatorAlert> = {}) => {
    const topic = alertTopic('payment_incident', incident, status);
    const alert = { ...purchase, reason: null, topic, ...changes };
    return alertEmail({
      shop,
      counts: [{ topic, count: 1 }],
      alerts: [alert],
      staffLink,
    });
  };

  it.each([
    ['dispute', 'open', 'A bank disputes a payment: answer it', 'Answer at the payment provider'],
    ['dispute', 'lost', 'A dispute is lost: the tickets can be blocked', 'whether to block the tickets'],
    ['dispute', 'won', 'A dispute is won', 'the payment stands'],
    ['dispute', 'closed', 'The inquiry of a bank is closed', 'without a decision'],
    [
      'refund_failed',
      'open',
      'A refund failed: pay the customer another way',
      'or pay the customer another way',
    ],
    [
      'fraud_warning',
      'open',
      'A fraud warning for a payment: look at it',
      'A refund there can prevent a dispute',
    ],
    [
      'refunded_at_provider',
      'open',
      'A payment was refunded at the provider, and its order stands',
      'Cancel the tickets at the issuer if they are not to be used',
    ],
    [
      'payment_unexpected',
      null,
      'A payment came that fits no purchase: refund it',
      'Refund the payment named here',
    ],
    [
      'payment_refused',
      null,
      'The payment provider refuses to open a payment page',
      'correct the settings of the account',
    ],
    [
      'webhook_unknown',
      null,
      'The payment provider tells of an unknown payment',
      'Check that the provider’s keys and account are those of this storefront',
    ],
    [
      'webhook_failing',
      null,
      'An event of the payment provider could not be processed for ten minutes',
      'The storefront tries again every hour',
    ],
  ])('%s, %s: %s', (incident, status, title, toDo) => {
    const { subject, text } = mailOf(incident, status);
    expect(subject).toBe(`Alert: ${title} – booking K7MQ-3XTD`);
    expect(text.match(/What to do: .*/)?.[0]).toContain(toDo);
  });

  it('the deadline of a dispute is given if it is known', () => {
    const answerBy = new Date('2027-05-04T21:59:00Z');
    expect(mailOf('dispute', 'open', { answerBy }).text).toContain(
      'The last moment is 4 May 2027 at 21:59 (UTC).',
    );
    expect(mailOf('dispute', 'open').text).toContain('look there for the deadline');
    expect(mailOf('dispute', 'lost', { answerBy }).text).not.toContain('The last moment');
  });

  it.each([
    [null, null],
    ['dispute', 'newer_status'],
    ['newer_kind', null],
  ])('only in general where another version raised it (%s, %s)', (incident, status) => {
    const { subject } = mailOf(incident, status);
    expect(subject).toBe('Alert: Something happened to a payment after the purchase – booking K7MQ-3XTD');
  });

  it('each kind is counted separately in an e-mail with several alerts', () => {
    const counts = [
      { topic: 'dispute_open', count: 40 },
      { topic: 'dispute_lost', count: 20 },
    ] as const;
    const { text } = alertEmail({
      shop,
      counts,
      alerts: [],
      staffLink,
    });
    expect(text).toContain('A bank disputes a payment: answer it  40');
    expect(text).toContain('A dispute is lost: the tickets can be blocked  20');
  });
});
