import { renderPdf } from './render-pdf';
import type { TicketSheet } from './ticket-sheet';

/** What a thread answers: an error of the rendering is an answer too, so that any other one is that of the thread. */
export type Rendered = { readonly pdf: Uint8Array } | { readonly error: unknown };

/** Runs in a worker thread (service/document/pdf-renderer.ts). */
export async function renderInThread(sheet: TicketSheet): Promise<Rendered> {
  try {
    return { pdf: await renderPdf(sheet) };
  } catch (error) {
    return { error };
  }
}
