import type { Reader } from '@/lib/database/database';
import { type LocalizedText, supportedLanguage } from '@/lib/locale/languages';
import { multiplyAmount } from '@/lib/money/money';
import { findCatalog } from '../catalog/catalog-store';
import type { SheetText, SheetTicket, TicketSheet } from '../document/ticket-sheet';
import { eventsById } from '../event/event-store';
import { formsById } from '../form/form-store';
import { offerDay } from '../offer/offer-store';
import { orderedProduct } from '../product/product-store';
import { sessionsById } from '../session/session-store';
import type { StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';
import { sheetAnswers } from './sheet-answers';

/** The content of the document of an order, its texts in `language`. */
export async function ticketSheet(
  reader: Reader,
  { order, reservation, tickets }: WholeOrder,
  language: string,
): Promise<TicketSheet> {
  const catalog = await findCatalog(reader, reservation.catalogId);
  if (catalog === null) throw new Error(`order ${order.id} is of no catalogue`);
  const [events, sessions, product, date] = await Promise.all([
    eventsById(reader, catalog.id, [...new Set(tickets.map(({ eventId }) => eventId))]),
    sessionsById(reader, catalog.id, [...new Set(tickets.flatMap(({ sessionId }) => sessionId ?? []))]),
    orderedProduct(reader, catalog.id, reservation.productId),
    offerDay(reader, catalog.id, reservation.offerId),
  ]);
  const fields = (await formsById(reader, product.product.formIds)).flatMap((form) => form.fields);
  const inLanguage = (text: LocalizedText): SheetText => {
    const its = [language, catalog.language, ...Object.keys(text)].find((code) => text[code] !== undefined);
    return { text: text[its ?? language] ?? '', language: its ?? language };
  };
  const answersIn = { language: supportedLanguage(language), inLanguage };
  const sheetTicket = (ticket: StoredItemTicket): SheetTicket => {
    const holder = ticket.holder ?? order.customer;
    const event = events.get(ticket.eventId);
    const session = ticket.sessionId === null ? undefined : sessions.get(ticket.sessionId);
    const of = product.tickets.find(({ id }) => id === ticket.ticketId);
    if (event === undefined || of === undefined) throw new Error(`ticket ${ticket.id} is of no event`);
    return {
      code: ticket.reference,
      name: inLanguage(of.name),
      holder: `${holder.firstname} ${holder.lastname}`,
      eventName: inLanguage(event.name),
      venue: event.venue,
      occursAt: session?.occursAt ?? null,
      sessionName: session?.name ? inLanguage(session.name) : null,
      date,
      answers: sheetAnswers(ticket.answers, fields, answersIn),
    };
  };
  const { unitAmount, unitAmountExclTax, quantity } = reservation;
  return {
    language,
    issuer: catalog.issuer,
    issuerLanguage: catalog.language,
    timezone: catalog.timezone,
    bookingNumber: order.externalReference ?? order.reference,
    orderedAt: order.createdAt,
    quantity,
    productName: inLanguage(product.product.name),
    unitAmount,
    totalAmount: multiplyAmount(unitAmount, quantity),
    totalAmountExclTax: multiplyAmount(unitAmountExclTax, quantity),
    tickets: tickets.map(sheetTicket),
  };
}
