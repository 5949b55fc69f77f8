import { z } from 'zod';
import { feedSchema } from '@/lib/contract/feed';
import { iriOf } from '@/lib/contract/iri';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { type FeedKind, feedKinds } from './feed-tables';

const count = z.int().nonnegative();

const changesSchema = z.object({ added: count, changed: count, retired: count, unchanged: count }).meta({
  id: 'FeedChanges',
  description: 'What an import did to one kind of things.',
  'x-extension': true,
});

const warningSchema = z
  .object({
    message: z.string(),
    count,
    propertyPaths: z.array(z.string()).meta({ description: 'The JSON paths of the first of them.' }),
  })
  .meta({
    id: 'FeedWarning',
    description: 'What an import left out or guessed, the same things together.',
    'x-extension': true,
  });

function ofEachKind<Value>(value: Value): Record<FeedKind, Value> {
  return Object.fromEntries(feedKinds.map((kind) => [kind, value])) as Record<FeedKind, Value>;
}

const catalog = exampleOf(catalogSchema);

export const feedImportSchema = z
  .object({
    '@id': z.string().meta({ format: 'uri-reference' }),
    '@type': z.literal('FeedImport'),
    catalog: iriOf('TicketingCatalog'),
    dryRun: z.boolean(),
    ...ofEachKind(changesSchema),
    warningCount: count.meta({ description: 'At how many places something was left out or guessed.' }),
    warnings: z.array(warningSchema),
  })
  .meta({
    id: 'FeedImport',
    description: 'What an import changed, by kind.',
    'x-extension': true,
    example: {
      '@id': `/.well-known/genid/${catalog.id}`,
      '@type': 'FeedImport',
      catalog: catalog['@id'],
      dryRun: false,
      ...ofEachKind({ added: 0, changed: 1, retired: 0, unchanged: 8 }),
      warningCount: 1,
      warnings: [
        {
          message: '"performer" is not read',
          count: 1,
          propertyPaths: ['$.schemaOrg["@graph"][0].performer'],
        },
      ],
    },
  });

const exampleCatalog = {
  key: 'river',
  name: { en: 'River line' },
  language: 'en',
  timezone: 'Europe/Paris',
  issuer: { name: 'River line SA' },
};

const ownFeed = feedSchema.meta({
  id: 'Feed',
  description: 'An issuer’s feed in our own format. Our addition.',
  examples: {
    feed: {
      format: 'ticketing-feed/1',
      catalog: exampleCatalog,
      events: [
        {
          key: 'boat',
          name: { en: 'Boat' },
          sessions: [{ key: '10', occursAt: '2027-06-01T10:00:00+02:00', duration: 'PT60M', capacity: 50 }],
        },
      ],
      products: [
        {
          key: 'boat',
          name: { en: 'Boat' },
          vatRate: 0.2,
          tickets: [{ key: 'boat', name: { en: 'Boat' }, event: 'boat', dateAccess: false }],
          offers: [{ date: '2027-06-01', price: '36.00', capacity: null }],
        },
      ],
    },
  },
});

export const schemaOrgFeed = z
  .strictObject({
    catalog: feedSchema.shape.catalog,
    schemaOrg: z.unknown().meta({ description: 'schema.org Events: one, a list, or a @graph.' }),
  })
  .meta({
    id: 'SchemaOrgFeed',
    description: 'schema.org Events, and the catalogue that they are for. Our addition.',
    examples: {
      schemaOrg: {
        catalog: exampleCatalog,
        schemaOrg: {
          '@context': 'https://schema.org',
          '@type': 'Event',
          '@id': 'boat',
          name: 'Boat',
          startDate: '2027-06-01T10:00:00+02:00',
          offers: { '@type': 'Offer', name: 'Boat', price: '36.00', priceCurrency: 'EUR' },
        },
      },
    },
  });

/** The body of an import; `importFeed` itself checks it, in slices. */
export const feedBody = z.union([ownFeed, schemaOrgFeed]);

export type FeedImport = z.output<typeof feedImportSchema>;

export const invalidFeed: InvalidAnswer = {
  name: 'InvalidFeed',
  when: 'Everything that is wrong with the feed, by JSON path; nothing is written (§7).',
  examples: {
    time: [{ path: '$.events[0].sessions[0].occursAt', code: 'regex', detail: 'Invalid ISO datetime' }],
  },
};
