import { draftFeedInput, newDraftInput, setupInput } from '@/lib/contract/catalog-draft';
import { managedCatalogSchema } from './administration/managed-resource';
import { feedBodyLimit } from './feed/import-feed';
import { listRoute, route, type RouteOf } from './http/route';
import {
  createDraft,
  discardDraft,
  editCatalog,
  getDraft,
  getDraftFeed,
  listDrafts,
  putDraft,
} from './setup/edit-draft';
import { adoptCatalog, releaseCatalog } from './setup/maintainer';
import { checkDraft, publishDraft } from './setup/publish-draft';
import {
  getManagedFeed,
  getRevision,
  getRevisionFeed,
  listRevisions,
  restoreRevision,
} from './setup/revisions';
import {
  catalogDraftSchema,
  catalogFeedSchema,
  catalogRevisionSchema,
  draftCheckSchema,
  invalidSetup,
  soldSessionsSchema,
} from './setup/setup-resource';
import { getSoldSessions } from './setup/sold-sessions';
import type { ServiceContext } from './dependencies';

const managed = '/v1/ticketing/managed_catalogs';
const drafts = '/v1/ticketing/catalog_drafts';
const ofEditors = {
  tag: {
    name: 'Setup',
    description: 'Catalogues that people write themselves, as drafts of a feed. Our addition.',
  },
  section: null,
  scope: 'catalog:edit',
};
const read = { ...ofEditors, method: 'GET' } as const;
const write = { ...ofEditors, method: 'POST', invalid: invalidSetup } as const;
const seen = { conditional: true } as const;

/** Feeds that people write instead of another program: our extension. */
export const setupRoutes = {
  getManagedFeed: route({
    ...read,
    path: `${managed}/{id}/feed`,
    summary: 'The catalogue as a feed',
    description:
      'Who imports it into another service gets the same catalogue, and the same feed again, byte for byte. Overrides are not in it. **422** if a product base is known only by its identifier.',
    invalid: invalidSetup,
    response: catalogFeedSchema,
    tagged: true,
    handle: getManagedFeed,
  }),
  getSoldSessions: route({
    ...read,
    path: `${managed}/{id}/sold_sessions`,
    summary: 'The coming sessions for which tickets were sold',
    description: 'By their keys, to say of a draft which tickets it concerns. All of them, without pages.',
    response: soldSessionsSchema,
    handle: getSoldSessions,
  }),
  listDrafts: listRoute({
    ...read,
    path: drafts,
    summary: 'The drafts of the organization',
    response: catalogDraftSchema,
    handle: listDrafts,
  }),
  createDraft: route({
    ...write,
    path: drafts,
    summary: 'Begin a catalogue that is not published yet',
    body: newDraftInput,
    response: catalogDraftSchema,
    handle: createDraft,
  }),
  getDraft: route({
    ...read,
    path: `${drafts}/{id}`,
    summary: 'A draft, without its content',
    response: catalogDraftSchema,
    tagged: true,
    handle: getDraft,
  }),
  getDraftFeed: route({
    ...read,
    path: `${drafts}/{id}/feed`,
    summary: 'The content of a draft, as it was sent',
    response: catalogFeedSchema,
    tagged: true,
    handle: getDraftFeed,
  }),
  checkDraft: route({
    ...write,
    path: `${drafts}/{id}/_check`,
    summary: 'What is wrong with a draft, or what publishing it would change',
    response: draftCheckSchema,
    handle: checkDraft,
  }),
  publishDraft: route({
    ...write,
    ...seen,
    path: `${drafts}/{id}/_publish`,
    summary: 'Make the catalogue what the draft says',
    description:
      'One transaction, as an import of the same feed. The draft ends, and its content is kept as a revision: the last 100.',
    body: setupInput,
    response: catalogRevisionSchema,
    handle: publishDraft,
  }),
  listRevisions: listRoute({
    ...read,
    path: `${managed}/{catalogId}/revisions`,
    summary: 'What people have published, the newest first',
    response: catalogRevisionSchema,
    handle: listRevisions,
  }),
  getRevision: route({
    ...read,
    path: `${managed}/{catalogId}/revisions/{id}`,
    summary: 'A revision, without its content',
    response: catalogRevisionSchema,
    handle: getRevision,
  }),
  getRevisionFeed: route({
    ...read,
    path: `${managed}/{catalogId}/revisions/{id}/feed`,
    summary: 'The content of a revision',
    response: catalogFeedSchema,
    tagged: true,
    handle: getRevisionFeed,
  }),
  restoreRevision: route({
    ...write,
    path: `${managed}/{catalogId}/revisions/{id}/_restore`,
    summary: 'Begin a draft with the content of a revision',
    description: 'To publish it undoes what was published later.',
    body: setupInput,
    response: catalogDraftSchema,
    handle: restoreRevision,
  }),
  putDraft: route({
    ...write,
    ...seen,
    method: 'PUT',
    path: `${drafts}/{id}/feed`,
    summary: 'Replace the content of a draft',
    description: 'It may have errors until it is published; `_check` names them.',
    body: draftFeedInput,
    bodyLimit: feedBodyLimit,
    response: catalogDraftSchema,
    handle: putDraft,
  }),
  discardDraft: route({
    ...write,
    ...seen,
    path: `${drafts}/{id}/_discard`,
    summary: 'Give a draft up',
    description: 'What was published stays as it is.',
    body: setupInput,
    response: catalogDraftSchema,
    handle: discardDraft,
  }),
  editCatalog: route({
    ...write,
    path: `${managed}/{id}/_edit`,
    summary: 'Begin a draft with the catalogue as it is',
    body: setupInput,
    response: catalogDraftSchema,
    handle: editCatalog,
  }),
  releaseCatalog: route({
    ...write,
    path: `${managed}/{id}/_release`,
    summary: 'Let feeds change the catalogue from now on',
    description: 'Drafts of it can’t be published any more. Doing it again changes nothing.',
    body: setupInput,
    response: managedCatalogSchema,
    localized: true,
    handle: releaseCatalog,
  }),
  adoptCatalog: route({
    ...write,
    path: `${managed}/{id}/_adopt`,
    summary: 'Let people change the catalogue from now on',
    description:
      'Feeds are refused from then on. What the last one said becomes a revision. Doing it again changes nothing.',
    body: setupInput,
    response: managedCatalogSchema,
    localized: true,
    handle: adoptCatalog,
  }),
} satisfies Record<string, RouteOf<ServiceContext>>;
