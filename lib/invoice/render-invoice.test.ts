import { describe, expect, it } from 'vitest';
import { languages } from '../locale/languages';
import { accessibilityFaults } from '@/testing/pdf-accessibility';
import { invoiceDocument } from '@/testing/invoice/invoice-document';
import { pdfText } from '@/testing/pdf-text';
import { renderInvoice } from './render-invoice';

describe('an invoice', () => {
  it('says who sells and who buys, with VAT numbers, rates, tax and payments', async () => {
    const text = await pdfText(await renderInvoice(invoiceDocument()));
    for (const expected of [
      'Invoice S1-2027-000042',
      'River line SA',
      '1 quay, 69002 Lyon, France',
      'VAT number FR12345678901',
      'Ada & Co',
      '12 rue de la Paix',
      'VAT number FR40303265045',
      'K7MQ-3XTD',
      'Boat and museum, adult',
      'Total – – €57.10',
      '20% €30.00 €6.00 €36.00',
      '5.5% €20.00 €1.10 €21.10',
      'Credit from booking ABCD-EFGH: €18.00',
      'Online payment, 1 June 2027: €39.10',
    ])
      expect(text).toContain(expected);
  });

  it.each([
    ['voucher', 'taken off by a voucher'],
    ['giftCard', 'taken off by a gift card'],
  ] as const)('says what a %s has taken off', async (by, words) => {
    const lines = invoiceDocument().content.lines.map((line) => ({
      ...line,
      discount: { amount: '5.27', by },
    }));
    expect(await pdfText(await renderInvoice(invoiceDocument({}, { lines })))).toContain(`€5.27 ${words}`);
  });

  it.each(languages)('is a tagged PDF in %s', async (language) => {
    const bytes = await renderInvoice(invoiceDocument({}, { language }));
    expect(await accessibilityFaults(bytes)).toEqual([]);
    if (language !== 'en') expect(await pdfText(bytes)).not.toContain('Customer');
  });

  it('of many items goes on on further pages, and shows names in every script', async () => {
    const [line] = invoiceDocument().content.lines;
    if (line === undefined) throw new Error('no line');
    const lines = Array.from({ length: 60 }, (_, index) => ({ ...line, text: `東京 ${index}` }));
    const bytes = await renderInvoice(invoiceDocument({}, { lines }));
    expect(await accessibilityFaults(bytes)).toEqual([]);
    const text = await pdfText(bytes);
    expect(text).toMatch(/東 ?京 59/);
    expect(text).toMatch(/S1-2027-000042 · 3\/3/);
  });
});

describe('a credit note', () => {
  it('names its invoice and why', async () => {
    const change = { kind: 'credit_note', number: 'S1-2027-000043' } as const;
    const content = { earlier: 'S1-2027-000042', reason: 'cancelled', payments: [] } as const;
    const bytes = await renderInvoice(invoiceDocument(change, content));
    expect(await accessibilityFaults(bytes)).toEqual([]);
    const text = await pdfText(bytes);
    expect(text).toContain('Credit note S1-2027-000043');
    expect(text).toContain('About invoice S1-2027-000042: Cancelled tickets');
    expect(text).toContain('Total credited – – €57.10');
    expect(text).not.toContain('Nothing is left to pay');
  });

  it('is still drawn when the customer’s details were deleted', async () => {
    const text = await pdfText(await renderInvoice(invoiceDocument({ buyer: null })));
    expect(text).toContain('details were deleted.');
    expect(text).not.toContain('Ada');
  });
});
