import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { InvoiceList } from './invoices';

type Document = Parameters<typeof InvoiceList>[0]['invoices'][number];

const document = (number: number, earlier: number | null, change: Partial<Document> = {}): Document => ({
  id: `id-${number}`,
  catalogId: 'catalog',
  kind: 'invoice',
  number: `S${number}`,
  total: '30.00',
  issuedAt: new Date(`2027-06-0${number}T12:00:00Z`),
  buyer: null,
  earlier: earlier === null ? null : `S${earlier}`,
  ...change,
});
const note = (number: number, about: number, total = '30.00') =>
  document(number, about, { kind: 'credit_note', total });

/** What is said of each document, in the order of the list. */
function listed(invoices: readonly Document[]): string[] {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <InvoiceList checkoutId="checkout" invoices={invoices} />
    </NextIntlClientProvider>,
  );
  return html.split('</li>').flatMap((item) => {
    const text = item.replaceAll(/<[^>]+>/g, ' ');
    const found = /(?:Invoice|Credit note) (S\d).*?€[\d.]+ *(?:· *(.*?))? *$/.exec(text.trim());
    return found === null ? [] : [`${found[1]} ${found[2] ?? ''}`.trim()];
  });
}

it('a single invoice is only named', () => {
  expect(listed([document(1, null)])).toEqual(['S1']);
});

it('the invoice in force is first, with what was credited of it, and what it replaces last', () => {
  const all = [document(1, null), note(2, 1, '10.00'), note(3, 1, '20.00')];
  const valid = [document(4, 1, { total: '20.00' }), note(5, 4, '5.00')];
  expect(listed([...all, ...valid])).toEqual([
    'S4 Valid, €5.00 of it credited',
    'S5 About invoice S4',
    'S3 About invoice S1',
    'S2 About invoice S1',
    'S1 Replaced by S4',
  ]);
});

it('an invoice of which all is credited is over', () => {
  expect(listed([document(1, null), note(2, 1)])).toEqual(['S2 About invoice S1', 'S1 Credited']);
});

it('the invoices of two sellers are both valid', () => {
  expect(listed([document(1, null), document(2, null)])).toEqual(['S2 Valid', 'S1 Valid']);
});
