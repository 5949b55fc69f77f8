import type { SheetText, SheetTicket, TicketSheet } from '@/service/document/ticket-sheet';

const english = (text: string): SheetText => ({ text, language: 'en' });

/** A ticket of a document. */
export function sheetTicket(change: Partial<SheetTicket> = {}): SheetTicket {
  return {
    voided: null,
    seat: null,
    change: null,
    code: 'ABCD-EFGH-JKMN',
    name: english('Adult'),
    holder: 'Ada Lovelace',
    eventName: english('Walk'),
    venue: { name: 'Quay 3', address: '3 quay, 69002 Lyon, France' },
    occursAt: new Date('2027-06-01T07:00:00Z'),
    sessionName: null,
    date: '2027-06-01',
    answers: [],
    ...change,
  };
}

/** The content of a document, of one ticket by default. */
export function documentSheet(change: Partial<TicketSheet> = {}): TicketSheet {
  return {
    kind: 'tickets',
    hasPrices: true,
    language: 'en',
    issuer: { name: 'River line', address: '1 quay, Lyon', email: null, taxNumber: null },
    issuerLanguage: 'en',
    timezone: 'Europe/Paris',
    bookingNumber: 'B-1',
    orderedAt: new Date('2026-03-01T12:00:00Z'),
    quantity: 1,
    productName: english('Walk'),
    unitAmount: '36.00',
    discount: null,
    totalAmount: '36.00',
    totalAmountExclTax: '30.00',
    tickets: [sheetTicket()],
    ...change,
  };
}
