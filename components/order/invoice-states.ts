import { compareAmounts, sumAmounts } from '@/lib/money/money';
import type { OrderPageView } from './order-view';

type Document = OrderPageView['invoices'][number];

/** A document of an order, with what became of it. */
export interface InvoiceState {
  readonly document: Document;
  readonly state: 'valid' | 'credited' | 'replaced' | 'creditNote';
  /** Of an invoice: the one that replaces it. Of a credit note: its invoice. */
  readonly other: string;
  /** What credit notes have taken back of an invoice. */
  readonly credited: string;
  /** It says nothing about what is valid now. */
  readonly isOver: boolean;
}

/** The documents in the order in which they matter: the invoices in force, their credit notes, and what is over; the newest first. */
export function invoiceStates(documents: readonly Document[]): InvoiceState[] {
  const invoices = documents.filter(({ kind }) => kind === 'invoice');
  const successorOf = (number: string | null) =>
    invoices.find(({ earlier }) => earlier !== null && earlier === number);
  const states = documents.map((document): InvoiceState => {
    const { kind, number, earlier, total } = document;
    if (kind === 'credit_note') {
      const isOver = successorOf(earlier) !== undefined;
      return { document, state: 'creditNote', other: earlier ?? '', credited: '0.00', isOver };
    }
    const notes = documents.filter((one) => one.kind === 'credit_note' && one.earlier === number);
    const credited = sumAmounts(notes.map((note) => note.total));
    const successor = successorOf(number);
    if (successor !== undefined)
      return { document, state: 'replaced', other: successor.number, credited, isOver: true };
    const isCredited = compareAmounts(credited, total) >= 0;
    return { document, state: isCredited ? 'credited' : 'valid', other: '', credited, isOver: isCredited };
  });
  const rank = ({ state, isOver }: InvoiceState) => (isOver ? 2 : state === 'creditNote' ? 1 : 0);
  return states.toReversed().toSorted((a, b) => rank(a) - rank(b));
}
