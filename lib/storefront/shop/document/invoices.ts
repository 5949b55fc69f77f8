import { z } from 'zod';
import { typedWords } from '../../../contract/typed-text';
import { errorRecord } from '../../../log/error-record';
import { getAppContext } from '../../../runtime/app-context';
import { findInvoice } from '../../../shop/data/invoice-store';
import { findCheckout } from '../../../shop/data/checkout-store';
import { correctInvoices } from '../../../shop/flows/invoice/correct-invoice';
import { fileNameOf, invoiceFile } from '../../../shop/flows/invoice/invoice-file';
import { noteDownload } from '../../../shop/flows/order/note-download';
import { readInvoice } from '../../../shop/rules/invoice';
import { guestMayRead } from '../../common/request/guest';
import { orderViewer } from './documents';

type InvoiceAnswer =
  | { kind: 'invoice'; content: Uint8Array<ArrayBuffer>; fileName: string }
  /** There is none, or it is not for this browser. */
  | { kind: 'denied' }
  /** It could not be drawn; trying again may help. */
  | { kind: 'failed' };

/** An invoice or a credit note, for its customer or for staff. */
export async function getInvoice(checkoutId: string, invoiceId: string): Promise<InvoiceAnswer> {
  const viewer = await orderViewer(checkoutId);
  if (viewer === null) return { kind: 'denied' };
  const { checkoutContext, log } = await getAppContext();
  const invoice = await findInvoice(checkoutContext.database, checkoutId, invoiceId);
  if (invoice === null) return { kind: 'denied' };
  try {
    const content = Uint8Array.from(await invoiceFile(checkoutContext, invoice));
    const download = { document: invoice.number, language: invoice.content.language };
    await noteDownload(checkoutContext, checkoutId, viewer === 'guest' ? null : viewer.id, download);
    return { kind: 'invoice', content, fileName: fileNameOf(invoice) };
  } catch (error) {
    log.error({ err: errorRecord(error), invoice: invoiceId }, 'an invoice could not be drawn');
    return { kind: 'failed' };
  }
}

export const invoiceForm = z.object({
  checkoutId: z.guid(),
  company: z.string().max(300),
  address: z.string().max(600),
  vatNumber: z.string().max(100),
});

/** What became of a correction; `company` and `vatNumber`: this field was wrong. */
export const correctionAnswers = ['corrected', 'nothing', 'company', 'vatNumber', 'address'] as const;
export type CorrectionAnswer = (typeof correctionAnswers)[number];

const longestAddress = 400;

/** The customer of this browser corrects for whom the invoices of an order are made out. Null: the order is not this browser's. */
export async function correctInvoice({
  checkoutId,
  company,
  address,
  vatNumber,
}: z.output<typeof invoiceForm>): Promise<CorrectionAnswer | null> {
  if (!(await guestMayRead(checkoutId))) return null;
  const { checkoutContext } = await getAppContext();
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  if (checkout === null) return null;
  const country = checkout.customer?.country ?? '';
  const { invoice, wrong } = readInvoice({ company, vatNumber, country });
  if (wrong.company !== undefined) return 'company';
  if (wrong.vatNumber !== undefined) return 'vatNumber';
  const lines = address
    .split(/\r?\n/)
    .map((line) => typedWords(line).replaceAll(/[\p{Cc}\s]+/gu, ' '))
    .filter((line) => line !== '');
  const typed = lines.join('\n');
  if (typed.length > longestAddress || lines.length > 6) return 'address';
  return correctInvoices(checkoutContext, checkoutId, {
    company: invoice?.company ?? '',
    address: typed,
    vatNumber: invoice?.vatNumber ?? null,
  });
}
