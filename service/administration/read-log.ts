import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { overrideKinds } from '@/lib/contract/catalog-override';
import { extension } from '@/lib/contract/extension';
import { type ImportRecord } from '@/lib/contract/feed-import';
import { addresses } from '@/lib/contract/iri';
import { pageOfChanges } from '../catalog/change-store';
import { pageOfOverrides } from '../catalog/override-store';
import { pageOfImports, type StoredImport } from '../feed/import-store';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { changeResource } from './change-resource';
import { overrideResource } from './override-resource';
import { requiredOwnCatalog } from './own-catalog';

export const overridesQuery = z.object({
  kind: z.enum(overrideKinds).optional().meta(extension('Only overrides of this kind.')),
});

export async function listOverrides(
  { database }: ReadContext,
  call: Call<'catalogId', z.infer<typeof overridesQuery>>,
) {
  const { id } = await requiredOwnCatalog(database, call);
  const { kind } = call.query;
  const condition = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const { total, overrides } = await pageOfOverrides(database, id, { ...call.page, condition });
  return { totalItems: total, member: overrides.map(overrideResource) };
}

export async function listChanges({ database }: ReadContext, call: Call<'catalogId'>) {
  const { id } = await requiredOwnCatalog(database, call);
  const { total, changes } = await pageOfChanges(database, id, call.page);
  return { totalItems: total, member: changes.map(changeResource) };
}

export async function listImports({ database }: ReadContext, call: Call<'catalogId'>) {
  const { id } = await requiredOwnCatalog(database, call);
  const { total, imports } = await pageOfImports(database, id, call.page);
  return { totalItems: total, member: imports.map(importResource) };
}

function importResource(record: StoredImport): ImportRecord {
  const { catalogId, id, at, actor, source, hash, accepted, counts } = record;
  const { warningCount, warnings, errorCount, errors } = record;
  return {
    '@id': `${addresses.imports(catalogId)}/${id}`,
    '@type': 'FeedImportRecord',
    id,
    at: at.toISOString(),
    actor,
    source,
    hash,
    accepted,
    counts,
    warningCount,
    warnings,
    errorCount,
    errors,
  };
}
