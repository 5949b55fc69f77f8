import type { Reader } from '@/lib/database/database';
import { supportedLanguage } from '@/lib/locale/languages';
import type { SheetChange, SheetTicket, TicketSheet } from '../document/ticket-sheet';
import { formsById } from '../form/form-store';
import { discountOf, paidForAll } from '../reservation/discount';
import type { StoredSession } from '../session/session-store';
import { unitsOf } from './cancellation';
import type { StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';
import { formerTimes } from './moved-sessions';
import { sheetAnswers } from './sheet-answers';
import { sheetEntries } from './sheet-entries';

/** The content of the document of an order, its texts in `language`. */
export async function ticketSheet(
  reader: Reader,
  whole: WholeOrder,
  { language, hasPrices }: { language: string; hasPrices: boolean },
): Promise<TicketSheet> {
  const { order, reservation, tickets } = whole;
  const entries = await sheetEntries(reader, whole, language);
  const { common, product, sessions, inLanguage, eventOf, admissionOf } = entries;
  const former = await formerTimes(reader, order.catalogId, [...sessions.keys()], order.createdAt);
  const fields = (await formsById(reader, reservation.catalogId, product.product.formIds)).flatMap(
    (form) => form.fields,
  );
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
      change: changeOf(sessions.get(ticket.sessionId ?? ''), former),
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
    hasPrices,
    quantity,
    unitAmount,
    discount: voucher && { code: voucher.code, amount: discountOf(reservation) },
    totalAmount: paid.inclTax,
    totalAmountExclTax: paid.exclTax,
    tickets: tickets.map(sheetTicket),
  };
}

/** What has become of a session since the order. While it is called off, this alone is said. */
function changeOf(session: StoredSession | undefined, former: ReadonlyMap<string, Date>): SheetChange | null {
  if (session === undefined) return null;
  const { id, status, occursAt } = session;
  if (status === 'cancelled' || status === 'postponed') return { what: status };
  const from = former.get(id);
  return from === undefined || from.getTime() === occursAt.getTime() ? null : { what: 'moved', from };
}
