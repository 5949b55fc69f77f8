import { z } from 'zod';
import { actorSchema, reasonSchema } from './catalog-override';
import { extension } from './extension';
import { feedSchema } from './feed';
import { differenceSchema, feedCountsSchema, feedWarningSchema, importErrorSchema } from './feed-import';
import { idSchema, iriOf, iriSchema } from './iri';
import { instantSchema } from './values';

/** Who changes the content of a catalogue: the feeds of its issuer, or people, by drafts. */
export const maintainers = ['feed', 'people'] as const;
export type Maintainer = (typeof maintainers)[number];

const count = z.int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const why = {
  actor: actorSchema.meta({ description: 'Who does it.' }),
  reason: reasonSchema.meta({ description: 'Why.' }),
};
const exampleWhy = { actor: 'Ada', reason: 'The summer season' };

/** The body of what needs nothing else. */
export const setupInput = z.object(why).meta({
  id: 'SetupInput',
  ...extension('Who does something with a catalogue, and why.'),
  examples: { setup: exampleWhy },
});

const exampleCatalog = {
  key: 'quay',
  name: { en: 'Quay concerts' },
  language: 'en',
  timezone: 'Europe/Paris',
  issuer: { name: 'Quay concerts SAS' },
};

export const newDraftInput = z
  .object({
    catalog: feedSchema.shape.catalog.meta({
      description: 'The new catalogue, as a feed has it (docs/feed.md).',
    }),
    ...why,
  })
  .meta({
    id: 'NewDraftInput',
    ...extension('Begins a catalogue that is not published yet.'),
    examples: { draft: { catalog: exampleCatalog, ...exampleWhy } },
  });

/** What of a draft has to be right before it is checked: what tells whose feed it is, and that its parts are lists. */
const roughFeed = z.looseObject({
  format: z.literal('ticketing-feed/1'),
  catalog: z.looseObject({ key: z.string() }),
  forms: z.array(z.unknown()).optional(),
  seatPlans: z.array(z.unknown()).optional(),
  events: z.array(z.unknown()),
  products: z.array(z.unknown()),
});

export const draftFeedInput = z
  .object({
    feed: roughFeed.meta({
      description: 'The whole feed (docs/feed.md). It may have errors until it is published.',
    }),
    ...why,
  })
  .meta({
    id: 'DraftFeedInput',
    ...extension('The content of a draft.'),
    examples: {
      feed: {
        feed: { format: 'ticketing-feed/1', catalog: exampleCatalog, events: [], products: [] },
        ...exampleWhy,
      },
    },
  });

export type DraftFeedInput = z.input<typeof draftFeedInput>;
export type NewDraftInput = z.input<typeof newDraftInput>;

/** When the draft was begun, in milliseconds since 1970, and which version of it: another draft of the catalogue has no same one. */
const draftVersion = z.string().regex(/^\d{1,15}-\d{1,9}$/);

export const catalogDraftSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('CatalogDraft'),
  id: idSchema.meta({ description: 'That of its catalogue.' }),
  key: z.string().meta({ description: 'The key of the catalogue.' }),
  name: z.string().meta({ description: 'Its name in its own language; the key, if it has none.' }),
  version: draftVersion.meta({
    description: 'The ETag, without quotes: it names this draft and counts its changes.',
  }),
  feed: iriOf('CatalogFeed').meta({ description: 'Where its content is.' }),
  createdAt: instantSchema,
  changedAt: instantSchema,
  actor: z.string().meta({ description: 'Who changed it last.' }),
  reason: z.string(),
});

/** A feed as it was stored, or as the tables have it. */
export const catalogFeedSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('CatalogFeed'),
  id: idSchema.meta({ description: 'That of its catalogue.' }),
  hash: hash.meta({ description: 'The SHA-256 of `feed` as compact JSON.' }),
  feed: z.unknown(),
});

export const draftCheckSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('CatalogDraftCheck'),
  version: draftVersion.meta({ description: 'Of the draft that was checked.' }),
  errorCount: count.meta({ description: 'With errors it can’t be published.' }),
  errors: z.array(importErrorSchema).meta({ description: 'The first 100.' }),
  warningCount: count,
  warnings: z.array(feedWarningSchema),
  counts: feedCountsSchema,
  difference: differenceSchema.nullable().meta({
    description: 'What publishing would change; null if there are errors.',
  }),
});

export const catalogRevisionSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('CatalogRevision'),
  id: idSchema,
  catalog: iriOf('TicketingCatalog'),
  number: z.int().positive().meta({ description: 'The first is 1.' }),
  at: instantSchema,
  actor: z.string(),
  reason: z.string(),
  hash: hash.meta({ description: 'The SHA-256 of its feed as compact JSON.' }),
  feed: iriOf('CatalogFeed').meta({ description: 'Where its content is.' }),
});

export type CatalogDraft = z.infer<typeof catalogDraftSchema>;
export type CatalogFeed = z.infer<typeof catalogFeedSchema>;
export type DraftCheck = z.infer<typeof draftCheckSchema>;
export type CatalogRevision = z.infer<typeof catalogRevisionSchema>;
