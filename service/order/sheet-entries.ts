import { defaultLanguage, type LocalizedText } from '@/lib/locale/languages';
import type { Reader } from '@/lib/database/database';
import type { KnownRows } from '../catalog/known-rows';
import type { SheetAdmission, SheetText } from '../document/ticket-sheet';
import type { AnyEvent } from '../event/event-store';
import { orderedProduct, type ProductWithTickets } from '../product/product-store';
import type { StoredItemTicket } from './order';
import type { OrderEntries, WholeOrder } from './order-store';

/** With what the sheets of documents are made. */
export interface SheetContext {
  database: Reader;
  events: KnownRows<AnyEvent>;
  products: KnownRows<ProductWithTickets>;
}

/** An order with what its documents show. */
export type OrderToDraw = WholeOrder & OrderEntries;

/** The entries of the catalogue that the documents of an order name, their texts in `language`. */
export async function sheetEntries(context: SheetContext, whole: OrderToDraw, language: string) {
  const { order, reservation, tickets, catalog, sessions, day: date } = whole;
  const [events, product] = await Promise.all([
    context.events.ofCatalog(catalog, [...new Set(tickets.map(({ eventId }) => eventId))]),
    productOf(context, whole),
  ]);
  const inLanguage = (text: LocalizedText): SheetText => {
    // As on the pages of the shop, so that the entrance sees the name that the customer has seen.
    const its = [language, defaultLanguage, catalog.language, ...Object.keys(text)].find(
      (code) => text[code] !== undefined,
    );
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
  return { common, product, inLanguage, eventOf, admissionOf };
}

/** The product as it is kept; if the order has a ticket that was retired since, it is read with all. */
async function productOf(
  { database, products }: SheetContext,
  { catalog, reservation: { productId }, tickets }: OrderToDraw,
): Promise<ProductWithTickets> {
  const known = (await products.ofCatalog(catalog, [productId])).get(productId);
  const ids = new Set(known?.tickets.map(({ id }) => id));
  const isComplete = known !== undefined && tickets.every(({ ticketId }) => ids.has(ticketId));
  return isComplete ? known : orderedProduct(database, catalog.id, productId);
}
