import type { z } from 'zod';
import type { setupInput } from '@/lib/contract/catalog-draft';
import { addresses } from '@/lib/contract/iri';
import { requiredOwnCatalog } from '../administration/own-catalog';
import type { ReadContext } from '../catalog/known-catalogs';
import { exportFeed } from '../feed/export-feed';
import { InvalidRequest, notFound } from '../http/problem';
import type { Call } from '../http/route';
import { begin, type DraftContext, nameIn } from './edit-draft';
import { findRevision, findRevisionHead, pageOfRevisions } from './revision-store';
import { feedResource, revisionResource } from './setup-resource';

type RevisionCall<Body = unknown> = Call<'catalogId' | 'id', unknown, Body>;

/** GET /v1/ticketing/managed_catalogs/{id}/feed: the catalogue as a feed, without what staff have set beside it. */
export async function getManagedFeed({ database }: ReadContext, call: Call<'id'>) {
  const { id } = await requiredOwnCatalog(database, { ...call, params: { catalogId: call.params.id } });
  const exported = await exportFeed(database, id);
  if (exported === null) throw notFound();
  const { text, hash } = exported;
  return feedResource(addresses.managedFeed(id), { catalogId: id, feed: text, hash });
}

/** GET …/managed_catalogs/{catalogId}/revisions */
export async function listRevisions({ database }: ReadContext, call: Call<'catalogId'>) {
  const { id } = await requiredOwnCatalog(database, call);
  const { total, rows } = await pageOfRevisions(database, id, call.page);
  return { totalItems: total, member: rows.map(revisionResource) };
}

export async function getRevision({ database }: ReadContext, call: RevisionCall) {
  const catalog = await requiredOwnCatalog(database, call);
  const revision = await findRevisionHead(database, catalog.id, call.params.id);
  if (revision === null) throw notFound();
  return revisionResource(revision);
}

export async function getRevisionFeed({ database }: ReadContext, call: RevisionCall) {
  const catalog = await requiredOwnCatalog(database, call);
  const revision = await findRevision(database, catalog.id, call.params.id);
  if (revision === null) throw notFound();
  return feedResource(addresses.revisionFeed(catalog.id, revision.id), revision);
}

/** POST …/revisions/{id}/_restore: the revision becomes the draft. */
export async function restoreRevision(
  { database }: DraftContext,
  call: RevisionCall<z.output<typeof setupInput>>,
) {
  const catalog = await requiredOwnCatalog(database, call);
  const revision = await findRevision(database, catalog.id, call.params.id);
  if (revision === null) throw notFound();
  if (catalog.maintainer !== 'people')
    throw new InvalidRequest([{ path: '', code: 'regex', messageKey: 'feedsMaintain' }]);
  const { feed, hash } = revision;
  const { actor, reason } = call.body;
  return begin(database, {
    catalogId: catalog.id,
    organizationId: call.principal.organization.id,
    key: catalog.key,
    name: nameIn({ catalog }),
    feed,
    hash,
    actor,
    reason,
  });
}
