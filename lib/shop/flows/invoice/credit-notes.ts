import type { CreditReason, InvoiceLine } from '../../../invoice/invoice-document';
import { totalOfLines } from '../../../invoice/tax-groups';
import { invoiceTranslator } from '../../../locale/invoice-messages';
import { supportedLanguage } from '../../../locale/languages';
import { amountAbove, compareAmounts, leastOf, subtractAmounts, sumAmounts } from '../../../money/money';
import type { Transaction } from '../../../database/database';
import { lockCheckout } from '../../data/checkout-store';
import { readCredited, readGoodwill } from '../../data/credit-store';
import { insertInvoice, readInvoices } from '../../data/invoice-store';
import { endJob } from '../../data/job-store';
import { readOrders } from '../../data/order-store';
import { creditContent, creditLines, leftLines, refundLines } from '../../rules/invoice-lines';
import type { Invoice } from '../../tables/invoice-table';

/**
 * Issues the credit notes of a purchase that are missing. The job ends first: what happens from then on makes it again. The
 * purchase is locked, so of several workers each sees what the one before has issued.
 */
export async function issueCreditNotes(transaction: Transaction, checkoutId: string): Promise<void> {
  await endJob(transaction, 'invoice', checkoutId);
  await lockCheckout(transaction, checkoutId);
  const issued = await readInvoices(transaction, checkoutId);
  if (issued.length === 0) return;
  await creditCancellations(transaction, checkoutId, issued);
  await creditGoodwill(transaction, checkoutId, issued);
}

/** The invoice in force of each seller: its last one. */
export function currentInvoices(issued: readonly Invoice[]): Invoice[] {
  const sellers = [...new Set(issued.map(({ catalogId }) => catalogId))];
  return sellers.flatMap(
    (seller) => issued.findLast(({ kind, catalogId }) => kind === 'invoice' && catalogId === seller) ?? [],
  );
}

/** The credit notes about an invoice, the first one first. */
export const notesAbout = ({ number }: Invoice, issued: readonly Invoice[]): Invoice[] =>
  issued.filter(({ kind, content }) => kind === 'credit_note' && content.earlier === number);

/** The lines of what is left of an invoice. */
export function linesLeft(invoice: Invoice, issued: readonly Invoice[]): InvoiceLine[] {
  const t = invoiceTranslator(supportedLanguage(invoice.content.language));
  return leftLines(
    invoice.content.lines,
    notesAbout(invoice, issued).map((note) => note.content.lines),
    (text) => t('creditLine', { text }),
  );
}

async function creditCancellations(
  transaction: Transaction,
  checkoutId: string,
  issued: Invoice[],
): Promise<void> {
  const orders = await readOrders(transaction, checkoutId);
  for (const { id, orderId, tickets, ...amounts } of await readCredited(transaction, checkoutId)) {
    const cause = `cancellation ${id}`;
    const order = orders.find((one) => one.id === orderId);
    const invoice = currentInvoices(issued).find(({ catalogId }) => catalogId === order?.catalogId);
    if (order === undefined || invoice === undefined || issued.some((one) => one.cause === cause)) continue;
    const cancelled = { order: order.data, tickets, ...amounts };
    const lines = creditLines(cancelled, invoice.content.lines);
    const isExchange = compareAmounts(amounts.exchanged, '0.00') > 0;
    await credit(transaction, issued, {
      invoice,
      cause,
      reason: isExchange ? 'exchanged' : 'cancelled',
      lines,
    });
  }
}

/** What was given back without a cancellation, as far as no credit note says it. */
async function creditGoodwill(
  transaction: Transaction,
  checkoutId: string,
  issued: Invoice[],
): Promise<void> {
  const given = await readGoodwill(transaction, checkoutId);
  const before = issued.filter(({ cause }) => cause.startsWith('refunds '));
  let open = amountAbove(given, sumAmounts(before.map(({ total }) => total)));
  for (const invoice of currentInvoices(issued)) {
    const left = linesLeft(invoice, issued);
    const amount = leastOf(open, totalOfLines(left));
    if (compareAmounts(amount, '0.00') <= 0) continue;
    const t = invoiceTranslator(supportedLanguage(invoice.content.language));
    const lines = refundLines(amount, withoutCredited(left), t('refund'));
    await credit(transaction, issued, { invoice, cause: `refunds ${given}`, reason: 'refunded', lines });
    open = subtractAmounts(open, amount);
  }
}

/** What is left at each rate, as lines from which nothing is taken off. */
function withoutCredited(left: readonly InvoiceLine[]): InvoiceLine[] {
  const own = left.filter((line) => compareAmounts(line.amount, '0.00') > 0);
  const rates = [...new Set(own.map(({ rate }) => rate))];
  return rates.flatMap((rate): InvoiceLine[] => {
    const [first] = own.filter((line) => line.rate === rate);
    const same = left.filter((line) => line.rate === rate);
    const amount = totalOfLines(same);
    if (first === undefined || compareAmounts(amount, '0.00') <= 0) return [];
    return [{ ...first, amount }];
  });
}

interface Credit {
  readonly invoice: Invoice;
  readonly cause: string;
  readonly reason: CreditReason;
  readonly lines: readonly InvoiceLine[];
}

/** Issues one about an invoice; none if nothing is credited. */
export async function credit(
  transaction: Transaction,
  issued: Invoice[],
  { invoice, cause, reason, lines }: Credit,
): Promise<void> {
  const total = totalOfLines(lines);
  if (compareAmounts(total, '0.00') <= 0) return;
  const { checkoutId, catalogId, buyer } = invoice;
  const t = invoiceTranslator(supportedLanguage(invoice.content.language));
  const left = linesLeft(invoice, issued);
  const content = creditContent(invoice, { reason, lines, left }, t('rounding'));
  const document = { checkoutId, catalogId, kind: 'credit_note' as const, cause, total, content, buyer };
  issued.push(await insertInvoice(transaction, document));
}
