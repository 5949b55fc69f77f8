import type { z } from 'zod';
import type { TicketsFile, ticketsFileInputSchema } from '@/lib/contract/tickets-file';
import { documentLanguage } from '../catalog/catalog';
import type { PdfRenderer } from '../document/pdf-renderer';
import type { TicketSheet } from '../document/ticket-sheet';
import { Localized } from '../http/answer';
import { InvalidRequest, type Violation } from '../http/problem';
import type { Call } from '../http/route';
import type { StoredItemTicket } from './order';
import { ticketSheet } from './order-sheet';
import { ordersWithEntries } from './order-store';
import type { SheetContext } from './sheet-entries';

interface DrawTicketsContext extends SheetContext {
  renderer: PdfRenderer;
  newId: () => string;
}

/**
 * POST /v1/booking/orders/_tickets: one PDF with the tickets of a booking, which is drawn for each call and stored nowhere.
 * Throws 422 if the caller does not have all of the orders.
 */
export async function drawTickets(
  context: DrawTicketsContext,
  { principal, body, acceptLanguage }: Call<never, unknown, z.output<typeof ticketsFileInputSchema>>,
): Promise<Localized<TicketsFile>> {
  const { id: organizationId } = principal.organization;
  const ids = [...new Set(body.orders)];
  const orders = await ordersWithEntries(context.database, organizationId, ids);
  const [first] = orders;
  const unknown = body.orders.flatMap((id, index): Violation[] =>
    orders.some(({ order }) => order.id === id)
      ? []
      : [{ path: `orders[${index}]`, code: 'regex', messageKey: 'unknownOrder' }],
  );
  if (first === undefined || unknown.length > 0) throw new InvalidRequest(unknown);
  const language = documentLanguage(first.catalog, acceptLanguage);
  const sheets = await Promise.all(
    orders.map(async (whole) => {
      const sheet = await ticketSheet(context, whole, language);
      return withoutVoid(body.forGift === true ? withoutCustomer(sheet, whole.tickets) : sheet);
    }),
  );
  const filled = sheets.filter(({ tickets }) => tickets.length > 0);
  const pdf =
    filled.length === 0
      ? null
      : await context.renderer.render({ kind: 'booking', sheets: filled }, organizationId);
  const file: TicketsFile = {
    '@id': `/.well-known/genid/${context.newId()}`,
    '@type': 'BookingTicketsFile',
    language,
    content: pdf === null ? null : Buffer.from(pdf).toString('base64'),
  };
  return new Localized(file, language);
}

/** The person to whom they are given sees who has a ticket only if it was said of this ticket. */
function withoutCustomer(sheet: TicketSheet, stored: readonly StoredItemTicket[]): TicketSheet {
  const tickets = sheet.tickets.map((ticket, index) => ({
    ...ticket,
    holder: (stored[index]?.holder ?? null) === null ? '' : ticket.holder,
    answers: [],
  }));
  return { ...sheet, bookingNumber: '', tickets };
}

function withoutVoid(sheet: TicketSheet): TicketSheet {
  return { ...sheet, tickets: sheet.tickets.filter(({ voided }) => voided === null) };
}
