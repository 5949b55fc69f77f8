import { z } from 'zod';
import { maintainers } from './catalog-draft';
import { overrideSchema } from './catalog-override';
import { idSchema, iriOf, iriSchema } from './iri';
import { sessionStates } from './session';
import { amountSchema, daySchema, instantSchema } from './values';

const count = z.int().nonnegative();
const counterOnly = count
  .default(0)
  .meta({ description: 'How many of those that are left only the counter sells at this moment.' });
const stop = overrideSchema
  .nullable()
  .meta({ description: 'Who closed its sales, and why; null: they are open.' });

/** A catalogue as its issuer manages it, also if it is hidden. */
export const managedCatalogSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('ManagedCatalog'),
  id: idSchema,
  catalog: iriOf('TicketingCatalog'),
  key: z.string().meta({ description: 'The issuer’s key, as in its feed.' }),
  name: z.string(),
  language: z.string(),
  languages: z
    .array(z.string())
    .default([])
    .meta({ description: 'The languages in which the catalogue, each event and each product have a name.' }),
  timezone: z.string(),
  importedAt: instantSchema.meta({ description: 'The first import.' }),
  syncedAt: instantSchema.meta({ description: 'The last import that was accepted.' }),
  maintainer: z
    .enum(maintainers)
    .default('feed')
    .meta({ description: 'Who changes its content: the feeds of its issuer, or people by drafts.' }),
  hidden: overrideSchema.nullable().meta({ description: 'Who hid it, and why; null: it is listed.' }),
  overrideCount: count.meta({ description: 'How many overrides it has.' }),
  feedCatalog: z
    .unknown()
    .meta({ description: 'The member `catalog` of its last feed, to send beside schema.org events.' }),
});

export const managedEventSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('ManagedEvent'),
  id: idSchema,
  event: iriOf('TicketingEvent'),
  name: z.string(),
  salesStop: stop,
  sessionCount: count.meta({ description: 'Its sessions to come.' }),
  nextSessionAt: instantSchema.nullable().meta({ description: 'The first of them; null: there is none.' }),
  held: count.meta({ description: 'Units that are held, of its sessions to come with a capacity.' }),
  sold: count.meta({ description: 'Units that are sold, of its sessions to come with a capacity.' }),
});

export const managedSessionSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('ManagedSession'),
  id: idSchema,
  session: iriOf('TicketingSession'),
  name: z.string().nullable(),
  occursAt: instantSchema,
  status: z.enum(sessionStates),
  salesStop: stop,
  capacity: count.nullable().meta({ description: 'How many units it has; null: unlimited.' }),
  feedCapacity: count.nullable().meta({ description: 'What the issuer’s feed says; null: unlimited.' }),
  capacityOverride: overrideSchema
    .nullable()
    .meta({ description: 'Who changed the capacity, and why; null: it is that of the feed.' }),
  held: count.nullable().meta({ description: 'Null: not counted, because it is unlimited.' }),
  sold: count,
  counterOnly,
});

/** A session of a day, with how many units are held, sold and admitted. */
export const sessionOfDaySchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('SessionOfDay'),
  id: idSchema,
  session: iriOf('TicketingSession'),
  event: iriOf('TicketingEvent'),
  eventName: z.string(),
  name: z.string().nullable(),
  occursAt: instantSchema,
  endsAt: instantSchema.nullable().optional().meta({ description: 'Null: it is not known.' }),
  status: z.enum(sessionStates),
  retired: z.boolean().default(false).meta({
    description: 'Its catalogue has it no longer; it is listed because tickets of it are valid or used.',
  }),
  capacity: count.nullable().meta({ description: 'How many units it has; null: unlimited.' }),
  held: count.nullable().meta({ description: 'Null: not counted, because it is unlimited.' }),
  sold: count,
  counterOnly,
  admitted: count.meta({ description: 'How many of its tickets were admitted.' }),
});

/** The coming sessions for which tickets were sold, by the keys of the feed. */
export const soldSessionsSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('SoldSessions'),
  catalog: iriOf('TicketingCatalog'),
  sessions: z.array(
    z.object({
      event: z.string().meta({ description: 'The key of its event.' }),
      session: z.string().meta({ description: 'Its own key.' }),
      tickets: count.meta({ description: 'How many of its tickets are valid or used.' }),
    }),
  ),
});

export const managedProductSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('ManagedProduct'),
  id: idSchema,
  product: iriOf('TicketingProduct'),
  key: z.string().optional().meta({ description: 'As in the feed.' }),
  name: z.string(),
  salesStop: stop,
  nextDate: daySchema.nullable().meta({ description: 'The day of its next offer; null: there is none.' }),
  nextPrice: amountSchema.nullable().meta({ description: 'The price in force of that offer.' }),
  feedPrice: amountSchema.nullable().meta({ description: 'What the issuer’s feed says about that offer.' }),
  prices: z
    .array(overrideSchema)
    .meta({ description: 'The prices that staff have set, by their first day.' }),
});

export type ManagedCatalog = z.infer<typeof managedCatalogSchema>;
export type ManagedEvent = z.infer<typeof managedEventSchema>;
export type ManagedSession = z.infer<typeof managedSessionSchema>;
export type SessionOfDay = z.infer<typeof sessionOfDaySchema>;
export type SoldSessions = z.infer<typeof soldSessionsSchema>;
export type ManagedProduct = z.infer<typeof managedProductSchema>;
