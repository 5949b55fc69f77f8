import { addresses } from '@/lib/contract/iri';
import type { EmbeddedTicket, Offer as OfferResource, OfferPrice, OfferTicket } from '@/lib/contract/offer';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import type { StoredEvent } from '../event/event';
import { eventResource } from '../event/event-resource';
import type { StoredTicket } from '../product/product';
import { productResource } from '../product/product-resource';
import type { ProductWithTickets } from '../product/product-store';
import type { StoredSession } from '../session/session';
import { sessionResource } from '../session/session-resource';
import { priceWithoutTax, type StoredOffer } from './offer';

/** An offer on the wire (specification §2.6). */
export function offerResource(
  offer: StoredOffer,
  { product, tickets }: ProductWithTickets,
  catalog: Catalog,
  language: string,
): OfferResource {
  return {
    '@id': addresses.offer(catalog.id, offer.id),
    '@type': 'TicketingOffer',
    id: offer.id,
    date: offer.date,
    availableQuantity: offer.availableQuantity,
    realtimePriceRequired: product.realtimePriceRequired,
    price: embeddedPrice(offer, catalog),
    product: productResource(product, catalog, language),
    tickets: tickets.map((ticket) => embeddedTicket(offer, ticket, catalog, language)),
  };
}

function embeddedPrice(offer: StoredOffer, catalog: Catalog): OfferPrice {
  return {
    '@id': addresses.offerPrice(offer.catalogId, offer.id),
    '@type': 'TicketingOfferPrice',
    amountInclTax: offer.price,
    originalAmountInclTax: offer.originalPrice,
    currency: 'EUR',
    syncAt: pricedAt(offer, catalog).toISOString(),
  };
}

/** When the price became known: asked for at the source, or told by an import since. */
function pricedAt(offer: StoredOffer, { syncedAt }: Catalog): Date {
  return offer.pricedAt === null || offer.pricedAt < syncedAt ? syncedAt : offer.pricedAt;
}

/** The price of an offer on its own, with the amount excluding tax where it is known (specification §2.7). */
export function priceResource(offer: StoredOffer, vatRate: string | null, catalog: Catalog): OfferPrice {
  return { ...embeddedPrice(offer, catalog), amountExclTax: priceWithoutTax(offer, vatRate) };
}

function embeddedTicket(
  offer: StoredOffer,
  ticket: StoredTicket,
  catalog: Catalog,
  language: string,
): EmbeddedTicket {
  return {
    '@id': addresses.ticket(catalog.id, offer.id, ticket.id),
    '@type': 'TicketingOfferTicket',
    id: ticket.id,
    name: localize(ticket.name, language, catalog.language),
    description: localize(ticket.description, language, catalog.language),
  };
}

/** A ticket of an offer with the sessions to choose from (specification §2.8). */
export function ticketResource(
  offer: StoredOffer,
  ticket: StoredTicket,
  { event, sessions }: { event: StoredEvent; sessions: readonly StoredSession[] },
  catalog: Catalog,
  language: string,
): OfferTicket {
  const resource = eventResource(event, catalog, language);
  return {
    ...embeddedTicket(offer, ticket, catalog, language),
    dateAccess: ticket.dateAccess,
    sessions: sessions.map((session) => ({
      ...sessionResource(session, catalog, language),
      event: resource,
    })),
  };
}
