import type { InvoiceDocument } from './invoice-document';
import { renderInvoice } from './render-invoice';

/** Runs in a worker thread (lib/invoice/invoice-renderer.ts). */
export function renderInThread(document: InvoiceDocument): Promise<Uint8Array> {
  return renderInvoice(document);
}
