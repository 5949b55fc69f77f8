import { z } from 'zod';
import { durationPattern } from './duration';
import { extension } from './extension';

// How tickets can be cancelled and exchanged is our addition to the specification.

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
      .regex(durationPattern)
      .meta({ description: 'How long before the beginning, as an ISO 8601 duration.' }),
    share: z
      .string()
      .regex(/^(0(\.\d+)?|1)$/)
      .meta({ description: 'The fraction of the price that is refunded.' }),
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

/** Whoever paid nothing may give a ticket back until it begins, if its product has no rule: its place is free for others then. */
export const freeTicketRule: CancellationRule = { deadlineHours: 0, share: 1 };

export type CancellationRule = z.output<typeof cancellationRuleSchema>;
export type RebookingRule = z.output<typeof rebookingRuleSchema>;
