import {
  type CatalogDraft,
  catalogDraftSchema,
  catalogFeedSchema,
  type CatalogRevision,
  catalogRevisionSchema,
  type DraftCheck,
  draftCheckSchema,
  type DraftFeedInput,
  type NewDraftInput,
} from '../contract/catalog-draft';
import { addresses } from '../contract/iri';
import { type ManagedCatalog, managedCatalogSchema, soldSessionsSchema } from '../contract/managed-catalog';
import { type Changed, changed, feedMilliseconds, type Why } from './changed';
import { kindOfList, type Reader } from './reader';
import type { CallOptions } from './result';
import { type Answer, parseBody, type Send } from './transport';

const drafts = kindOfList('catalog drafts', catalogDraftSchema);
const revisions = kindOfList('catalog revisions', catalogRevisionSchema);

/** `stale`: somebody else has written meanwhile, and nothing was changed. */
export type Saved<Value> = Changed<Value> | { readonly kind: 'stale' };

/** A draft as the caller has read it. */
export type SeenDraft = Pick<CatalogDraft, 'id' | 'version'>;

// What staff see is never from a cache.
const fresh = (call: CallOptions) => ({ ...call, fresh: true });

/** The catalogues that people write themselves, read. */
export function setupReads(reader: Reader) {
  return {
    /** The catalogue as a feed, without what staff have set beside it. */
    getManagedFeed: (catalogId: string, call: CallOptions) =>
      reader.one(catalogFeedSchema, addresses.managedFeed(catalogId), fresh(call)),
    /** The coming sessions for which tickets were sold, by their keys. */
    getSoldSessions: (catalogId: string, call: CallOptions) =>
      reader.one(soldSessionsSchema, addresses.soldSessions(catalogId), fresh(call)),
    listDrafts: (call: CallOptions) =>
      reader.all({ ...drafts, path: addresses.catalogDrafts() }, {}, fresh(call)),
    getDraft: (catalogId: string, call: CallOptions) =>
      reader.one(catalogDraftSchema, addresses.catalogDraft(catalogId), fresh(call)),
    getDraftFeed: (catalogId: string, call: CallOptions) =>
      reader.one(catalogFeedSchema, addresses.draftFeed(catalogId), fresh(call)),
    /** The newest first; there are 100 at most. */
    listRevisions: (catalogId: string, call: CallOptions) =>
      reader.all({ ...revisions, path: addresses.revisions(catalogId) }, {}, fresh(call)),
    getRevision: (catalogId: string, id: string, call: CallOptions) =>
      reader.one(catalogRevisionSchema, addresses.revision(catalogId, id), fresh(call)),
    getRevisionFeed: (catalogId: string, id: string, call: CallOptions) =>
      reader.one(catalogFeedSchema, addresses.revisionFeed(catalogId, id), fresh(call)),
  };
}

/** What people do with them. */
export const setupChanges = (send: Send) => ({ ...draftChanges(send), ...catalogChanges(poster(send)) });

type Post = ReturnType<typeof poster>;

const poster =
  (send: Send) =>
  (path: string, body: object | undefined, { language }: CallOptions, seen?: SeenDraft) =>
    send({
      method: 'POST',
      path,
      language,
      ...(body === undefined ? {} : { body }),
      ...(seen === undefined ? {} : { ifMatch: tagOf(seen) }),
      timeoutMilliseconds: feedMilliseconds,
    });

function draftChanges(send: Send) {
  const post = poster(send);
  return {
    /** Replaces the content of a draft; it may have errors. */
    putDraft: async (
      seen: SeenDraft,
      body: DraftFeedInput,
      { language }: CallOptions,
    ): Promise<Saved<CatalogDraft>> => {
      const path = addresses.draftFeed(seen.id);
      const asked = { path, language, body, ifMatch: tagOf(seen), timeoutMilliseconds: feedMilliseconds };
      return saved(await send({ method: 'PUT', ...asked }), parseDraft);
    },

    /** What is wrong with it, or what publishing it would change. */
    checkDraft: async (catalogId: string, call: CallOptions): Promise<Changed<DraftCheck>> =>
      changed(await post(`${addresses.catalogDraft(catalogId)}/_check`, undefined, call), (answer) =>
        parseBody(draftCheckSchema, answer),
      ),

    publishDraft: async (seen: SeenDraft, body: Why, call: CallOptions): Promise<Saved<CatalogRevision>> =>
      saved(await post(`${addresses.catalogDraft(seen.id)}/_publish`, body, call, seen), (answer) =>
        parseBody(catalogRevisionSchema, answer),
      ),

    discardDraft: async (seen: SeenDraft, body: Why, call: CallOptions): Promise<Saved<CatalogDraft>> =>
      saved(await post(`${addresses.catalogDraft(seen.id)}/_discard`, body, call, seen), parseDraft),
  };
}

function catalogChanges(post: Post) {
  return {
    /** A catalogue that is not published yet. */
    createDraft: async (body: NewDraftInput, call: CallOptions): Promise<Changed<CatalogDraft>> =>
      changed(await post(addresses.catalogDrafts(), body, call), parseDraft),

    /** A draft of the catalogue as it is. */
    editCatalog: async (catalogId: string, body: Why, call: CallOptions): Promise<Changed<CatalogDraft>> =>
      changed(await post(addresses.editCatalog(catalogId), body, call), parseDraft),

    /** A draft with the content of a revision; to publish it undoes what was published later. */
    restoreRevision: async (
      { catalogId, id }: { catalogId: string; id: string },
      body: Why,
      call: CallOptions,
    ): Promise<Changed<CatalogDraft>> =>
      changed(await post(`${addresses.revision(catalogId, id)}/_restore`, body, call), parseDraft),

    /** From now on, people change the catalogue, and feeds are refused. */
    adoptCatalog: async (catalogId: string, body: Why, call: CallOptions): Promise<Changed<ManagedCatalog>> =>
      changed(await post(addresses.adoptCatalog(catalogId), body, call), parseManaged),

    /** From now on, feeds change it. */
    releaseCatalog: async (
      catalogId: string,
      body: Why,
      call: CallOptions,
    ): Promise<Changed<ManagedCatalog>> =>
      changed(await post(addresses.releaseCatalog(catalogId), body, call), parseManaged),
  };
}

const tagOf = ({ version }: SeenDraft) => `"${version}"`;
const parseDraft = (answer: Answer) => parseBody(catalogDraftSchema, answer);
const parseManaged = (answer: Answer) => parseBody(managedCatalogSchema, answer);

function saved<Value>(answer: Answer, read: (answer: Answer) => Value): Saved<Value> {
  return answer.status === 412 ? { kind: 'stale' } : changed(answer, read);
}
