import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { draftFeedInput, newDraftInput, setupInput } from '@/lib/contract/catalog-draft';
import { feedSchema } from '@/lib/contract/feed';
import { inOneLine } from '@/lib/contract/feed-text';
import { addresses } from '@/lib/contract/iri';
import type { Database, Reader } from '@/lib/database/database';
import { requiredOwnCatalog } from '../administration/own-catalog';
import { isCatalogOf } from '../catalog/catalog-store';
import type { ReadContext } from '../catalog/known-catalogs';
import { canonicalText } from '../feed/canonical-feed';
import { exportFeed } from '../feed/export-feed';
import { catalogIdOf } from '../ids/catalog-id';
import { Tagged } from '../http/answer';
import { changedMeanwhile, requireMatch } from '../http/if-match';
import { inSlices } from '../http/in-slices';
import { InvalidRequest, notFound } from '../http/problem';
import type { Call } from '../http/route';
import { writeJson } from '../http/write-json';
import { findZone } from '@/lib/locale/zone-clock';
import {
  deleteDraft,
  type Draft,
  type DraftHead,
  findDraft,
  findDraftHead,
  insertDraft,
  pageOfDrafts,
  updateDraft,
} from './draft-store';
import { draftResource, draftTag, feedResource } from './setup-resource';

export interface DraftContext {
  database: Database;
}

type Why = z.output<typeof setupInput>;
type DraftCall<Body = unknown> = Call<'id', unknown, Body>;

const placeOf = ({ params, principal }: Pick<DraftCall, 'params' | 'principal'>) => ({
  catalogId: params.id,
  organizationId: principal.organization.id,
});

/** GET /v1/ticketing/catalog_drafts: the drafts of the organization. */
export async function listDrafts({ database }: ReadContext, call: Call) {
  const { total, rows } = await pageOfDrafts(database, call.principal.organization.id, call.page);
  return { totalItems: total, member: rows.map(draftResource) };
}

export async function getDraft({ database }: ReadContext, call: DraftCall) {
  const draft = await findDraftHead(database, placeOf(call));
  if (draft === null) throw notFound();
  return new Tagged(draftResource(draft), draftTag(draft));
}

/** GET …/{id}/feed: as it was sent. */
export async function getDraftFeed({ database }: ReadContext, call: DraftCall) {
  const draft = await requiredDraft(database, call);
  return feedResource(addresses.draftFeed(draft.catalogId), draft, draftTag(draft));
}

/** The draft in an address, if it belongs to the caller. Throws 404 for any other. */
export async function requiredDraft(
  reader: Reader,
  call: Pick<DraftCall, 'params' | 'principal'>,
): Promise<Draft> {
  const draft = await findDraft(reader, placeOf(call));
  if (draft === null) throw notFound();
  return draft;
}

/** POST /v1/ticketing/catalog_drafts: a catalogue that is not published yet. 422 if there is one with its key. */
export async function createDraft(
  { database }: DraftContext,
  { body, principal }: Call<never, unknown, z.output<typeof newDraftInput>>,
) {
  const { catalog, actor, reason } = body;
  if (findZone(catalog.timezone) === null)
    throw new InvalidRequest([{ path: 'catalog.timezone', code: 'regex', messageKey: 'unknownZone' }]);
  const organizationId = principal.organization.id;
  const catalogId = catalogIdOf(organizationId, catalog.key);
  if (await isCatalogOf(database, organizationId, { id: catalogId, key: catalog.key }))
    throw new InvalidRequest([{ path: 'catalog.key', code: 'unique', messageKey: 'catalogExists' }]);
  const feed = feedSchema.parse({ format: 'ticketing-feed/1', catalog, events: [], products: [] });
  const { text, hash: hashed } = await inSlices(canonicalText(feed));
  const made = { catalogId, organizationId, key: catalog.key, name: nameIn(feed), feed: text, hash: hashed };
  return begin(database, { ...made, actor, reason });
}

/** POST /v1/ticketing/managed_catalogs/{id}/_edit: the catalogue as it is becomes a draft. */
export async function editCatalog({ database }: DraftContext, call: DraftCall<Why>) {
  const catalog = await requiredOwnCatalog(database, { ...call, params: { catalogId: call.params.id } });
  if (catalog.maintainer !== 'people')
    throw new InvalidRequest([{ path: '', code: 'regex', messageKey: 'feedsMaintain' }]);
  const exported = await exportFeed(database, catalog.id);
  if (exported === null) throw notFound();
  const { actor, reason } = call.body;
  return begin(database, {
    ...placeOf(call),
    key: catalog.key,
    name: nameIn({ catalog }),
    feed: exported.text,
    hash: exported.hash,
    actor,
    reason,
  });
}

/** Begins a draft. Throws 422 if the catalogue has one, so that nobody loses what they wrote. */
export async function begin(database: Database, draft: Parameters<typeof insertDraft>[1]) {
  if (!(await insertDraft(database, draft)))
    throw new InvalidRequest([{ path: '', code: 'unique', messageKey: 'draftExists' }]);
  const made = await findDraftHead(database, draft);
  if (made === null) throw notFound();
  return draftResource(made);
}

/** PUT …/{id}/feed: the whole content. It may have errors until it is published. 412 if somebody else has written meanwhile. */
export async function putDraft({ database }: DraftContext, call: DraftCall<z.output<typeof draftFeedInput>>) {
  const draft = await seenDraft(database, call);
  const { feed, actor, reason } = call.body;
  if (feed.catalog.key !== draft.key)
    throw new InvalidRequest([{ path: 'feed.catalog.key', code: 'regex', messageKey: 'fixedKey' }]);
  const text = await inSlices(writeJson(feed));
  const content = { name: nameIn(feed), feed: text, hash: hash('sha256', text, 'hex'), actor, reason };
  if (!(await updateDraft(database.single, draft, content))) throw changedMeanwhile();
  const written = await findDraftHead(database, draft);
  if (written === null) throw notFound();
  return draftResource(written);
}

/** POST …/{id}/_discard: what was published stays as it is. */
export async function discardDraft({ database }: DraftContext, call: DraftCall<Why>) {
  const draft = await seenDraft(database, call);
  if (!(await deleteDraft(database.single, draft))) throw changedMeanwhile();
  return draftResource(draft);
}

/** The draft in an address, which has the version that If-Match names. */
async function seenDraft(reader: Reader, call: DraftCall): Promise<DraftHead> {
  const draft = await findDraftHead(reader, placeOf(call));
  if (draft === null) throw notFound();
  requireMatch(call.ifMatch, draftTag(draft));
  return draft;
}

const longestName = 500;

/** The name of the catalogue in its own language; its key, if the feed has no such name. */
export function nameIn({
  catalog,
}: {
  catalog: { key: string; language?: unknown; name?: unknown };
}): string {
  const { key, name, language } = catalog;
  const own: unknown =
    typeof name === 'object' && name !== null ? (name as Record<string, unknown>)[String(language)] : null;
  const line = typeof own === 'string' ? inOneLine(own).slice(0, longestName) : '';
  return line.trim() === '' ? key : line;
}
