import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../locale/languages';
import type { NotCompletedReason, PurchaseProblem } from '../locale/messages';
import { notCompletedEmail, settledEmail, staffLookingEmail, type RenderedEmail } from './order-emails';

const common = {
  shop: 'Programme',
  link: 'https://shop.example/en/orders/link/abc',
  reference: 'K7MQ-3XTD',
  email: 'ada@example.org',
  amount: '36.00',
};
const reasons: readonly NotCompletedReason[] = ['sold_out', 'price_changed', 'order_refused'];
const problems: Record<PurchaseProblem, true> = {
  payment_unknown: true,
  amount_differs: true,
  order_unknown: true,
  order_unknown_free: true,
  refund_failed: true,
  void_failed: true,
  payment_late: true,
  order_late: true,
  order_late_free: true,
  refund_late: true,
  void_late: true,
  other: true,
};
const isProblem = (name: string): name is PurchaseProblem => name in problems;
const settlements = ['refunded', 'ordered', 'nothing'] as const;

const emails: Record<string, (language: Language) => RenderedEmail> = {
  ...Object.fromEntries(
    Object.keys(problems)
      .filter(isProblem)
      .map((problem) => [
        `staff-looking-${problem}`,
        (language: Language) => staffLookingEmail({ ...common, language, problem }),
      ]),
  ),
  ...Object.fromEntries(
    settlements.map((settledAs) => [
      `settled-${settledAs}`,
      (language: Language) => settledEmail({ ...common, language, settledAs }),
    ]),
  ),
  ...Object.fromEntries(
    [...reasons, null].map((reason) => [
      `not-completed-${reason ?? 'unknown'}`,
      (language: Language) => notCompletedEmail({ ...common, language, amount: '0.00', reason }),
    ]),
  ),
};

it('the English texts match the reviewed texts', async () => {
  const texts = Object.entries(emails).map(([name, write]) => {
    const { subject, text } = write('en');
    return `== ${name}\n${subject}\n\n${text}`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot('__snapshots__/outcome-emails.en.txt');
  const { html } = staffLookingEmail({ ...common, language: 'en', problem: 'order_unknown' });
  await expect(html).toMatchFileSnapshot('__snapshots__/staff-looking.en.html');
});

describe.each(languages)('in %s', (language) => {
  it.each(Object.entries(emails))('%s names the order, links to it, and has no missing text', (_, write) => {
    const { subject, text, html } = write(language);
    expect(subject).toContain(common.reference);
    for (const part of [text, html]) {
      expect(part).toContain(common.reference);
      expect(part).toContain(common.link);
      expect(part).not.toMatch(/\{\w+\}/);
    }
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('all of them differ', () => {
    const texts = Object.values(emails).map((write) => write(language).text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('a customer who waits for staff is told that the answer comes by e-mail', () => {
    for (const [name, write] of Object.entries(emails)) {
      if (name.startsWith('staff-looking')) expect(write(language).text, name).toContain(common.email);
    }
  });
});

it('an address that a customer typed stays text', () => {
  const email = `"<img src=x>"@example.org`;
  const { html } = staffLookingEmail({ ...common, email, language: 'en', problem: 'other' });
  expect(html).not.toContain('<img');
});
