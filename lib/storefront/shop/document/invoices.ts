import { errorRecord } from '../../../log/error-record';
import { getAppContext } from '../../../runtime/app-context';
import { findInvoice } from '../../../shop/data/invoice-store';
import { fileNameOf, invoiceFile } from '../../../shop/flows/invoice/invoice-file';
import { noteDownload } from '../../../shop/flows/order/note-download';
import {
  type CorrectionAnswer,
  correctTyped,
  type TypedInvoice,
  type WrongField,
} from '../../common/invoice/correction';
import { causeEmail } from '../../common/request/caused-emails';
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

/** The customer of this browser corrects for whom the invoices of an order are made out. Null: the order is not this browser's. */
export async function correctInvoice(typed: TypedInvoice): Promise<CorrectionAnswer | WrongField | null> {
  if (!(await guestMayRead(typed.checkoutId))) return null;
  const { checkoutContext, worker } = await getAppContext();
  const count = (address: string) => causeEmail('again', address);
  const answer = await correctTyped(checkoutContext, typed, { staff: null, count });
  if (answer === 'corrected') worker.wake();
  return answer;
}
