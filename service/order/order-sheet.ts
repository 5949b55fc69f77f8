import { multiplyAmount } from '@/lib/money/money';
import type { Catalog } from '../catalog/catalog';
import type { SheetTicket, TicketSheet } from '../document/ticket-sheet';
import type { StoredEvent } from '../event/event';
import type { ProductWithTickets } from '../product/product-store';
import type { StoredSession } from '../session/session';
import type { StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';

interface Facts {
  whole: WholeOrder;
  catalog: Catalog;
  language: string;
  events: ReadonlyMap<string, StoredEvent>;
  sessions: ReadonlyMap<string, StoredSession>;
  product: ProductWithTickets;
  /** The offer's day, YYYY-MM-DD. */
  date: string;
  inLanguage: (text: Readonly<Record<string, string>>) => string;
}

/** What an order's document shows. */
export function ticketSheet(facts: Facts): TicketSheet {
  const { whole, catalog, language, product, inLanguage } = facts;
  const { order, reservation, tickets } = whole;
  const { unitAmount, unitAmountExclTax, quantity } = reservation;
  return {
    language,
    issuer: catalog.issuer,
    timezone: catalog.timezone,
    orderReference: order.reference,
    externalReference: order.externalReference,
    orderedAt: order.createdAt,
    quantity,
    productName: inLanguage(product.product.name),
    unitAmount,
    totalAmount: multiplyAmount(unitAmount, quantity),
    totalAmountExclTax: multiplyAmount(unitAmountExclTax, quantity),
    tickets: tickets.map((ticket) => sheetTicket(ticket, facts)),
  };
}

function sheetTicket(ticket: StoredItemTicket, facts: Facts): SheetTicket {
  const holder = ticket.holder ?? facts.whole.order.customer;
  const { events, sessions, product, date, inLanguage } = facts;
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
  };
}
