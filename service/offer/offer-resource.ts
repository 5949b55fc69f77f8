import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import {
  embeddedTicketSchema as readEmbeddedTicketSchema,
  offerPriceSchema,
  offerSchema as readOfferSchema,
  offerTicketSchema as readOfferTicketSchema,
} from '@/lib/contract/offer';
import { localize } from '@/lib/locale/languages';
import { availabilitySchema } from '../availability/availability-resource';
import type { Catalog } from '../catalog/catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { eventResource, eventSchema } from '../event/event-resource';
import type { StoredEvent } from '../event/event-store';
import { exampleId, exampleOf } from '../http/named-schema';
import { productResource, productSchema } from '../product/product-resource';
import type { StoredTicket, ProductWithTickets } from '../product/product-store';
import type { StoredSession } from '../session/session-store';
import { sessionResource, sessionSchema, withOffset } from '../session/session-resource';
import { priceWithoutTax } from './offer';
import type { StoredOffer } from './offer-store';

const catalogId = exampleOf(catalogSchema).id;
const id = exampleId(5);
const syncAt = '2027-05-20T07:45:00.000Z';
const embeddedPriceExample = {
  '@id': addresses.offerPrice(catalogId, id),
  '@type': 'TicketingOfferPrice',
  amountInclTax: '36.00',
  originalAmountInclTax: '40.00',
  currency: 'EUR',
  syncAt,
} as const;
function exampleTicket(number: number, name: string) {
  const ticketId = exampleId(number);
  const path = addresses.ticket(catalogId, id, ticketId);
  const event = exampleOf(eventSchema)['@id'];
  return {
    '@id': path,
    '@type': 'TicketingOfferTicket' as const,
    id: ticketId,
    name,
    description: '',
    event,
    zone: null,
  };
}
const boat = exampleTicket(6, 'Boat');

const embeddedPriceSchema = offerPriceSchema
  .omit({ amountExclTax: true })
  .required()
  .meta({ id: 'EmbeddedOfferPrice', description: 'The price as an offer tells it (§2.7).' });

const embeddedTicketSchema = readEmbeddedTicketSchema.required().meta({
  id: 'EmbeddedOfferTicket',
  description: 'A ticket as an offer embeds it: without sessions (§2.6).',
});

export const priceSchema = offerPriceSchema.required().meta({
  id: 'TicketingOfferPrice',
  description: 'The price in force (§2.7).',
  example: { ...embeddedPriceExample, amountExclTax: '30.00' },
});

export const offerSchema = readOfferSchema
  .required()
  .extend({ price: embeddedPriceSchema, product: productSchema, tickets: z.array(embeddedTicketSchema) })
  .meta({
    id: 'TicketingOffer',
    description: 'Price and availability of a product at a date (§2.6).',
    example: {
      '@id': addresses.offer(catalogId, id),
      '@type': 'TicketingOffer',
      id,
      date: '2027-06-01',
      availableQuantity: 48,
      mayReturn: false,
      counterOnly: 0,
      saleEndsAt: '2027-06-02T00:00:00+02:00',
      status: 'on_sale',
      realtimePriceRequired: false,
      price: embeddedPriceExample,
      product: exampleOf(productSchema),
      tickets: [boat, exampleTicket(7, 'Museum')],
    },
  });

export const ticketSchema = readOfferTicketSchema
  .required()
  .extend({
    sessions: z.array(sessionSchema).meta({ description: 'To choose from; empty when `dateAccess`.' }),
  })
  .meta({
    id: 'TicketingOfferTicket',
    description: 'A ticket of an offer, with the sessions to choose from (§2.8).',
    example: {
      ...boat,
      dateAccess: false,
      sessions: [{ ...exampleOf(sessionSchema), event: exampleOf(eventSchema) }],
    },
  });

export const offerAvailabilitySchema = availabilitySchema.meta({
  id: 'TicketingOfferAvailability',
  description: 'What is left of an offer at this moment (§4.1).',
  example: {
    '@id': addresses.offerAvailability(catalogId, id),
    '@type': 'TicketingOfferAvailability',
    availableQuantity: 48,
    available: true,
    status: 'AVAILABLE',
    mayReturn: false,
    syncAt,
  },
});

export type TicketResource = z.output<typeof ticketSchema>;

/** An offer as a response (specification §2.6). */
export function offerResource(
  offer: StoredOffer,
  { product, tickets }: ProductWithTickets,
  catalog: Catalog,
  language: string,
): z.output<typeof offerSchema> {
  return {
    '@id': addresses.offer(catalog.id, offer.id),
    '@type': 'TicketingOffer',
    id: offer.id,
    date: offer.date,
    availableQuantity: offer.availableQuantity,
    mayReturn: offer.mayReturn,
    counterOnly: offer.counterOnly,
    saleEndsAt: withOffset(offer.saleEndsAt, catalog.timezone),
    status: offer.isOnSale ? 'on_sale' : 'not_on_sale',
    realtimePriceRequired: product.realtimePriceRequired,
    price: embeddedPrice(offer, catalog),
    product: productResource(product, catalog, language),
    tickets: tickets.map((ticket) => embeddedTicket(offer, ticket, catalog, language)),
  };
}

function embeddedPrice(offer: StoredOffer, catalog: Catalog): z.output<typeof embeddedPriceSchema> {
  return {
    '@id': addresses.offerPrice(offer.catalogId, offer.id),
    '@type': 'TicketingOfferPrice',
    amountInclTax: offer.price,
    originalAmountInclTax: offer.originalPrice,
    currency: 'EUR',
    syncAt: pricedAt(offer, catalog).toISOString(),
  };
}

/** When the price became known: when it was fetched from the source, or at a later import. */
function pricedAt(offer: StoredOffer, { syncedAt }: Catalog): Date {
  return offer.pricedAt === null || offer.pricedAt < syncedAt ? syncedAt : offer.pricedAt;
}

/** The price of an offer alone, with the amount excluding tax if it is known (specification §2.7). */
export function priceResource(
  offer: StoredOffer,
  vatRate: string | null,
  catalog: Catalog,
): z.output<typeof priceSchema> {
  return { ...embeddedPrice(offer, catalog), amountExclTax: priceWithoutTax(offer, vatRate) };
}

function embeddedTicket(
  offer: StoredOffer,
  ticket: StoredTicket,
  catalog: Catalog,
  language: string,
): z.output<typeof embeddedTicketSchema> {
  return {
    '@id': addresses.ticket(catalog.id, offer.id, ticket.id),
    '@type': 'TicketingOfferTicket',
    id: ticket.id,
    name: localize(ticket.name, language, catalog.language),
    description: localize(ticket.description, language, catalog.language),
    event: addresses.event(catalog.id, ticket.eventId),
    zone: ticket.zone,
  };
}

/** A ticket of an offer with the sessions to choose from (specification §2.8). */
export function ticketResource(
  offer: StoredOffer,
  ticket: StoredTicket,
  { event, sessions }: { event: StoredEvent; sessions: readonly StoredSession[] },
  catalog: Catalog,
  language: string,
): TicketResource {
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
