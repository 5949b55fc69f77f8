import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { maximumQuantity, maximumTickets } from './reservation';
import { storedText } from './stored-text';
import { amountSchema, boundedList, instantSchema } from './values';

// Cancelling is our addition to the specification.

/** The maximum length of the reason for a cancellation. */
export const maximumReason = 500;

/** Tickets of an order that were cancelled together. */
export const cancellationSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingOrderCancellation'),
  id: idSchema,
  order: iriOf('BookingOrder'),
  createdAt: instantSchema,
  reference: z
    .string()
    .meta({ description: 'The number of the cancellation and of its credit note; readable aloud.' }),
  reason: z.string().meta({ description: 'As sent; not printed on the credit note.' }),
  tickets: z.array(iriOf('BookingOrderItemTicket')),
  refundAmountInclTax: amountSchema,
  refundAmountExclTax: amountSchema,
  refundAmountTax: amountSchema,
  returnedToBalanceInclTax: amountSchema
    .optional()
    .meta({ description: 'What is back on the gift card that had paid for a part.' }),
  document: iriOf('BookingOrderDocument')
    .nullable()
    .meta({ description: 'The credit note; null: nothing is refunded or credited.' }),
  rebookedTo: z.array(iriOf('BookingOrder')).meta({
    description:
      'The orders for which the tickets were exchanged: the shop owes only what remains. Empty: none.',
  }),
});

/** Why a unit can't be cancelled without `override`. */
export const cancellationObstacles = ['CANCELLED', 'REDEEMED', 'NO_RULE', 'DEADLINE_PASSED'] as const;

/** What the rule says about one unit of an order now: about the tickets that were sold for one price. */
const unitTermsSchema = z
  .object({
    '@type': z.literal('BookingOrderUnitTerms'),
    tickets: z
      .array(iriOf('BookingOrderItemTicket'))
      .meta({ description: 'They can only be cancelled together.' }),
    cancellable: z.boolean(),
    obstacle: z.enum(cancellationObstacles).nullable().meta({ description: 'null: none.' }),
    until: instantSchema.nullable().meta({ description: 'The deadline; null: the product has no rule.' }),
    paidAmountInclTax: amountSchema,
    refundAmountInclTax: amountSchema.meta({ description: 'By the rule; 0.00 if it is not cancellable.' }),
    returnedToBalanceInclTax: amountSchema.optional().meta({
      description: 'What goes back to the gift card that has paid for a part; 0.00 if it is not cancellable.',
    }),
    rebookable: z.boolean(),
    rebookingObstacle: z
      .enum(cancellationObstacles)
      .nullable()
      .meta({ description: 'Why it can’t be exchanged for other tickets; null: it can.' }),
    rebookableUntil: instantSchema
      .nullable()
      .meta({ description: 'The deadline; null: the product has no rule for it.' }),
    cancellation: iriOf('BookingOrderCancellation').nullable(),
  })
  .meta({ id: 'BookingOrderUnitTerms', ...extension('What the rule says about one unit.') });

export const cancellationTermsSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingOrderCancellationTerms'),
  order: iriOf('BookingOrder'),
  units: z.array(unitTermsSchema),
});

/** The body of POST /v1/booking/orders/{id}/_cancel. */
export const cancelOrderInputSchema = z.object({
  tickets: boundedList(iriOf('BookingOrderItemTicket'), {
    least: 1,
    most: maximumQuantity * maximumTickets,
  })
    .optional()
    .meta({ description: 'Left out: all that are still valid.' }),
  reason: storedText().min(1).max(maximumReason),
  override: z.boolean().optional().meta({
    description:
      'Needs the scope booking:override: the rule is not applied, and redeemed tickets can be cancelled.',
  }),
  refundAmountInclTax: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/, 'a decimal with two places, such as "18.00"')
    .meta({
      format: 'decimal',
      description: 'Needs the scope booking:override: what is refunded, instead of what the rule says.',
    })
    .optional(),
});

/** In the body of POST /v1/booking/orders/_bulk: the tickets for which the reservations are exchanged. */
export const rebookingInputSchema = z
  .object({
    order: iriOf('BookingOrder').optional().meta({
      description:
        'The order of all these tickets; left out: they may be of several orders of one catalogue.',
    }),
    tickets: boundedList(iriOf('BookingOrderItemTicket'), {
      least: 1,
      most: maximumQuantity * maximumTickets,
    }),
    reason: storedText().min(1).max(maximumReason),
    override: z.boolean().optional().meta({
      description: 'Needs the scope booking:override: the rule is not applied.',
    }),
  })
  .meta({
    id: 'RebookingInput',
    ...extension('Tickets that are cancelled when the reservations are ordered; their price is credited.'),
  });

export type RebookingInput = z.output<typeof rebookingInputSchema>;
export type Cancellation = z.output<typeof cancellationSchema>;
export type CancellationObstacle = (typeof cancellationObstacles)[number];
export type CancellationTerms = z.output<typeof cancellationTermsSchema>;
export type CancelOrderInput = z.output<typeof cancelOrderInputSchema>;
