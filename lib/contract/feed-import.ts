import { z } from 'zod';
import { extension } from './extension';
import { actorSchema } from './catalog-override';
import { idSchema, iriOf, iriSchema } from './iri';
import { holderChanges } from './session-change';
import { amountSchema, daySchema, instantSchema } from './values';

/** The kinds of things in a feed, sorted so that references point only to earlier kinds. */
export const feedKinds = ['form', 'event', 'session', 'product', 'ticket', 'offer'] as const;

export type FeedKind = (typeof feedKinds)[number];

export function ofEachKind<Value>(value: Value): Record<FeedKind, Value> {
  return Object.fromEntries(feedKinds.map((kind) => [kind, value])) as Record<FeedKind, Value>;
}

const count = z.int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const feedChangesSchema = z
  .object({ added: count, changed: count, retired: count, unchanged: count })
  .meta({ id: 'FeedChanges', ...extension('What an import did to one kind of things.') });

export const feedWarningSchema = z
  .object({
    message: z.string(),
    count,
    propertyPaths: z.array(z.string()).meta({ description: 'The JSON paths of the first of them.' }),
  })
  .meta({
    id: 'FeedWarning',
    ...extension('What an import left out or guessed, the same things together.'),
  });

/** The most entries of each list of a difference. */
export const mostOfDifference = 100;

const total = count.meta({ description: 'How many there are in all; the list has the first 100.' });

export const changedThingSchema = z
  .object({
    kind: z.enum(feedKinds),
    change: z.enum(['added', 'changed', 'retired']),
    id: idSchema,
    name: z.string(),
    date: daySchema.nullable().meta({ description: 'Of a session or offer: its day.' }),
    occursAt: instantSchema.nullable().meta({ description: 'Of a session: when it begins.' }),
    members: z.array(z.string()).meta({ description: 'Which members of a changed thing differ.' }),
  })
  .meta({ id: 'FeedChangedThing', ...extension('What an import adds, changes or retires.') });

export const changedPriceSchema = z
  .object({
    offer: iriOf('TicketingOffer'),
    product: z.string().meta({ description: 'The name of its product.' }),
    date: daySchema,
    from: amountSchema,
    to: amountSchema,
    overridden: z.boolean().meta({
      description: 'A price that staff have set is in force, so the price in the shop does not change.',
    }),
  })
  .meta({ id: 'FeedChangedPrice', ...extension('A price that an import changes.') });

export const changedCapacitySchema = z
  .object({
    kind: z.enum(['session', 'offer']),
    id: idSchema,
    name: z.string(),
    date: daySchema,
    occursAt: instantSchema.nullable(),
    from: count.nullable().meta({ description: 'Null: unlimited.' }),
    to: count.nullable(),
    held: count,
    sold: count,
  })
  .meta({ id: 'FeedChangedCapacity', ...extension('A capacity that an import changes.') });

export const soldSessionSchema = z
  .object({
    session: z.string().meta({ description: 'The identifier of the session.' }),
    name: z.string(),
    what: z.enum(holderChanges),
    from: instantSchema,
    to: instantSchema.nullable().meta({ description: 'Null: it is not moved.' }),
    tickets: count.meta({ description: 'How many valid tickets were sold for it.' }),
  })
  .meta({
    id: 'FeedSoldSession',
    ...extension('A session with sold tickets that an import retires, moves, cancels or postpones.'),
  });

export const differenceSchema = z
  .object({
    things: z.array(changedThingSchema).meta({ description: 'The first 100 of each kind and change.' }),
    priceCount: total,
    prices: z.array(changedPriceSchema),
    capacityCount: total,
    capacities: z.array(changedCapacitySchema),
    soldSessionCount: total,
    soldSessions: z.array(soldSessionSchema),
    soldTickets: count.meta({
      description: 'The tickets of all these sessions together that were not cancelled, used or not.',
    }),
  })
  .meta({ id: 'FeedDifference', ...extension('What an import changes, thing by thing.') });

export type FeedDifference = z.infer<typeof differenceSchema>;
export type ChangedThing = z.infer<typeof changedThingSchema>;

/** The answer to a feed. */
export const feedImportSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('FeedImport'),
  catalog: iriOf('TicketingCatalog'),
  dryRun: z.boolean(),
  hash: hash.meta({ description: 'The SHA-256 of the body, in hexadecimal.' }),
  ...ofEachKind(feedChangesSchema),
  difference: differenceSchema,
  warningCount: count.meta({ description: 'At how many places something was left out or guessed.' }),
  warnings: z.array(feedWarningSchema),
});

export type FeedImport = z.infer<typeof feedImportSchema>;

export const importErrorSchema = z
  .object({ propertyPath: z.string(), message: z.string() })
  .meta({ id: 'FeedError', ...extension('What was wrong with a refused feed, by JSON path.') });

export const feedCountsSchema = z
  .object(ofEachKind(feedChangesSchema))
  .nullable()
  .meta({ id: 'FeedCounts', description: 'What it changed; null if it was refused.' });

/** A line of the history of a catalogue's imports. */
export const importRecordSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('FeedImportRecord'),
  id: idSchema,
  at: instantSchema,
  actor: z.string(),
  source: z.string().nullable().meta({ description: 'The file or address, if the client named it.' }),
  hash,
  accepted: z.boolean().meta({ description: 'False: the feed was refused, and nothing changed.' }),
  counts: feedCountsSchema,
  warningCount: count,
  warnings: z.array(feedWarningSchema),
  errorCount: count,
  errors: z.array(importErrorSchema).meta({ description: 'The first 100.' }),
});

export type ImportRecord = z.infer<typeof importRecordSchema>;

/** What becomes of an event of schema.org with a day and no time: an error, left out, or tickets valid all day. */
export const daysWithoutTimeSchema = z.enum(['refuse', 'leave_out', 'any_time']);
export type DaysWithoutTime = z.infer<typeof daysWithoutTimeSchema>;

/** What a client may say about a feed that it sends. Nothing else: with a mistyped `dryRun` a trial would be an import. */
export const feedQuery = z.strictObject({
  dryRun: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta(extension('Tells what an import would do, and does nothing.')),
  actor: actorSchema.optional().meta(extension('Who imports it; the organization without it.')),
  source: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .meta(extension('The file or address that it is from.')),
  catalog: idSchema
    .optional()
    .meta(extension('The identifier of the catalogue that it is for; 422 if it is for another one.')),
  sha256: hash
    .optional()
    .meta(extension('The SHA-256 of the body, in hexadecimal; 422 if another body arrives.')),
});
