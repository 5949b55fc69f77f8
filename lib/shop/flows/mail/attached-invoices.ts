import { errorRecord } from '../../../log/error-record';
import type { EmailInvoices } from '../../../mail/invoice-texts';
import type { Attachment } from '../../../mail/mailer';
import type { CheckoutContext } from '../../context';
import { readInvoices } from '../../data/invoice-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { isDatabaseUnavailable } from '../../../database/database';
import { currentInvoices } from '../invoice/credit-notes';
import { fileNameOf, invoiceFile } from '../invoice/invoice-file';
import { issueInvoices } from '../invoice/issue-invoices';

/** Base64 makes a file a third longer, and an e-mail has at most a megabyte. */
const mostBytes = 700_000;

interface Attached {
  attachments: Attachment[];
  /** Null: there is none (yet). */
  invoices: EmailInvoices | null;
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
    const attachments: Attachment[] = [];
    for (const one of issued)
      attachments.push({ filename: fileNameOf(one), content: await invoiceFile(context, one) });
    const isAttached = attachments.reduce((sum, { content }) => sum + content.length, 0) <= mostBytes;
    const numbers = issued.map(({ number }) => number).join(', ');
    return { attachments: isAttached ? attachments : [], invoices: { numbers, isAttached } };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    context.report('warn', 'a confirmation is sent without its invoice', {
      checkout: whole.checkout.id,
      err: errorRecord(error),
    });
    return { attachments: [], invoices: null };
  }
}
