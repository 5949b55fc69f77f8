import { z } from 'zod';
import { feedSchema } from '@/lib/contract/feed';
import {
  daysWithoutTimeSchema,
  feedImportSchema as readFeedImportSchema,
  importRecordSchema as readImportRecordSchema,
  ofEachKind,
} from '@/lib/contract/feed-import';
import { addresses } from '@/lib/contract/iri';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { offerSchema } from '../offer/offer-resource';

const catalog = exampleOf(catalogSchema);
const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const counts = ofEachKind({ added: 0, changed: 1, retired: 0, unchanged: 8 });
const offer = exampleOf(offerSchema);
const warnings = [
  {
    message: '"performer" is not read.',
    count: 1,
    propertyPaths: ['$.schemaOrg["@graph"][0].performer'],
  },
];

export const feedImportSchema = readFeedImportSchema.meta({
  id: 'FeedImport',
  description: 'What an import changed, by kind, and thing by thing.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${catalog.id}`,
    '@type': 'FeedImport',
    catalog: catalog['@id'],
    dryRun: false,
    hash,
    ...counts,
    difference: {
      things: [
        {
          kind: 'offer',
          change: 'changed',
          id: offer.id,
          name: 'Boat',
          date: '2027-06-01',
          occursAt: null,
          members: ['price'],
        },
      ],
      priceCount: 1,
      prices: [
        {
          offer: offer['@id'],
          product: 'Boat',
          date: '2027-06-01',
          from: '36.00',
          to: '38.00',
          overridden: false,
        },
      ],
      capacityCount: 0,
      capacities: [],
      soldSessionCount: 0,
      soldSessions: [],
      soldTickets: 0,
    },
    warningCount: 1,
    warnings,
  },
});

const recordId = exampleId(31);

export const importRecordSchema = readImportRecordSchema.meta({
  id: 'FeedImportRecord',
  description: 'An import in the history of a catalogue.',
  'x-extension': true,
  example: {
    '@id': `${addresses.imports(catalog.id)}/${recordId}`,
    '@type': 'FeedImportRecord',
    id: recordId,
    at: '2027-05-20T07:45:00.000Z',
    actor: 'box office',
    source: 'season.json',
    hash,
    accepted: true,
    counts,
    warningCount: 1,
    warnings,
    errorCount: 0,
    errors: [],
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
    daysWithoutTime: daysWithoutTimeSchema.optional().meta({
      description:
        'What becomes of events that have a day and no time: an error (without it), left out with a warning, or ' +
        'tickets that are valid all day.',
    }),
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

export const invalidFeed: InvalidAnswer = {
  name: 'InvalidFeed',
  when: 'Everything that is wrong with the feed, by JSON path, or with the parameters, also unknown ones, by name; nothing is written (§7).',
  examples: {
    time: [{ path: '$.events[0].sessions[0].occursAt', code: 'regex', detail: 'Invalid ISO datetime.' }],
  },
};
