import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { maximumQuantity, maximumTickets } from './reservation';
import { storedText } from './stored-text';
import { amountSchema, boundedList, instantSchema } from './values';

// Cancelling is our addition to the specification.

/** The maximum length of the reason for a cancellation. */
export const maximumReason = 500;

/** How customers may cancel a product, as the issuer's feed says it. */
export const cancellationRuleSchema = z.strictObject({
  /** They may cancel until so many hours before the session begins; for a ticket of a day, before the day begins. */
  deadlineHours: z.number().min(0).max(87_600),
  /** The fraction of the price that is refunded: 0.8 is 80 %. */
  share: z.number().min(0).max(1),
});

/** How customers may exchange tickets of a product for others, as the issuer's feed says it. */
export const rebookingRuleSchema = cancellationRuleSchema.pick({ deadlineHours: true });

/** The rule by which customers may cancel tickets of a product, as the product has it (§2.5). */
export const productCancellationSchema = z
  .object({
    deadline: z
      .string()
      .regex(/^PT(?=\d)(\d+H)?(\d+M)?$/)
      .meta({ description: 'How long before the beginning, as an ISO 8601 duration.' }),
    share: z
      .string()
      .regex(/^(0(\.\d+)?|1)$/)
      .meta({ format: 'decimal', description: 'The fraction of the price that is refunded.' }),
  })
  .meta({
    id: 'ProductCancellation',
    ...extension('Until when customers may cancel, and what they get back.'),
  });

/** The rule for exchanging tickets, at a product. */
export const productRebookingSchema = productCancellationSchema.pick({ deadline: true }).meta({
  id: 'ProductRebooking',
  ...extension('Until when customers may exchange tickets for others.'),
});

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
    order: iriOf('BookingOrder'),
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

export type RebookingRule = z.output<typeof rebookingRuleSchema>;
export type RebookingInput = z.output<typeof rebookingInputSchema>;
export type CancellationRule = z.output<typeof cancellationRuleSchema>;
export type Cancellation = z.output<typeof cancellationSchema>;
export type CancellationObstacle = (typeof cancellationObstacles)[number];
export type CancellationTerms = z.output<typeof cancellationTermsSchema>;
export type CancelOrderInput = z.output<typeof cancelOrderInputSchema>;
