import { renderPdf } from './render-pdf';
import type { BookingSheet, DocumentSheet } from './ticket-sheet';

/** An error of the rendering is an answer too: any other error means that the thread itself failed. */
export type Rendered = { readonly pdf: Uint8Array } | { readonly error: unknown };

/** Runs in a worker thread (service/document/pdf-renderer.ts). */
export async function renderInThread(sheet: DocumentSheet | BookingSheet): Promise<Rendered> {
  try {
    return { pdf: await renderPdf(sheet) };
  } catch (error) {
    return { error };
  }
}
