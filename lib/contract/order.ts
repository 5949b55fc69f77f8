import { z } from 'zod';
import { customerSchema } from './customer';
import { idSchema, iriSchema } from './iri';
import { reservationItemSchema } from './reservation';
import { amountSchema, instantSchema } from './values';

/** The most reservations that one call turns into orders. */
export const maximumReservations = 100;
export const maximumExternalReference = 255;

const orderItemSchema = reservationItemSchema.extend({
  '@type': z.literal('OrderItem').optional(),
  id: idSchema.optional(),
  tickets: z.array(iriSchema).optional(),
});

/** A booking in the issuer's system (§2.10). Item `id` and `tickets` are our additions. */
export const orderSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingOrder'),
  id: idSchema,
  createdAt: instantSchema,
  organization: z.string(),
  reference: z.string(),
  externalReference: z.string().nullable(),
  totalAmountInclTax: amountSchema,
  totalAmountExclTax: amountSchema.nullable(),
  reservation: iriSchema,
  customer: z.array(z.unknown()),
  items: z.array(orderItemSchema),
  documents: z.array(iriSchema),
});

export const createOrdersOutputSchema = z.object({
  '@type': z.literal('CreateOrderBulkOutput').optional(),
  orders: z.array(orderSchema),
});

/** What POST /v1/booking/orders/_bulk takes (§4.4). */
export const createOrdersInputSchema = z.object({
  reservations: z.array(iriSchema).min(1).max(maximumReservations),
  customer: customerSchema,
  externalReference: z.string().max(maximumExternalReference).optional(),
});

export type OrderItem = z.infer<typeof orderItemSchema>;
export type Order = z.infer<typeof orderSchema>;
export type CreateOrdersInput = z.infer<typeof createOrdersInputSchema>;
