import type { Reader } from '@/lib/database/database';
import { supportedLanguage } from '@/lib/locale/languages';
import type { SheetTicket, TicketSheet } from '../document/ticket-sheet';
import { formsById } from '../form/form-store';
import { discountOf, paidForAll } from '../reservation/discount';
import { unitsOf } from './cancellation';
import type { StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';
import { sheetAnswers } from './sheet-answers';
import { sheetEntries } from './sheet-entries';

/** The content of the document of an order, its texts in `language`. */
export async function ticketSheet(reader: Reader, whole: WholeOrder, language: string): Promise<TicketSheet> {
  const { order, reservation, tickets } = whole;
  const { common, product, inLanguage, eventOf, admissionOf } = await sheetEntries(reader, whole, language);
  const fields = (await formsById(reader, product.product.formIds)).flatMap((form) => form.fields);
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
      name: inLanguage(of.name),
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
    discount: voucher && { code: voucher.code, amount: discountOf(reservation) },
    totalAmount: paid.inclTax,
    totalAmountExclTax: paid.exclTax,
    tickets: tickets.map(sheetTicket),
  };
}
