import type { InvoiceContent, InvoiceDocument } from '@/lib/invoice/invoice-document';

/** An invoice of two kinds of tickets, at two rates of tax, for a company. */
export function invoiceDocument(
  change: Partial<Omit<InvoiceDocument, 'content'>> = {},
  content: Partial<InvoiceContent> = {},
): InvoiceDocument {
  return {
    kind: 'invoice',
    number: 'S1-2027-000042',
    issuedAt: new Date('2027-06-01T12:00:00Z'),
    buyer: {
      name: 'Ada Martin',
      company: 'Ada & Co',
      address: '12 rue de la Paix\n75002 Paris',
      vatNumber: 'FR40303265045',
      country: 'FR',
    },
    content: {
      language: 'en',
      timezone: 'Europe/Paris',
      seller: {
        name: 'River line SA',
        address: '1 quay, 69002 Lyon, France',
        email: 'hello@river.test',
        vatNumber: 'FR12345678901',
      },
      sellerLanguage: 'fr',
      reference: 'K7MQ-3XTD',
      orderedAt: '2027-06-01T11:59:00Z',
      lines: [
        {
          order: 'o1',
          item: 0,
          text: 'Boat and museum, adult',
          details: 'Saturday 5 June 2027, 10:00 · Quay 3, Lyon',
          quantity: 2,
          amount: '36.00',
          amountExclTax: '30.00',
          rate: '0.2',
        },
        {
          order: 'o1',
          item: 1,
          text: 'Catalogue of the exhibition',
          details: '',
          quantity: 1,
          amount: '21.10',
          amountExclTax: '20.00',
          rate: '0.055',
        },
      ],
      payments: [
        { how: 'credit', amount: '18.00', at: null, reference: 'ABCD-EFGH' },
        { how: 'provider', amount: '39.10', at: '2027-06-01T11:58:00Z', reference: null },
      ],
      earlier: null,
      reason: null,
      ...content,
    },
    ...change,
  };
}
