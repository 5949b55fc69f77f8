import { expect, it } from 'vitest';
import { pdfText } from '@/testing/pdf-text';
import { renderPdf } from './render-pdf';

const sheetOf = (code: string, holder: string) => ({
  language: 'en',
  issuer: { name: '1', address: '1', email: null, taxNumber: null },
  timezone: 'Europe/Paris',
  orderReference: '1',
  orderedAt: new Date('2026-03-01T12:00:00Z'),
  quantity: 1,
  productName: '1',
  unitAmount: '0.00',
  totalAmount: '0.00',
  totalAmountExclTax: '0.00',
  tickets: [
    {
      ...{ code, name: '1', holder, eventName: holder, venue: null, sessionName: null, date: '2027-06-01' },
      occursAt: new Date('2027-06-01T07:00:00Z'),
    },
  ],
});

it('the text of a document can be copied, also after one with accents on the same letters', async () => {
  const accents = 'ÀĆĎÉĜĤĶĹŃÔŔŜŤÙŴŶŽ';
  expect(await pdfText(await renderPdf(sheetOf('2222-3333-4444', accents)))).toContain(accents);
  for (const code of ['ACDE-GHKL-NORS', 'TUWY-ZJMP-QVXB'])
    expect(await pdfText(await renderPdf(sheetOf(code, '1')))).toContain(code);
});
