import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../locale/languages';
import type { NotCompletedReason } from '../locale/messages';
import { sumAmounts } from '../money/money';
import { confirmationEmail } from './confirmation-email';
import { invoiceCorrectedEmail } from './invoice-texts';
import {
  codeEmail,
  notChargedEmail,
  refundEmail,
  ticketsReadyEmail,
  type RenderedEmail,
} from './order-emails';

const reasons: readonly NotCompletedReason[] = ['sold_out', 'price_changed', 'order_refused'];
const shop = 'Programme';
const link = 'https://shop.example/en/orders/link/abc';
const reference = 'K7MQ-3XTD';
const lines = [
  {
    quantity: 2,
    title: 'Adult',
    details: [{ bold: 'Saturday 4 May 2030, 14:30' }, 'Harbour walk · Tour in English', 'Old Harbour'],
    totalAmount: '36.00',
  },
  {
    quantity: 1,
    title: 'Museum and boat, with the tower and the whole of the upper gallery',
    details: [
      { bold: 'Saturday 4 May 2030, 16:00' },
      'The Great Bend',
      'Quay',
      { bold: 'Saturday 4 May 2030' },
      'Museum',
    ],
    totalAmount: '1204.50',
  },
];

const visit = { name: 'Harbour walk', moment: 'Sat 4 May 2030, 14:30', more: 2 };

function confirmation(language: Language, ready = true, fees = '0.00', of = visit): RenderedEmail {
  return confirmationEmail({
    visit: of,
    shop,
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

const emails: Record<string, (language: Language) => RenderedEmail> = {
  confirmation,
  preparing: (language) => confirmation(language, false),
  'with-fee': (language) => confirmation(language, true, '1.50'),
  'with-discount': (language) => confirmation(language, true, '-1.50'),
  'with-voucher': (language) =>
    confirmationEmail({
      shop,
      language,
      reference,
      link,
      lines,
      fees: '0.00',
      total: '1102.67',
      voucher: { code: 'RIVER-10', discount: '137.83' },
      zones: ['Europe/Paris'],
      ready: true,
    }),
  'tickets-ready': (language) => ticketsReadyEmail({ shop, language, reference, link }),
  'invoice-corrected': (language) =>
    invoiceCorrectedEmail({
      shop,
      language,
      reference,
      link,
      invoices: { numbers: 'S1-2027-000044', count: 1, isAttached: true },
      notes: { numbers: 'S1-2027-000043', count: 1 },
    }),
  refund: (language) => refundEmail({ shop, language, reference, link, amount: '36.00', reason: 'sold_out' }),
  'not-charged': (language) =>
    notChargedEmail({ shop, language, reference, link, amount: '36.00', reason: 'price_changed' }),
  code: (language) => codeEmail({ shop, language, code: '01234567', minutes: 10 }),
};

it.each(Object.entries(emails))('the English e-mail matches the reviewed text: %s', async (name, write) => {
  const { subject, text, html } = write('en');
  await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`__snapshots__/${name}.en.txt`);
  await expect(html).toMatchFileSnapshot(`__snapshots__/${name}.en.html`);
});

describe.each(languages)('in %s', (language) => {
  it.each(Object.entries(emails))('%s has the same parts as in English, and no missing text', (_, write) => {
    const shapeOf = (html: string) => html.match(/<[a-z1-6]+/g);
    const { subject, text, html } = write(language);
    expect(shapeOf(html)).toEqual(shapeOf(write('en').html));
    expect(html).toContain(`<html lang="${language}">`);
    expect(subject + text).not.toMatch(/[{}]|undefined/);
  });

  it.each([true, false])('the confirmation says what was bought and for how much, ready: %s', (ready) => {
    const email = confirmation(language, ready);
    for (const text of [email.text, email.html]) {
      expect(text).toContain('2 × Adult');
      expect(text).toContain('14:30');
      expect(text).toContain('Europe/Paris');
      expect(text).toContain(link);
      expect(text).toContain(reference);
      expect(text).toMatch(/36[.,]00/);
    }
  });

  it('tickets that are ready are not described as tickets that follow, nor the reverse', () => {
    expect(confirmation(language, true).text).not.toBe(confirmation(language, false).text);
    expect(confirmation(language, true).subject).not.toBe(confirmation(language, false).subject);
  });

  it('each reason is given, for a refund and if nothing was charged', () => {
    const money = { shop, language, reference, link, amount: '36.00' };
    for (const write of [refundEmail, notChargedEmail]) {
      const texts = reasons.map((reason) => write({ ...money, reason }).text);
      expect(new Set(texts).size).toBe(reasons.length);
      for (const text of texts) {
        expect(text).toMatch(/36[.,]00/);
        expect(text).toContain(link);
      }
    }
  });

  it.each([0, 1, 2])(
    'the subject of the tickets names the first visit and how many more there are: %s',
    (more) => {
      const { subject, text } = confirmation(language, true, '0.00', { ...visit, more });
      const [before, after = ''] = subject.split('Harbour walk, Sat 4 May 2030, 14:30');
      expect(before).toBe('');
      expect(after.startsWith(' – ')).toBe(more === 0);
      expect(after.includes('2')).toBe(more === 2);
      expect(text).toContain(reference);
    },
  );

  it('the day stays in the subject, and the subject one line, whatever the event is called', () => {
    const name = `A\r\nBcc: evil@example.org\u202e${'👩‍🚀 very long '.repeat(30)}`;
    const { subject } = confirmation(language, true, '0.00', { ...visit, name });
    expect(subject).toMatch(/^A Bcc: evil@example.org 👩[^\p{Cc}\p{Bidi_Control}]*…, Sat 4 May 2030, 14:30/u);
    expect(Array.from(subject).length).toBeLessThan(130);
  });

  it('the code has two groups, in an e-mail without any link', () => {
    const email = codeEmail({ shop, language, code: '01234567', minutes: 10 });
    for (const text of [email.text, email.html]) {
      expect(text).toContain('0123 4567');
      expect(text).toContain('10');
      expect(text).not.toMatch(/https?:|href|www\./);
    }
    // Other people may see a subject on the screen.
    expect(email.subject).not.toMatch(/\d/);
  });
});

it('each language has its own text', () => {
  for (const write of Object.values(emails)) {
    for (const part of ['subject', 'text'] as const) {
      expect(new Set(languages.map((language) => write(language)[part])).size).toBe(languages.length);
    }
  }
});

it('a free order’s e-mail does not mention an authorized payment', () => {
  const email = notChargedEmail({
    shop,
    language: 'en',
    reference,
    link,
    amount: '0.00',
    reason: 'order_refused',
  });
  expect(email.text).not.toContain('0.00');
});

it('a text of an issuer or a customer stays text', () => {
  const evil = `<img src=x onerror=alert(1)>"'&`;
  const email = confirmationEmail({
    shop: 'Shop <b>',
    language: 'en',
    reference: 'R',
    link,
    lines: [{ quantity: 1, title: evil, details: [evil], totalAmount: '1.00' }],
    fees: '0.00',
    total: '1.00',
    zones: [evil],
    ready: true,
  });
  expect(email.html).not.toContain('<img');
  expect(email.html).toContain('>Shop &lt;b&gt;</p>');
  expect(email.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});

it('a subject is one line', () => {
  const evil = { shop, language: 'en', reference: 'R\r\nBcc: everybody@example.org\u2028X', link } as const;
  const written = [
    confirmationEmail({ ...evil, lines: [], fees: '0.00', total: '0.00', zones: [], ready: true }),
    confirmationEmail({ ...evil, lines: [], fees: '0.00', total: '0.00', zones: [], ready: false }),
    ticketsReadyEmail(evil),
    refundEmail({ ...evil, amount: '1.00', reason: 'sold_out' }),
    notChargedEmail({ ...evil, amount: '1.00', reason: 'sold_out' }),
  ];
  for (const { subject } of written) expect(subject).toMatch(/ – booking R Bcc: everybody@example\.org X$/);
});
