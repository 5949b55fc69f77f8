import { renderInThread as render, type Rendered } from '@/service/document/pdf-worker';
import type { DocumentSheet } from '@/service/document/ticket-sheet';

/** Like the worker of the service, but the thread exits when it gets an order called EXIT, and never ends one called LOOP. */
export async function renderInThread(sheet: DocumentSheet): Promise<Rendered> {
  if (sheet.bookingNumber === 'EXIT') process.exit(3);
  while (sheet.bookingNumber === 'LOOP');
  return render(sheet);
}
