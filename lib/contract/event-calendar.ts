import { z } from 'zod';
import { iriOf, iriSchema } from './iri';
import { summaryStates } from './event-summary';
import { amountSchema, daySchema } from './values';

/**
 * A day of an event. `fromPrice`: null if nothing can be booked. `availableQuantity`: what its sessions have left together,
 * null if unlimited. `sessionCount`: the sessions to come, also those that can't be booked.
 */
export const eventDaySchema = z.object({
  day: daySchema,
  status: z.enum(summaryStates).meta({ description: 'Whether it can be booked.' }),
  sessionCount: z.int().meta({ description: 'The sessions to come, also those that can’t be booked.' }),
  fromPrice: amountSchema
    .nullable()
    .meta({ description: 'The lowest price of what can be booked, in euros; null: nothing can.' }),
  availableQuantity: z
    .int()
    .nullable()
    .meta({ description: 'What its sessions have left together; null: unlimited, or any time of the day.' }),
  mayReturn: z.boolean().meta({
    description: 'None is left, but some are held by others who have not paid: these may come back.',
  }),
});

/** The days of an event that have sessions to come, in order. Our extension. */
export const eventCalendarSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingEventCalendar'),
  event: iriOf('TicketingEvent'),
  days: z.array(eventDaySchema),
});

export type EventDay = z.infer<typeof eventDaySchema>;
