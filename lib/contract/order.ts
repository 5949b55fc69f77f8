import { z } from 'zod';
import { rebookingInputSchema } from './cancellation';
import { customerSchema } from './customer';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { complimentarySchema, discountSchema, reservationItemSchema, voucherCodeSchema } from './reservation';
import { sentLine } from './stored-text';
import { amountSchema, boundedList, instantSchema } from './values';

/** The maximum number of reservations in one order call. */
export const maximumReservations = 100;
export const maximumExternalReference = 255;

const orderItemSchema = reservationItemSchema.extend({
  '@type': z.literal('OrderItem').optional(),
  id: idSchema.optional().meta(extension('The identifier of the item.')),
  vatRate: z
    .string()
    .regex(/^[01](\.\d+)?$/)
    .nullable()
    .optional()
    .meta(extension('The rate of tax in the price, as a fraction: "0.2" is 20 %. null: not known.')),
  tickets: z
    .array(iriOf('BookingOrderItemTicket'))
    .optional()
    .meta(extension('Paths of the single tickets.')),
});

/** A booking in the issuer's system (§2.10). Item `id`, `vatRate` and `tickets` are our additions. */
export const orderSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingOrder'),
  id: idSchema,
  createdAt: instantSchema,
  organization: z.string().meta({ format: 'uri-reference', 'x-link-to': 'Organization' }),
  reference: z.string().meta({ description: 'The service’s own, readable aloud.' }),
  externalReference: z.string().nullable().meta({ description: 'The client’s own, as sent.' }),
  totalAmountInclTax: amountSchema,
  totalAmountExclTax: amountSchema.nullable(),
  voucher: voucherCodeSchema.optional(),
  discountInclTax: discountSchema.optional(),
  complimentary: complimentarySchema,
  reservation: iriOf('BookingReservation'),
  customer: z.array(z.unknown()).meta({ description: 'Empty: the customer is not told again.' }),
  items: z.array(orderItemSchema),
  documents: z.array(iriOf('BookingOrderDocument')).meta({ description: 'Paths of its documents.' }),
  cancellations: z
    .array(iriOf('BookingOrderCancellation'))
    .optional()
    .meta(extension('Paths of its cancellations, the first one first.')),
});

export const createOrdersOutputSchema = z.object({
  '@type': z.literal('CreateOrderBulkOutput').optional(),
  orders: z.array(orderSchema),
});

/** The body of POST /v1/booking/orders/_bulk (§4.4). */
export const createOrdersInputSchema = z.object({
  reservations: boundedList(iriOf('BookingReservation'), { least: 1, most: maximumReservations }),
  customer: customerSchema,
  externalReference: sentLine().max(maximumExternalReference).optional(),
  rebooking: rebookingInputSchema.optional(),
  totalAmountInclTax: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/, 'a decimal with two places, such as "18.00"')
    .optional()
    .meta({
      format: 'decimal',
      ...extension('What the customer has paid for these reservations: if they cost something else, 422.'),
    }),
});

export type OrderItem = z.infer<typeof orderItemSchema>;
export type Order = z.infer<typeof orderSchema>;
export type CreateOrdersInput = z.infer<typeof createOrdersInputSchema>;
