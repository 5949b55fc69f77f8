import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { productSchema } from './product';
import { counterOnlySchema, mayReturnSchema, saleEndSchema, sessionSchema } from './session';
import { amountSchema, daySchema, instantSchema } from './values';

/** The price of an offer (§2.7). `amountExclTax` exists only at …/price; it may be null. */
export const offerPriceSchema = z.object({
  '@id': z.string().optional().meta({ format: 'uri-reference' }),
  '@type': z.literal('TicketingOfferPrice'),
  amountInclTax: amountSchema,
  originalAmountInclTax: amountSchema.meta({ description: 'Before a reduction.' }),
  amountExclTax: amountSchema
    .nullable()
    .optional()
    .meta({ description: 'null when the issuer tells no tax.' }),
  currency: z.literal('EUR'),
  syncAt: instantSchema.meta({ description: 'When the price became known.' }),
});

export const embeddedTicketSchema = z
  .object({
    '@id': iriSchema,
    '@type': z.literal('TicketingOfferTicket'),
    id: idSchema,
    name: z.string(),
    description: z.string(),
    event: iriOf('TicketingEvent')
      .optional()
      .catch(undefined)
      .meta(extension('The event to which it gives access, also at any time of the day.')),
    zone: z
      .string()
      .nullable()
      .optional()
      .catch(undefined)
      .meta(extension('The key of the zone of a seat plan whose seats it is valid for; null: all of them.')),
  })
  .meta({
    id: 'EmbeddedOfferTicket',
    description: 'A ticket as an offer embeds it: without sessions (§2.6).',
  });

/** A ticket of an offer, with the sessions to choose from (§2.8); `sessions` is empty when `dateAccess`. */
export const offerTicketSchema = embeddedTicketSchema.extend({
  dateAccess: z.boolean().meta({ description: 'true: any time that day. false: a session must be chosen.' }),
  sessions: z.array(sessionSchema).meta({ description: 'To choose from; empty when `dateAccess`.' }),
});

/** Price and availability of a product at a date (§2.6). `availableQuantity` null is unlimited. */
export const offerSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingOffer'),
  id: idSchema,
  date: daySchema,
  availableQuantity: z.int().nullable().meta({ description: 'null: unlimited.' }),
  mayReturn: mayReturnSchema,
  counterOnly: counterOnlySchema,
  saleEndsAt: saleEndSchema.meta(
    extension('The latest moment at which something of it can be bought; null: not before it begins.'),
  ),
  status: z
    .enum(['on_sale', 'not_on_sale'])
    .optional()
    .catch(undefined)
    .meta(extension('`not_on_sale`: it can’t be held now, and has 0 available, whatever is left of it.')),
  realtimePriceRequired: z
    .boolean()
    .meta({ description: 'true: the price may change, ask …/price before reserving.' }),
  price: offerPriceSchema,
  product: productSchema,
  tickets: z.array(embeddedTicketSchema),
});

/** The current availability of an offer (§4.1; fields named as in OCTO). */
export const offerAvailabilitySchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('TicketingOfferAvailability'),
  availableQuantity: z.int().nullable().meta({ description: 'null: unlimited.' }),
  available: z.boolean().optional(),
  status: z.enum(['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'FREESALE', 'CLOSED']).optional(),
  mayReturn: mayReturnSchema,
  syncAt: instantSchema.optional(),
});

export type OfferPrice = z.infer<typeof offerPriceSchema>;
export type OfferTicket = z.infer<typeof offerTicketSchema>;
export type OfferAvailability = z.infer<typeof offerAvailabilitySchema>;
export type Offer = z.infer<typeof offerSchema>;
