import { z } from 'zod';
import { eventSchema } from './event';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { instantSchema } from './values';

/** The state of a session for customers: only `on_sale` can be booked. */
export const sessionStates = ['on_sale', 'not_on_sale', 'cancelled', 'postponed'] as const;

/** Another server may use the name for something else, so a value that is not one of ours is ignored. */
export const mayReturnSchema = z
  .boolean()
  .optional()
  .catch(undefined)
  .meta(extension('None is left, but some are held by others who have not paid: these may come back.'));

/** Another server may use the name for something else. */
export const counterOnlySchema = z
  .int()
  .nonnegative()
  .optional()
  .catch(undefined)
  .meta(
    extension(
      'How many more a counter can sell than `availableQuantity`: places that only the counter sells.',
    ),
  );

/** schema.org calls it `validThrough`. Another server may use the name for something else. */
export const saleEndSchema = instantSchema
  .nullable()
  .optional()
  .catch(undefined)
  .meta(extension('When its sale ends, which may be after its beginning; null: when it begins.'));

/**
 * One occurrence of an event (§2.4). `availableQuantity` null is unlimited. `duration` is ISO 8601 (`PT90M`) or
 * null. `event` exists if the session is listed inside an offer ticket. `name` (null unless sessions of one event
 * differ in more than their time), `description`, `status` and `saleEndsAt` are our additions. An unknown `status` is ignored,
 * because another server may use the name for something else.
 */
export const sessionSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingSession'),
  id: idSchema,
  occursAt: instantSchema,
  duration: z
    .string()
    .nullable()
    .meta({ description: 'ISO 8601, such as PT90M; or null.', format: 'duration' }),
  availableQuantity: z.int().nullable().meta({ description: 'null: unlimited.' }),
  event: eventSchema.optional().meta({ description: 'Only inside an offer ticket.' }),
  name: z.string().nullable().optional().meta(extension('What tells it apart beyond its time, or null.')),
  description: z
    .string()
    .nullable()
    .optional()
    .meta(extension('What it has that others of the event have not, or null. May contain HTML.')),
  status: z
    .enum(sessionStates)
    .optional()
    .catch(undefined)
    .meta(extension('Only a session that is on sale can be booked; the others have 0 available.')),
  mayReturn: mayReturnSchema,
  counterOnly: counterOnlySchema,
  saleEndsAt: saleEndSchema,
  seatPlan: iriOf('SeatPlan')
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('The plan of its numbered seats; null: it has none. What is taken is at …/seats.')),
});

export type SessionState = (typeof sessionStates)[number];
export type Session = z.infer<typeof sessionSchema>;
