import { describe, expect, it } from 'vitest';
import { languages } from '../locale/languages';
import { confirmationLetter, refundLetter } from './order-letters';
import { refundReasons } from './wording';

const link = 'https://shop.example/en/orders/link/abc';
const lines = [
  {
    quantity: 2,
    title: 'Adult',
    details: ['Harbour walk · Saturday 4 May 2030, 14:30'],
    totalAmount: '36.00',
  },
];

describe.each(languages)('in %s', (language) => {
  it('the confirmation names what was bought, what it cost and where it is', () => {
    const letter = confirmationLetter({
      language,
      reference: 'K7MQ-3XTD',
      link,
      lines,
      total: '36.00',
      zones: ['Europe/Paris'],
    });
    for (const text of [letter.text, letter.html]) {
      expect(text).toContain('2 × Adult');
      expect(text).toContain('14:30');
      expect(text).toContain('Europe/Paris');
      expect(text).toContain(link);
      expect(text).toContain('K7MQ-3XTD');
      expect(text).toMatch(/36[.,]00/);
    }
    expect(letter.html).toContain(`<html lang="${language}">`);
  });

  it.each(refundReasons)('the refund tells why: %s', (reason) => {
    const letter = refundLetter({ language, reference: 'K7MQ-3XTD', link, amount: '36.00', reason });
    expect(letter.text).toMatch(/36[.,]00/);
    expect(letter.text).toContain(link);
  });
});

it('what an issuer or a customer wrote stays text', () => {
  const evil = `<img src=x onerror=alert(1)>"'&`;
  const letter = confirmationLetter({
    language: 'en',
    reference: 'R',
    link,
    lines: [{ quantity: 1, title: evil, details: [evil], totalAmount: '1.00' }],
    total: '1.00',
    zones: [],
  });
  expect(letter.html).not.toContain('<img');
  expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});

it('a subject is one line', () => {
  const reference = 'R\r\nBcc: everybody@example.org\u2028X';
  const { subject } = confirmationLetter({
    language: 'en',
    reference,
    link,
    lines: [],
    total: '0.00',
    zones: [],
  });
  expect(subject).toBe('Your tickets – order R Bcc: everybody@example.org X');
});
