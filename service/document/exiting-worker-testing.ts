import { renderInThread as render, type Rendered } from './pdf-worker';
import type { TicketSheet } from './ticket-sheet';

/** As the worker of the service, but the thread ends over an order that is called EXIT. */
export async function renderInThread(sheet: TicketSheet): Promise<Rendered> {
  if (sheet.orderReference === 'EXIT') process.exit(3);
  return render(sheet);
}
