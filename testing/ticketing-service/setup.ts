import {
  type CatalogDraft,
  catalogDraftSchema,
  type CatalogFeed,
  catalogFeedSchema,
  type CatalogRevision,
  catalogRevisionSchema,
  type DraftCheck,
  draftCheckSchema,
} from '@/lib/contract/catalog-draft';
import { collectionSchema } from '@/lib/contract/collection';
import type { Feed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import { why } from './administration';
import type { Callable } from './booking';
import type { TestAnswer } from './test-service';

/** The head of a new catalogue with this key. */
export const newCatalog = (key: string): Feed['catalog'] => ({
  key,
  name: { en: 'Quay concerts', fr: 'Concerts du quai' },
  language: 'en',
  timezone: 'Europe/Paris',
  issuer: { name: 'Quay concerts SAS' },
});

/** What an organization does with its catalogues. A method throws if the service refuses it; `call` does not. */
export function setupOf(service: Callable, organization?: string) {
  const as = organization === undefined ? {} : { organization };
  const call = (method: string, path: string, body?: unknown, ifMatch?: string): Promise<TestAnswer> =>
    service.call(method, path, {
      ...as,
      ...(body === undefined ? {} : { body }),
      ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
    });
  const done = async (...asked: Parameters<typeof call>): Promise<unknown> => {
    const { status, body } = await call(...asked);
    if (status !== 200 && status !== 201) throw new Error(`${asked[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const draftOf = async (...asked: Parameters<typeof call>): Promise<CatalogDraft> =>
    catalogDraftSchema.parse(await done(...asked));
  const feedOf = async (path: string): Promise<CatalogFeed> =>
    catalogFeedSchema.parse(await done('GET', path));
  const setup = {
    call,
    create: (catalog: Feed['catalog']) => draftOf('POST', addresses.catalogDrafts(), { ...why, catalog }),
    edit: (id: string) => draftOf('POST', addresses.editCatalog(id), why),
    put: (id: string, feed: unknown, ifMatch = '*') =>
      draftOf('PUT', addresses.draftFeed(id), { ...why, feed }, ifMatch),
    discard: (id: string) => draftOf('POST', `${addresses.catalogDraft(id)}/_discard`, why, '*'),
    check: async (id: string): Promise<DraftCheck> =>
      draftCheckSchema.parse(await done('POST', `${addresses.catalogDraft(id)}/_check`)),
    publish: async (id: string): Promise<CatalogRevision> =>
      catalogRevisionSchema.parse(await done('POST', `${addresses.catalogDraft(id)}/_publish`, why, '*')),
    /** From nothing to a published catalogue. */
    publishNew: async (feed: Feed): Promise<CatalogDraft> => {
      const { id } = await setup.create(feed.catalog);
      const draft = await setup.put(id, feed);
      await setup.publish(id);
      return draft;
    },
    restore: ({ '@id': path }: CatalogRevision) => draftOf('POST', `${path}/_restore`, why),
    revisions: async (id: string): Promise<CatalogRevision[]> =>
      collectionSchema(catalogRevisionSchema).parse(await done('GET', addresses.revisions(id))).member,
    exported: (id: string) => feedOf(addresses.managedFeed(id)),
    draft: (id: string) => feedOf(addresses.draftFeed(id)),
    revision: ({ feed }: CatalogRevision) => feedOf(feed),
    adopt: (id: string) => done('POST', addresses.adoptCatalog(id), why),
    release: (id: string) => done('POST', addresses.releaseCatalog(id), why),
    /** Imports a feed as the issuer’s program does; resolves to the identifier of its catalogue. */
    import: (feed: unknown) => call('POST', addresses.feeds(), feed),
  };
  return setup;
}
