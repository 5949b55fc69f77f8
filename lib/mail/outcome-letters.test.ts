import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../locale/languages';
import { outcomeMessages, type Matter, type NotCompletedReason } from '../locale/outcome-messages';
import type { RenderedLetter } from './order-letters';
import { notCompletedLetter, settledLetter, staffLookingLetter } from './outcome-letters';

const common = {
  link: 'https://shop.example/en/orders/link/abc',
  reference: 'K7MQ-3XTD',
  email: 'ada@example.org',
  amount: '36.00',
};
const matters: Record<Matter, true> = {
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
const isMatter = (name: string): name is Matter => name in matters;
const reasons: NotCompletedReason[] = ['sold_out', 'price_changed', 'order_refused'];
const settlements = ['refunded', 'ordered', 'nothing'] as const;

const letters: Record<string, (language: Language) => RenderedLetter> = {
  ...Object.fromEntries(
    Object.keys(matters)
      .filter(isMatter)
      .map((matter) => [
        `staff-looking-${matter}`,
        (language: Language) => staffLookingLetter({ ...common, language, matter }),
      ]),
  ),
  ...Object.fromEntries(
    settlements.map((settledAs) => [
      `settled-${settledAs}`,
      (language: Language) => settledLetter({ ...common, language, settledAs }),
    ]),
  ),
  ...Object.fromEntries(
    [...reasons, null].map((reason) => [
      `not-completed-${reason ?? 'unknown'}`,
      (language: Language) => notCompletedLetter({ ...common, language, amount: '0.00', reason }),
    ]),
  ),
};

it('the English texts are as they were looked at', async () => {
  const texts = Object.entries(letters).map(([name, write]) => {
    const { subject, text } = write('en');
    return `== ${name}\n${subject}\n\n${text}`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot('__snapshots__/outcome-letters.en.txt');
  const { html } = staffLookingLetter({ ...common, language: 'en', matter: 'order_unknown' });
  await expect(html).toMatchFileSnapshot('__snapshots__/staff-looking.en.html');
});

describe.each(languages)('in %s', (language) => {
  it.each(Object.entries(letters))('%s names the order, links to it, and leaves no gap', (_, write) => {
    const { subject, text, html } = write(language);
    expect(subject).toContain(common.reference);
    for (const part of [text, html]) {
      expect(part).toContain(common.reference);
      expect(part).toContain(common.link);
      expect(part).not.toMatch(/\{\w+\}/);
    }
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('no two of them say the same', () => {
    const texts = Object.values(letters).map((write) => write(language).text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('whoever waits for staff is told where the answer comes', () => {
    for (const [name, write] of Object.entries(letters)) {
      if (name.startsWith('staff-looking')) expect(write(language).text, name).toContain(common.email);
    }
  });

  it('the texts have arguments only, which e-mails fill in without a formatter', () => {
    const text = JSON.stringify(outcomeMessages[language]);
    expect(text).not.toMatch(/\{\w+\s*,/);
    expect(text).not.toContain("'");
  });
});

it('what a customer typed as an address stays text', () => {
  const email = `"<img src=x>"@example.org`;
  const { html } = staffLookingLetter({ ...common, email, language: 'en', matter: 'other' });
  expect(html).not.toContain('<img');
});
