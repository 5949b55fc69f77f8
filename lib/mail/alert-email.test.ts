import { expect, it } from 'vitest';
import { alertEmail, type OperatorAlert } from './alert-email';

const staffLink = 'https://shop.example/en/staff';
const purchase: OperatorAlert = {
  kind: 'checkout_needs_attention',
  at: new Date('2026-11-21T14:32:05Z'),
  reference: 'K7MQ-3XTD',
  reason: 'amount_differs',
  amount: '36.00',
  detail: [['payment', '0192-abc']],
  link: `${staffLink}/orders/0192`,
};
const mail: OperatorAlert = {
  ...{ kind: 'email_failed', at: purchase.at, reference: 'ABCD-EFGH', reason: 'email_failed', amount: null },
  detail: [
    ['email', 'confirmation'],
    ['why', 'the mail server answered 550'],
  ],
  link: `${staffLink}/orders/0193`,
};

it('one alert, and several, are as they were looked at', async () => {
  const one = alertEmail({
    counts: [{ kind: 'checkout_needs_attention', count: 1 }],
    alerts: [purchase],
    staffLink,
  });
  const several = alertEmail({
    counts: [
      { kind: 'checkout_needs_attention', count: 499 },
      { kind: 'email_failed', count: 1 },
    ],
    alerts: [purchase, mail],
    staffLink,
  });
  const texts = [one, several].map(({ subject, text }) => `${subject}\n\n${text}`).join('\n====\n');
  await expect(texts).toMatchFileSnapshot('__snapshots__/alerts.en.txt');
  await expect(several.html).toMatchFileSnapshot('__snapshots__/alerts.en.html');
});

it('a reason that the staff pages have no sentence for still says what to do', () => {
  const counts = [{ kind: purchase.kind, count: 1 }];
  const { text } = alertEmail({ counts, alerts: [{ ...purchase, reason: 'new_reason' }], staffLink });
  expect(text).toContain('Reason: new_reason');
  expect(text).toContain('What to do: No reason was written down.');
});

it('what another party named stays text, and a subject is one line', () => {
  const evil = { ...purchase, reference: 'R\r\nBcc: x@example.org', reason: '<img src=x>' };
  const { subject, html } = alertEmail({
    counts: [{ kind: evil.kind, count: 1 }],
    alerts: [evil],
    staffLink,
  });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<img');
});
