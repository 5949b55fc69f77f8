import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../locale/languages';
import { sumAmounts } from '../money/money';
import {
  codeLetter,
  confirmationLetter,
  notChargedLetter,
  refundLetter,
  ticketsReadyLetter,
  type RenderedLetter,
} from './order-letters';
import { letterReasons } from './wording';

const link = 'https://shop.example/en/orders/link/abc';
const reference = 'K7MQ-3XTD';
const lines = [
  {
    quantity: 2,
    title: 'Adult',
    details: ['Harbour walk · Old Harbour · Saturday 4 May 2030, 14:30'],
    totalAmount: '36.00',
  },
  {
    quantity: 1,
    title: 'Museum and boat, with the tower and the whole of the upper gallery',
    details: ['The Great Bend · Quay · Saturday 4 May 2030, 16:00', 'Museum · Saturday 4 May 2030'],
    totalAmount: '1204.50',
  },
];

function confirmation(language: Language, ready = true, fees = '0.00'): RenderedLetter {
  return confirmationLetter({
    language,
    reference,
    link,
    lines,
    fees,
    total: sumAmounts(['1240.50', fees]),
    zones: ['Europe/Paris'],
    ready,
  });
}

const letters: Record<string, (language: Language) => RenderedLetter> = {
  confirmation,
  preparing: (language) => confirmation(language, false),
  'with-fee': (language) => confirmation(language, true, '1.50'),
  'with-discount': (language) => confirmation(language, true, '-1.50'),
  'tickets-ready': (language) => ticketsReadyLetter({ language, reference, link }),
  refund: (language) => refundLetter({ language, reference, link, amount: '36.00', reason: 'sold_out' }),
  'not-charged': (language) =>
    notChargedLetter({ language, reference, link, amount: '36.00', reason: 'price_changed' }),
  code: (language) => codeLetter({ language, code: '01234567', minutes: 10 }),
};

describe.each(languages)('in %s', (language) => {
  it.each(Object.entries(letters))('the letter is as it was looked at: %s', async (name, write) => {
    const { subject, text, html } = write(language);
    await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`__snapshots__/${name}.${language}.txt`);
    await expect(html).toMatchFileSnapshot(`__snapshots__/${name}.${language}.html`);
    expect(html).toContain(`<html lang="${language}">`);
  });

  it.each([true, false])('the confirmation tells what was bought and for how much, ready: %s', (ready) => {
    const letter = confirmation(language, ready);
    for (const text of [letter.text, letter.html]) {
      expect(text).toContain('2 × Adult');
      expect(text).toContain('14:30');
      expect(text).toContain('Europe/Paris');
      expect(text).toContain(link);
      expect(text).toContain(reference);
      expect(text).toMatch(/36[.,]00/);
    }
  });

  it('tickets that are there are not told of as tickets that come, nor the other way round', () => {
    expect(confirmation(language, true).text).not.toBe(confirmation(language, false).text);
    expect(confirmation(language, true).subject).not.toBe(confirmation(language, false).subject);
  });

  it('each reason is told, of a refund and where nothing was charged', () => {
    const money = { language, reference, link, amount: '36.00' };
    for (const write of [refundLetter, notChargedLetter]) {
      const texts = letterReasons.map((reason) => write({ ...money, reason }).text);
      expect(new Set(texts).size).toBe(letterReasons.length);
      for (const text of texts) {
        expect(text).toMatch(/36[.,]00/);
        expect(text).toContain(link);
      }
    }
  });

  it('the code stands in two groups, in a letter without any link', () => {
    const letter = codeLetter({ language, code: '01234567', minutes: 10 });
    for (const text of [letter.text, letter.html]) {
      expect(text).toContain('0123 4567');
      expect(text).toContain('10');
      expect(text).not.toMatch(/https?:|href|www\./);
    }
    // A subject is read over somebody's shoulder.
    expect(letter.subject).not.toMatch(/\d/);
  });
});

it('each language has words of its own', () => {
  for (const write of Object.values(letters)) {
    for (const part of ['subject', 'text'] as const) {
      expect(new Set(languages.map((language) => write(language)[part])).size).toBe(languages.length);
    }
  }
});

it('of nothing that was to be paid, nothing is said to be set aside', () => {
  const letter = notChargedLetter({
    language: 'en',
    reference,
    link,
    amount: '0.00',
    reason: 'order_refused',
  });
  expect(letter.text).not.toContain('0.00');
});

it('what an issuer or a customer wrote stays text', () => {
  const evil = `<img src=x onerror=alert(1)>"'&`;
  const letter = confirmationLetter({
    language: 'en',
    reference: 'R',
    link,
    lines: [{ quantity: 1, title: evil, details: [evil], totalAmount: '1.00' }],
    fees: '0.00',
    total: '1.00',
    zones: [evil],
    ready: true,
  });
  expect(letter.html).not.toContain('<img');
  expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});

it('a subject is one line', () => {
  const evil = { language: 'en', reference: 'R\r\nBcc: everybody@example.org\u2028X', link } as const;
  const written = [
    confirmationLetter({ ...evil, lines: [], fees: '0.00', total: '0.00', zones: [], ready: true }),
    confirmationLetter({ ...evil, lines: [], fees: '0.00', total: '0.00', zones: [], ready: false }),
    ticketsReadyLetter(evil),
    refundLetter({ ...evil, amount: '1.00', reason: 'sold_out' }),
    notChargedLetter({ ...evil, amount: '1.00', reason: 'sold_out' }),
  ];
  for (const { subject } of written) expect(subject).toMatch(/ – order R Bcc: everybody@example\.org X$/);
});
