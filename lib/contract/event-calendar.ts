import { z } from 'zod';
import { iriOf, iriSchema } from './iri';
import { eventSummarySchema } from './event-summary';
import { daySchema } from './values';

const { status, fromPrice } = eventSummarySchema.shape;

/**
 * A day of an event. `fromPrice`: null if nothing can be booked. `availableQuantity`: what its sessions have left together,
 * null if unlimited. `sessionCount`: the sessions to come, also those that can't be booked.
 */
export const eventDaySchema = z.object({
  day: daySchema,
  status,
  sessionCount: z.int().meta({ description: 'The sessions to come, also those that can’t be booked.' }),
  fromPrice,
  availableQuantity: z
    .int()
    .nullable()
    .meta({ description: 'What its sessions have left together; null: unlimited, or any time of the day.' }),
  mayReturn: z.boolean().meta({
    description: 'None is left, but some are held by others who have not paid: these may come back.',
  }),
});

/** The days of an event that have sessions to come, or tickets for any time of the day, in order. Our extension. */
export const eventCalendarSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingEventCalendar'),
  event: iriOf('TicketingEvent'),
  days: z.array(eventDaySchema),
});

export type EventDay = z.infer<typeof eventDaySchema>;
