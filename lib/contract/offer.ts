import { z } from 'zod';
import { idSchema, iriSchema } from './iri';
import { productSchema } from './product';
import { sessionSchema } from './session';
import { amountSchema, daySchema, instantSchema } from './values';

/** What an offer costs (§2.7). `amountExclTax` only at …/price; it may be null. */
export const offerPriceSchema = z.object({
  '@id': z.string().optional(),
  '@type': z.literal('TicketingOfferPrice'),
  amountInclTax: amountSchema,
  originalAmountInclTax: amountSchema,
  amountExclTax: amountSchema.nullable().optional(),
  currency: z.literal('EUR'),
  syncAt: instantSchema,
});

/** A ticket as an offer embeds it: no sessions (§2.6). */
export const embeddedTicketSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingOfferTicket'),
  id: idSchema,
  name: z.string(),
  description: z.string(),
});

/** A ticket of an offer, with the sessions to choose from (§2.8); `sessions` is empty when `dateAccess`. */
export const offerTicketSchema = embeddedTicketSchema.extend({
  dateAccess: z.boolean(),
  sessions: z.array(sessionSchema),
});

/** Price and availability of a product at a date (§2.6). `availableQuantity` null is unlimited. */
export const offerSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingOffer'),
  id: idSchema,
  date: daySchema,
  availableQuantity: z.int().nullable(),
  realtimePriceRequired: z.boolean(),
  price: offerPriceSchema,
  product: productSchema,
  tickets: z.array(embeddedTicketSchema),
});

export const availabilityStatuses = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'FREESALE', 'CLOSED'] as const;

/** What is left of an offer at this moment (§4.1; fields as OCTO names them). */
export const offerAvailabilitySchema = z.object({
  '@id': z.string(),
  '@type': z.literal('TicketingOfferAvailability'),
  availableQuantity: z.int().nullable(),
  available: z.boolean().optional(),
  status: z.enum(availabilityStatuses).optional(),
  syncAt: instantSchema.optional(),
});

export type OfferPrice = z.infer<typeof offerPriceSchema>;
export type EmbeddedTicket = z.infer<typeof embeddedTicketSchema>;
export type OfferTicket = z.infer<typeof offerTicketSchema>;
export type Offer = z.infer<typeof offerSchema>;
export type OfferAvailability = z.infer<typeof offerAvailabilitySchema>;
