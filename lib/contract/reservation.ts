import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { productCancellationSchema, productRebookingSchema } from './return-rule';
import { askedSeatsSchema, seatSchema } from './seat';
import { amountSchema, boundedList, instantSchema } from './values';

/** The maximum number of items in one bulk call, and the maximum quantity of an item. */
export const maximumItems = 50;
export const maximumQuantity = 50;
/** The maximum number of tickets of an offer. */
export const maximumTickets = 100;

const chosenTicketSchema = z.object({
  '@type': z.string().optional(),
  ticket: iriOf('TicketingOfferTicket'),
  session: iriOf('TicketingSession')
    .nullable()
    .optional()
    .meta({ description: 'Omitted for a date-access ticket.' }),
  seats: z
    .array(seatSchema)
    .optional()
    .catch(undefined)
    .meta(extension('The numbered seats, one for each unit; omitted when the session has none.')),
});

/** What vouchers take off; our addition. A total is quantity × unit amount − discount. */
export const discountSchema = amountSchema.meta(extension('What a voucher takes off the total amount.'));
export const voucherCodeSchema = z
  .string()
  .nullable()
  .meta(extension('The code of the voucher; null: none.'));

/** One line of a reservation (§2.9). `session` is omitted for a date-access ticket. */
export const reservationItemSchema = z.object({
  '@id': z.string().optional().meta({ format: 'uri-reference' }),
  '@type': z.literal('ReservationItem').optional(),
  unitAmountInclTax: amountSchema,
  unitAmountExclTax: amountSchema.nullable(),
  quantity: z.int().positive(),
  totalAmountInclTax: amountSchema,
  totalAmountExclTax: amountSchema.nullable(),
  discountInclTax: discountSchema.optional(),
  offer: iriOf('TicketingOffer'),
  product: iriOf('TicketingProduct'),
  offerTickets: z.array(chosenTicketSchema),
  cancellation: productCancellationSchema
    .nullable()
    .optional()
    .meta(extension('How customers may cancel it, as it was when it was held; null: they can’t.')),
  rebooking: productRebookingSchema
    .nullable()
    .optional()
    .meta(
      extension('How customers may exchange it for others, as it was when it was held; null: they can’t.'),
    ),
  giftCard: z
    .boolean()
    .optional()
    .meta(extension('Each unit is a voucher with the unit amount as its balance.')),
});

export const complimentarySchema = z
  .boolean()
  .optional()
  .meta(extension('Staff give these tickets: the discount is their whole price.'));

/** Holds offers for a limited time (§2.9). */
export const reservationSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingReservation'),
  id: idSchema,
  expired: z.boolean().meta({ description: 'false while valid, and for ever once ordered.' }),
  createdAt: instantSchema,
  expiresAt: instantSchema.meta({ description: 'After it the offer is released.' }),
  totalAmountInclTax: amountSchema,
  totalAmountExclTax: amountSchema.nullable(),
  voucher: voucherCodeSchema.optional(),
  discountInclTax: discountSchema.optional(),
  complimentary: complimentarySchema,
  counter: z
    .boolean()
    .optional()
    .catch(undefined)
    .meta(extension('It was made at a counter, and may have places that only the counter sells.')),
  balanceLeftInclTax: amountSchema
    .nullable()
    .optional()
    .meta(extension('What this use left of the gift card whose code is applied; null: none is.')),
  version: z
    .int()
    .nonnegative()
    .optional()
    .meta(extension('Counts the requests that have set or removed its voucher.')),
  items: z.array(reservationItemSchema),
  organization: z.string().meta({ format: 'uri-reference', 'x-link-to': 'Organization' }),
  order: iriOf('BookingOrder').nullable().meta({ description: 'null until it is ordered.' }),
});

export const failureReasons = [
  'SOLD_OUT',
  'INSUFFICIENT_QUANTITY',
  'SESSION_UNAVAILABLE',
  'NOT_ON_SALE',
  'LIMIT_EXCEEDED',
  'SEAT_TAKEN',
] as const;

/** An item that could not be reserved (§4.2; the specification leaves the shape open). */
export const failedReservationSchema = z.object({
  '@type': z.literal('FailedReservation').optional(),
  index: z.int().optional().meta({ description: 'The position in the request.' }),
  offer: iriOf('TicketingOffer').optional(),
  quantity: z.int().optional(),
  ticketSessions: z
    .array(
      z.object({
        ticket: iriOf('TicketingOfferTicket'),
        session: iriOf('TicketingSession').nullable().optional(),
        seats: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  reason: z.enum(failureReasons).optional(),
  availableQuantity: z.int().nullable().optional(),
  takenSeats: z
    .array(z.string())
    .optional()
    .catch(undefined)
    .meta(extension('The names of the seats that were asked for and are taken.')),
  nearestSeats: z
    .array(seatSchema)
    .optional()
    .catch(undefined)
    .meta(extension('Free seats of the same zone, instead of the taken ones and in their order.')),
  message: z.string().optional(),
});

export const createReservationsOutputSchema = z.object({
  '@type': z.literal('CreateReservationBulkOutput').optional(),
  reservations: z.array(reservationSchema),
  failedReservations: z.array(failedReservationSchema),
});

/** The body of POST /v1/booking/reservations/_bulk (§4.2). */
export const createReservationsInputSchema = z.object({
  items: boundedList(
    z.object({
      quantity: z.int().positive().max(maximumQuantity),
      offer: iriOf('TicketingOffer'),
      ticketSessions: boundedList(
        z.object({
          ticket: iriOf('TicketingOfferTicket'),
          session: iriOf('TicketingSession').optional(),
          seats: askedSeatsSchema
            .optional()
            .meta(
              extension(
                'The names of the seats, as many as `quantity`; without them the best ones are given. All are held or none.',
              ),
            ),
        }),
        {
          most: maximumTickets,
        },
      ).meta({ description: 'Every ticket of the offer; a session for each that is not by date.' }),
    }),
    { least: 1, most: maximumItems },
  ),
  counter: z
    .boolean()
    .optional()
    .meta(
      extension(
        'true: they are sold at a counter, also from the places that only the counter sells. Needs the scope booking:counter.',
      ),
    ),
});

export type ChosenTicket = z.infer<typeof chosenTicketSchema>;
export type ReservationItem = z.infer<typeof reservationItemSchema>;
export type Reservation = z.infer<typeof reservationSchema>;
export type FailureReason = (typeof failureReasons)[number];
export type FailedReservation = z.infer<typeof failedReservationSchema>;
export type CreateReservationsInput = z.infer<typeof createReservationsInputSchema>;
