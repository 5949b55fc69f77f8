import type { InvoiceBuyer } from '../../../invoice/invoice-document';
import { totalOfLines } from '../../../invoice/tax-groups';
import { compareAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { saveInvoiceDetails } from '../../data/checkout-store';
import { insertInvoice, readInvoices } from '../../data/invoice-store';
import { enqueueEmail } from '../../data/mail-store';
import { note, noteByStaff } from '../../data/timeline-store';
import { correctedContent } from '../../rules/invoice-lines';
import type { Invoice } from '../../tables/invoice-table';
import { credit, currentInvoices, issueCreditNotes, linesLeft, notesAbout } from './credit-notes';
import { issueDocuments } from './issue-invoices';

export interface CorrectedBuyer extends Pick<InvoiceBuyer, 'company' | 'address' | 'vatNumber'> {
  /** Null: the same as before. */
  readonly country: string | null;
}

const causeOf = ({ number }: Pick<Invoice, 'number'>) => `correction ${number}`;
export const isCorrection = (cause: string) => cause.startsWith(causeOf({ number: '' }));

/**
 * Another company, address, country or VAT number for the invoices of a purchase: for each a credit note about what is left of it, and a
 * new invoice of the same. `staff`: who does it; null: the customer. `nothing`: there is none, it says that already, or all of it is credited. The customer gets the documents by e-mail.
 */
export async function correctInvoices(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  checkoutId: string,
  corrected: CorrectedBuyer,
  staff: string | null = null,
): Promise<'corrected' | 'nothing'> {
  await issueDocuments(context, checkoutId);
  return context.database.transaction(async (transaction) => {
    await issueCreditNotes(transaction, checkoutId);
    const issued = await readInvoices(transaction, checkoutId);
    let count = 0;
    for (const invoice of currentInvoices(issued)) {
      const before = invoice.buyer;
      if (before === null) continue;
      const buyer = { ...before, ...corrected, country: corrected.country ?? before.country };
      if (isSame(before, buyer)) continue;
      const lines = linesLeft(invoice, issued);
      if (compareAmounts(totalOfLines(lines), '0.00') <= 0) continue;
      const notes = notesAbout(invoice, issued);
      const cause = causeOf(invoice);
      await credit(transaction, issued, { invoice, cause, reason: 'corrected', lines });
      const document = {
        checkoutId,
        catalogId: invoice.catalogId,
        kind: 'invoice' as const,
        cause,
        total: totalOfLines(lines),
        buyer,
        content: correctedContent(invoice, lines, notes),
      };
      issued.push(await insertInvoice(transaction, document));
      count += 1;
    }
    if (count === 0) return 'nothing';
    const { company, address, vatNumber } = corrected;
    // One e-mail has all that none has brought.
    await enqueueEmail(transaction, { checkoutId, kind: 'invoice', again: true });
    await saveInvoiceDetails(
      transaction,
      checkoutId,
      company === '' ? null : { company, address, vatNumber },
    );
    if (staff === null) await note(transaction, checkoutId, 'invoice_corrected');
    else await noteByStaff(transaction, checkoutId, 'invoice_corrected', { staff });
    return 'corrected';
  });
}

function isSame(buyer: InvoiceBuyer, other: InvoiceBuyer): boolean {
  return (['company', 'address', 'vatNumber', 'country'] as const).every((key) => buyer[key] === other[key]);
}
