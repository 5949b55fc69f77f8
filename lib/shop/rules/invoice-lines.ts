import type {
  CreditReason,
  InvoiceContent,
  InvoiceLine,
  InvoicePayment,
} from '../../invoice/invoice-document';
import { creditedLines, taxedLines, totalOfLines } from '../../invoice/tax-groups';
import { compareAmounts, leastOf, proportionOfAmount, subtractAmounts, sumAmounts } from '../../money/money';
import type { Order } from '../../contract/order';
import { lineOfRate, withinLeft } from './within-left';

/** An amount divided by weights, to the cent: each part is the difference of two rounded sums, so the parts are the whole. */
export function divided(amount: string, weights: readonly string[]): string[] {
  const whole = sumAmounts(weights);
  if (compareAmounts(whole, '0.00') === 0) return weights.map((_, index) => (index === 0 ? amount : '0.00'));
  const upTo = (count: number) => proportionOfAmount(amount, sumAmounts(weights.slice(0, count)), whole);
  return weights.map((_, index) => subtractAmounts(upTo(index + 1), upTo(index)));
}

/** How an item is called on an invoice. */
export type Described = Pick<InvoiceLine, 'text' | 'details' | 'lang' | 'discount'>;

/** The lines of an order: its items, and what its total is more or less. `describe` is told the position of the item. */
export function linesOfOrder(
  { id, items, totalAmountInclTax, totalAmountExclTax }: Order,
  describe: (item: number) => Described,
  feeText: (kind: 'fee' | 'discount') => string,
): InvoiceLine[] {
  const lines = items.map((item, index): InvoiceLine => ({
    order: id,
    item: index,
    ...describe(index),
    quantity: item.quantity,
    amount: item.totalAmountInclTax,
    amountExclTax: item.totalAmountExclTax ?? item.totalAmountInclTax,
    rate: item.vatRate ?? null,
  }));
  const amount = subtractAmounts(totalAmountInclTax, totalOfLines(lines));
  if (compareAmounts(amount, '0.00') === 0) return lines;
  const exclTax = sumAmounts(lines.map((line) => line.amountExclTax));
  const amountExclTax = totalAmountExclTax === null ? amount : subtractAmounts(totalAmountExclTax, exclTax);
  const text = feeText(compareAmounts(amount, '0.00') > 0 ? 'fee' : 'discount');
  const fee = { order: id, item: null, text, details: '', quantity: 1, amount, amountExclTax, rate: null };
  return [...lines, fee];
}

/** Which of the payments of a purchase pay for each of its invoices: in their order, until each total is reached. */
export function paymentsOf(
  totals: readonly string[],
  payments: readonly InvoicePayment[],
): InvoicePayment[][] {
  let left = payments.map((payment) => ({ ...payment }));
  return totals.map((total) => {
    let open = total;
    const own: InvoicePayment[] = [];
    left = left.map((payment) => {
      const amount = leastOf(payment.amount, open);
      if (compareAmounts(amount, '0.00') <= 0) return payment;
      own.push({ ...payment, amount });
      open = subtractAmounts(open, amount);
      return { ...payment, amount: subtractAmounts(payment.amount, amount) };
    });
    return own;
  });
}

/** What is given back for the cancelled tickets of an order: refunded, and credited for other tickets. */
export interface CancelledTickets {
  readonly order: Order;
  readonly tickets: readonly string[];
  readonly refunded: string;
  readonly exchanged: string;
}

/**
 * The lines of the credit note of a cancellation, divided among the items as the reports of taxes divide them. `invoiced`: the
 * lines of the invoice.
 */
export function creditLines(
  { order, tickets, refunded, exchanged }: CancelledTickets,
  invoiced: readonly InvoiceLine[],
): InvoiceLine[] {
  const items = order.items.flatMap((item, index) => {
    const all = item.tickets ?? [];
    const count = all.filter((ticket) => tickets.includes(ticket)).length;
    const line = invoiced.find((one) => one.order === order.id && one.item === index);
    if (count === 0 || line === undefined) return [];
    const quantity = Math.floor(count / Math.max(1, item.offerTickets.length));
    const weight = proportionOfAmount(line.amount, `${count}.00`, `${all.length}.00`);
    return [{ line: { ...line, ...partOff(line, count, all.length) }, quantity, weight }];
  });
  const weights = items.map(({ weight }) => weight);
  const [back, other] = [divided(refunded, weights), divided(exchanged, weights)];
  return items.map(({ line, quantity }, index) => ({
    ...line,
    quantity,
    amount: sumAmounts([back[index] ?? '0.00', other[index] ?? '0.00']),
  }));
}

/** The share of some tickets in what was taken off the price of all tickets of a line. */
function partOff({ discount }: InvoiceLine, count: number, all: number): Pick<InvoiceLine, 'discount'> {
  if (discount === undefined) return {};
  const amount = proportionOfAmount(discount.amount, `${count}.00`, `${all}.00`);
  return { discount: { ...discount, amount } };
}

/** The lines of a credit note that belongs to no ticket: the amount is divided by what is left of each line. */
export function refundLines(amount: string, left: readonly InvoiceLine[], text: string): InvoiceLine[] {
  const parts = divided(
    amount,
    left.map((line) => line.amount),
  );
  return left
    .map((line, index) => lineOfRate(line, text, parts[index] ?? '0.00'))
    .filter((line) => compareAmounts(line.amount, '0.00') !== 0);
}

/** What is left of an invoice after its credit notes, as lines: those of the invoice, and those of the notes below 0. */
export function leftLines(
  invoiced: readonly InvoiceLine[],
  credited: readonly (readonly InvoiceLine[])[],
  creditText: (text: string) => string,
): InvoiceLine[] {
  const minus = (value: string) => subtractAmounts('0.00', value);
  const back = credited.flat().map((line) => ({
    ...line,
    // The items themselves are those of the invoice.
    order: null,
    item: null,
    text: creditText(line.text),
    amount: minus(line.amount),
    amountExclTax: minus(line.amountExclTax),
  }));
  return [...invoiced, ...back];
}

interface Credited {
  readonly reason: CreditReason;
  readonly lines: readonly InvoiceLine[];
  /** What is left of the invoice before it. */
  readonly left: readonly InvoiceLine[];
}

/** The content of a credit note about an invoice. `rounding`: how a line is called that belongs to no item. */
export function creditContent(
  { number, content }: { readonly number: string; readonly content: InvoiceContent },
  { reason, lines, left }: Credited,
  rounding: string,
): InvoiceContent {
  const credited = creditedLines(withinLeft(lines, left, rounding), left);
  return { ...content, lines: credited, payments: [], earlier: number, reason };
}

/** A credit note that was issued about an invoice before. */
export interface EarlierNote {
  readonly number: string;
  readonly total: string;
  readonly issuedAt: Date;
  readonly content: Pick<InvoiceContent, 'reason'>;
}

/** The content of the invoice that replaces another one, of what was left of it after its credit notes. */
export function correctedContent(
  { number, content }: { readonly number: string; readonly content: InvoiceContent },
  left: readonly InvoiceLine[],
  notes: readonly EarlierNote[],
): InvoiceContent {
  const back = notes.map((note): InvoicePayment => ({
    how: note.content.reason === 'exchanged' ? 'exchanged' : 'refunded',
    amount: subtractAmounts('0.00', note.total),
    at: note.issuedAt.toISOString(),
    reference: note.number,
  }));
  return { ...content, lines: taxedLines(left), payments: [...content.payments, ...back], earlier: number };
}
