import { errorRecord } from '../../../log/error-record';
import { type EmailInvoices, invoiceCorrectedEmail } from '../../../mail/invoice-texts';
import { type Attachment, attachedBytes, mostAttachedBytes } from '../../../mail/mailer';
import type { OrderEmail } from '../../../mail/order-emails';
import type { CheckoutContext } from '../../context';
import { readInvoices } from '../../data/invoice-store';
import { readTimeline } from '../../data/timeline-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { isDatabaseUnavailable } from '../../../database/database';
import type { Checkout } from '../../rules/checkout';
import type { Invoice } from '../../tables/invoice-table';
import { isCorrection } from '../invoice/correct-invoice';
import { currentInvoices } from '../invoice/credit-notes';
import { fileNameOf, invoiceFile } from '../invoice/invoice-file';
import { issueDocuments, issueInvoices } from '../invoice/issue-invoices';
import type { Written } from './written';

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
    return {
      attachments: isAttached ? attachments : [],
      invoices: { ...numbersOf(issued), isAttached },
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

const numbersOf = (documents: readonly Pick<Invoice, 'number'>[]) => ({
  numbers: documents.map(({ number }) => number).join(', '),
  count: documents.length,
});

/** The e-mail about corrected invoices. */
export async function writeCorrected(
  context: CheckoutContext,
  { id, customer }: Pick<Checkout, 'id' | 'customer'>,
  begin: () => Promise<OrderEmail>,
): Promise<Written> {
  const documents = await untoldCorrections(context, id);
  const [invoices, notes] = (['invoice', 'credit_note'] as const).map((kind) =>
    documents.filter((one) => one.kind === kind),
  );
  if (customer === null || invoices === undefined || notes === undefined || invoices.length === 0)
    return { kind: 'needless' };
  const files = await filesOf(context, documents);
  const isAttached = attachedBytes(files) <= mostAttachedBytes;
  const email = invoiceCorrectedEmail({
    ...(await begin()),
    invoices: { ...numbersOf(invoices), isAttached },
    notes: numbersOf(notes),
  });
  return { kind: 'email', to: customer.email, email, attachments: isAttached ? files : [] };
}

/**
 * The documents of corrections that no e-mail has brought, in the order of issue; always those of the last one, which was made while
 * an e-mail about one before was sent.
 */
async function untoldCorrections({ database }: CheckoutContext, checkoutId: string): Promise<Invoice[]> {
  const issued = await readInvoices(database, checkoutId);
  const told = (await readTimeline(database, checkoutId)).findLast(
    ({ what, detail }) => what === 'mail_sent' && detail['kind'] === 'invoice',
  );
  const last = new Set(currentInvoices(issued).map(({ cause }) => cause));
  return issued.filter(
    ({ cause, issuedAt }) =>
      isCorrection(cause) && (last.has(cause) || told === undefined || issuedAt > told.at),
  );
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
