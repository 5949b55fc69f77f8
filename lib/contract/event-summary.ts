import { z } from 'zod';
import { eventSchema } from './event';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { amountSchema, instantSchema } from './values';

/**
 * Whether an event can be booked. `sold_out`: there are sessions and offers to come, but nothing is left. The states
 * after it: nothing of the event is on sale, and its sessions to come are in that state. `over`: there are none.
 */
export const summaryStates = [
  'on_sale',
  'sold_out',
  'not_on_sale',
  'postponed',
  'cancelled',
  'over',
] as const;

/** Days without a gap: a day (`2027-06-01`), or the first and the last (`2027-06-01/2027-06-30`, ISO 8601). */
export const dayRangeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(\/\d{4}-\d{2}-\d{2})?$/, 'a day, or the first and the last day of a range');

const daysByPartSchema = z.object({
  morning: z.array(dayRangeSchema),
  afternoon: z.array(dayRangeSchema),
  evening: z.array(dayRangeSchema),
});

/** An event with what a list tells about it: when, from how much, how many are left. Our extension. */
export const eventSummarySchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingEventSummary'),
  id: idSchema,
  event: eventSchema,
  status: z.enum(summaryStates).meta({ description: 'Whether it can be booked.' }),
  days: z.array(dayRangeSchema).meta({ description: 'The days that can be booked, in order.' }),
  daysByPart: daysByPartSchema
    .optional()
    .meta(
      extension(
        'Those of `days` on which something begins before 12:00, before 18:00, or later; any time of a day: not in the evening.',
      ),
    ),
  nextSessionAt: instantSchema.nullable().meta({
    description: 'The first session that can be booked; null: there is none, or any time of a day.',
  }),
  fromPrice: amountSchema
    .nullable()
    .meta({ description: 'The lowest price of what can be booked, in euros; null: nothing can.' }),
  availableQuantity: z
    .int()
    .nullable()
    .meta({ description: 'What its sessions have left together; null: unlimited, or any time of a day.' }),
  nextAvailableQuantity: z
    .int()
    .nullable()
    .optional()
    .meta(
      extension(
        'What the session at `nextSessionAt` has left, of several the one with the most; null: unlimited, or any time of a day.',
      ),
    ),
  calendar: iriSchema.optional().meta(extension('Its days, each with price, availability and state.')),
  products: z.array(iriOf('TicketingProduct')).meta({ description: 'Products that give access to it.' }),
  giftCard: z
    .boolean()
    .optional()
    .meta(extension('Only gift cards are sold for it; its day is their last one.')),
});

export type EventSummary = z.infer<typeof eventSummarySchema>;
export type PartOfDay = keyof z.infer<typeof daysByPartSchema>;
export type SummaryState = EventSummary['status'];
