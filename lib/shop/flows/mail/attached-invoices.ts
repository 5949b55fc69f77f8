import { errorRecord } from '../../../log/error-record';
import type { EmailInvoices } from '../../../mail/invoice-texts';
import { type Attachment, attachedBytes, mostAttachedBytes } from '../../../mail/mailer';
import type { CheckoutContext } from '../../context';
import { readInvoices } from '../../data/invoice-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { isDatabaseUnavailable } from '../../../database/database';
import { currentInvoices } from '../invoice/credit-notes';
import { fileNameOf, invoiceFile } from '../invoice/invoice-file';
import { issueDocuments, issueInvoices } from '../invoice/issue-invoices';

interface Attached {
  attachments: Attachment[];
  /** Null: there is none (yet). */
  invoices: EmailInvoices | null;
}

/** Drawn one after the other. */
async function filesOf(
  context: CheckoutContext,
  issued: readonly Parameters<typeof invoiceFile>[1][],
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const one of issued)
    attachments.push({ filename: fileNameOf(one), content: await invoiceFile(context, one) });
  return attachments;
}

/**
 * The invoices of a purchase for its confirmation, which issues them if it is first. The confirmation is not late because of them:
 * if they can't be issued or drawn now, it is sent without them, and they are on the page of the order later.
 */
export async function attachedInvoices(context: CheckoutContext, whole: WholeCheckout): Promise<Attached> {
  try {
    const now = await issueInvoices(context, whole);
    const issued =
      now.length > 0 || whole.invoices.length === 0
        ? now
        : currentInvoices(await readInvoices(context.database, whole.checkout.id));
    if (issued.length === 0) return { attachments: [], invoices: null };
    const attachments = await filesOf(context, issued);
    const isAttached = attachedBytes(attachments) <= mostAttachedBytes;
    const numbers = issued.map(({ number }) => number).join(', ');
    return {
      attachments: isAttached ? attachments : [],
      invoices: { numbers, count: issued.length, isAttached },
    };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    context.report('warn', 'a confirmation is sent without its invoice', {
      checkout: whole.checkout.id,
      err: errorRecord(error),
    });
    return { attachments: [], invoices: null };
  }
}

/**
 * The credit notes of cancellations for the e-mail about them, which issues them if it is first. One comes when the money is
 * back, so an e-mail that is sent before has none.
 */
export async function attachedCreditNotes(
  context: CheckoutContext,
  checkoutId: string,
  cancellationIds: readonly string[],
): Promise<Attachment[]> {
  const causes = new Set(cancellationIds.map((id) => `cancellation ${id}`));
  try {
    const issued = await issueDocuments(context, checkoutId);
    const notes = issued.filter(({ kind, cause }) => kind === 'credit_note' && causes.has(cause));
    const attachments = await filesOf(context, notes);
    return attachedBytes(attachments) <= mostAttachedBytes ? attachments : [];
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    context.report('warn', 'an e-mail is sent without its credit note', {
      checkout: checkoutId,
      err: errorRecord(error),
    });
    return [];
  }
}
