import type { z } from 'zod';
import {
  catalogDraftSchema as readCatalogDraftSchema,
  catalogFeedSchema as readCatalogFeedSchema,
  catalogRevisionSchema as readCatalogRevisionSchema,
  draftCheckSchema as readDraftCheckSchema,
} from '@/lib/contract/catalog-draft';
import { addresses } from '@/lib/contract/iri';
import { soldSessionsSchema as readSoldSessionsSchema } from '@/lib/contract/managed-catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { feedImportSchema } from '../feed/feed-import-schema';
import { Written } from '../http/answer';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import type { DraftHead } from './draft-store';
import type { RevisionHead } from './revision-store';

const catalog = exampleOf(catalogSchema);
const imported = exampleOf(feedImportSchema);
const { form, event, session, product, ticket, offer } = imported;

export const catalogDraftSchema = readCatalogDraftSchema.meta({
  id: 'CatalogDraft',
  description:
    'What people are writing: at most one draft of each catalogue, also of one that is not published yet.',
  'x-extension': true,
  example: {
    '@id': addresses.catalogDraft(catalog.id),
    '@type': 'CatalogDraft',
    id: catalog.id,
    key: 'river',
    name: 'River line',
    version: '1811000000000-3',
    feed: addresses.draftFeed(catalog.id),
    createdAt: '2027-05-18T08:00:00.000Z',
    changedAt: '2027-05-20T07:45:00.000Z',
    actor: 'Ada',
    reason: 'The summer season',
  },
});

export const catalogFeedSchema = readCatalogFeedSchema.meta({
  id: 'CatalogFeed',
  description: 'The feed of a catalogue, of a draft or of a revision.',
  'x-extension': true,
  example: {
    '@id': addresses.managedFeed(catalog.id),
    '@type': 'CatalogFeed',
    id: catalog.id,
    hash: imported.hash,
    feed: {
      format: 'ticketing-feed/1',
      catalog: {
        key: 'river',
        name: { en: 'River line' },
        language: 'en',
        timezone: 'Europe/Paris',
        issuer: { name: 'River line SA' },
      },
      events: [],
      products: [],
    },
  },
});

export const draftCheckSchema = readDraftCheckSchema.meta({
  id: 'CatalogDraftCheck',
  description: 'What is wrong with a draft, or what publishing it would change.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${catalog.id}`,
    '@type': 'CatalogDraftCheck',
    version: '1811000000000-3',
    errorCount: 0,
    errors: [],
    warningCount: 0,
    warnings: [],
    counts: { form, event, session, product, ticket, offer },
    difference: imported.difference,
  },
});

const revisionId = exampleId(41);

export const catalogRevisionSchema = readCatalogRevisionSchema.meta({
  id: 'CatalogRevision',
  description: 'What people have published.',
  'x-extension': true,
  example: {
    '@id': addresses.revision(catalog.id, revisionId),
    '@type': 'CatalogRevision',
    id: revisionId,
    catalog: catalog['@id'],
    number: 7,
    at: '2027-05-20T07:45:00.000Z',
    actor: 'Ada',
    reason: 'The summer season',
    hash: imported.hash,
    feed: addresses.revisionFeed(catalog.id, revisionId),
  },
});

export const soldSessionsSchema = readSoldSessionsSchema.meta({
  id: 'SoldSessions',
  description: 'The coming sessions of a catalogue for which tickets were sold.',
  'x-extension': true,
  example: {
    '@id': addresses.soldSessions(catalog.id),
    '@type': 'SoldSessions',
    catalog: catalog['@id'],
    sessions: [{ event: 'boat', session: '2027-06-01T10:00', tickets: 3 }],
  },
});

export const invalidSetup: InvalidAnswer = {
  name: 'InvalidSetup',
  when: 'Errors of the feed by JSON path, members of the body by name, or that the catalogue has a draft already, or is maintained by feeds; nothing changed (§7).',
  examples: {
    draft: [{ path: '', code: 'unique', messageKey: 'draftExists' }],
    feeds: [{ path: '$.catalog.key', code: 'unique', messageKey: 'feedsMaintain' }],
  },
};

/** As clients see it. A draft that was begun later never has the version of an earlier one. */
export const draftVersion = ({ createdAt, version }: Pick<DraftHead, 'createdAt' | 'version'>): string =>
  `${createdAt.getTime()}-${version}`;

/** The entity tag of a draft. */
export const draftTag = (draft: Pick<DraftHead, 'createdAt' | 'version'>) => `"${draftVersion(draft)}"`;

export function draftResource(draft: DraftHead): z.output<typeof catalogDraftSchema> {
  const { catalogId: id, key, name, actor, reason } = draft;
  return {
    '@id': addresses.catalogDraft(id),
    '@type': 'CatalogDraft',
    id,
    key,
    name,
    version: draftVersion(draft),
    feed: addresses.draftFeed(id),
    createdAt: draft.createdAt.toISOString(),
    changedAt: draft.changedAt.toISOString(),
    actor,
    reason,
  };
}

export function revisionResource(revision: RevisionHead): z.output<typeof catalogRevisionSchema> {
  const { catalogId, id, number, actor, reason, hash } = revision;
  return {
    '@id': addresses.revision(catalogId, id),
    '@type': 'CatalogRevision',
    id,
    catalog: addresses.catalog(catalogId),
    number,
    at: revision.at.toISOString(),
    actor,
    reason,
    hash,
    feed: addresses.revisionFeed(catalogId, id),
  };
}

/** A feed that is text, at its address. */
export function feedResource(
  address: string,
  { catalogId, feed, hash }: { catalogId: string; feed: string; hash: string },
  tag = `"${hash}"`,
): Written<z.output<typeof catalogFeedSchema>> {
  const body = { '@id': address, '@type': 'CatalogFeed', id: catalogId, hash } as const;
  return new Written(body, { name: 'feed', text: feed }, tag);
}
