import { supportedLanguage } from '@/lib/locale/languages';
import type { SheetChange, SheetTicket, TicketSheet } from '../document/ticket-sheet';
import { formsById } from '../form/form-store';
import { discountOf, paidForAll } from '../reservation/discount';
import { unitsOf } from './cancellation';
import type { StoredItemTicket } from './order';
import { sheetAnswers } from './sheet-answers';
import { type OrderToDraw, type SheetContext, sheetEntries } from './sheet-entries';

/** The content of the document of an order, its texts in `language`. */
export async function ticketSheet(
  context: SheetContext,
  whole: OrderToDraw,
  language: string,
): Promise<TicketSheet> {
  const { order, reservation, tickets } = whole;
  const entries = await sheetEntries(context, whole, language);
  const { common, product, inLanguage, eventOf, admissionOf } = entries;
  const forms = await formsById(context.database, order.catalogId, product.product.formIds);
  const fields = forms.flatMap((form) => form.fields);
  const answersIn = { language: supportedLanguage(language), inLanguage };
  const exchanged = new Set(
    unitsOf(whole)
      .filter(({ cancellation }) => cancellation !== null && cancellation.rebookedTo.length > 0)
      .flatMap((unit) => unit.tickets.map(({ id }) => id)),
  );
  const sheetTicket = (ticket: StoredItemTicket): SheetTicket => {
    const holder = ticket.holder ?? order.customer;
    const of = product.tickets.find(({ id }) => id === ticket.ticketId);
    if (of === undefined) throw new Error(`ticket ${ticket.id} is of no product`);
    return {
      ...admissionOf(ticket),
      voided: ticket.status !== 'cancelled' ? null : exchanged.has(ticket.id) ? 'exchanged' : 'cancelled',
      code: ticket.reference,
      change: changeOf(whole, ticket.sessionId),
      name: inLanguage(of.name),
      seat: ticket.seat && { ...ticket.seat, section: inLanguage(ticket.seat.section) },
      holder: `${holder.firstname} ${holder.lastname}`,
      venue: eventOf(ticket).venue,
      answers: sheetAnswers(ticket.answers, fields, answersIn),
    };
  };
  const { unitAmount, quantity, voucher } = reservation;
  const paid = paidForAll(reservation);
  return {
    ...common,
    kind: 'tickets',
    quantity,
    unitAmount,
    discount: voucher && {
      code: voucher.code,
      amount: discountOf(reservation),
      complimentary: voucher.complimentary === true,
    },
    totalAmount: paid.inclTax,
    totalAmountExclTax: paid.exclTax,
    tickets: tickets.map(sheetTicket),
  };
}

/** What has become of a session since the order. While it is called off, this alone is said. */
function changeOf({ sessions, formerTimes }: OrderToDraw, sessionId: string | null): SheetChange | null {
  const session = sessions.get(sessionId ?? '');
  if (session === undefined) return null;
  const { id, status, occursAt } = session;
  if (status === 'cancelled' || status === 'postponed') return { what: status };
  const from = formerTimes.get(id);
  return from === undefined || from.getTime() === occursAt.getTime() ? null : { what: 'moved', from };
}
