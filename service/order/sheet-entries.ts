import type { Reader } from '@/lib/database/database';
import { type LocalizedText } from '@/lib/locale/languages';
import { findCatalog } from '../catalog/catalog-store';
import type { SheetAdmission, SheetText } from '../document/ticket-sheet';
import { eventsById } from '../event/event-store';
import { offerDay } from '../offer/offer-store';
import { orderedProduct } from '../product/product-store';
import { sessionsById } from '../session/session-store';
import type { StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';

/** The entries of the catalogue that the documents of an order name, their texts in `language`. */
export async function sheetEntries(
  reader: Reader,
  { order, reservation, tickets }: WholeOrder,
  language: string,
) {
  const catalog = await findCatalog(reader, reservation.catalogId);
  if (catalog === null) throw new Error(`order ${order.id} is of no catalogue`);
  const [events, sessions, product, date] = await Promise.all([
    eventsById(reader, catalog.id, [...new Set(tickets.map(({ eventId }) => eventId))]),
    sessionsById(reader, catalog.id, [...new Set(tickets.flatMap(({ sessionId }) => sessionId ?? []))]),
    orderedProduct(reader, catalog.id, reservation.productId),
    offerDay(reader, catalog.id, reservation.offerId),
  ]);
  const inLanguage = (text: LocalizedText): SheetText => {
    const its = [language, catalog.language, ...Object.keys(text)].find((code) => text[code] !== undefined);
    return { text: text[its ?? language] ?? '', language: its ?? language };
  };
  const eventOf = ({ id, eventId }: StoredItemTicket) => {
    const event = events.get(eventId);
    if (event === undefined) throw new Error(`ticket ${id} is of no event`);
    return event;
  };
  const admissionOf = (ticket: StoredItemTicket): SheetAdmission => {
    const session = ticket.sessionId === null ? undefined : sessions.get(ticket.sessionId);
    return {
      eventName: inLanguage(eventOf(ticket).name),
      occursAt: session?.occursAt ?? null,
      sessionName: session?.name ? inLanguage(session.name) : null,
      date,
      giftCardValue: reservation.giftCard ? reservation.unitAmount : null,
    };
  };
  const common = {
    language,
    issuer: catalog.issuer,
    issuerLanguage: catalog.language,
    timezone: catalog.timezone,
    bookingNumber: order.externalReference ?? order.reference,
    orderedAt: order.createdAt,
    productName: inLanguage(product.product.name),
  };
  return { common, product, sessions, inLanguage, eventOf, admissionOf };
}
