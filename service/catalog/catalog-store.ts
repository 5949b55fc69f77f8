import { sql } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { jsonRows } from '@/lib/database/json-rows';
import { readPage } from '@/lib/database/read-page';
import { rowColumns } from '@/lib/database/row-columns';
import type { Catalog } from './catalog';
import { catalogTable } from './catalog-table';

const {
  id: catalogId,
  name,
  language,
  languages,
  timezone,
  issuer,
  accent,
  importedAt,
  syncedAt,
} = catalogTable;
// An import changes the first part, a change by staff the second.
const version = sql<string>`catalog.synced_at::text || '/' || catalog.revision`;
const stored = { id: catalogId, name, language, languages, timezone, issuer, accent, importedAt, syncedAt };
const columns = rowColumns({ ...stored, version });
/** That of an order, also a hidden one, in the statement that reads the order. */
export const catalogOfOrder = jsonRows(
  { ...stored, version: { value: version, like: catalogTable.key } },
  { rest: sql`from ticketing.catalog where catalog.id = booking_order.catalog_id`, orderBy: sql`catalog.id` },
);
const versionColumns = rowColumns({ id: catalogId, version });

/** One catalogue, also a hidden one, because its orders go on; or null. */
export async function findCatalog(reader: Reader, id: string): Promise<Catalog | null> {
  const [found] = await reader.read(columns, sql`from ticketing.catalog where id = ${id}`);
  return found ?? null;
}

/** Whether an organization has a catalogue with this key: another one may have its id by chance. */
export async function isCatalogOf(
  reader: Reader,
  organizationId: string,
  { id, key }: { id: string; key: string },
): Promise<boolean> {
  const found = await reader.read(
    versionColumns,
    sql`from ticketing.catalog where id = ${id} and organization_id = ${organizationId} and key = ${key}`,
  );
  return found.length > 0;
}

/** One catalogue that is not hidden, or null. */
export async function findListedCatalog(reader: Reader, id: string): Promise<Catalog | null> {
  const [found] = await reader.read(columns, sql`from ticketing.catalog where id = ${id} and not hidden`);
  return found ?? null;
}

/** One page of the catalogues that are not hidden, in the order of their keys, and how many there are. */
export async function pageOfCatalogs(
  reader: Reader,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; catalogs: Catalog[] }> {
  const { total, rows: catalogs } = await readPage(reader, columns, {
    from: sql`ticketing.catalog`,
    where: sql`not hidden`,
    sortedBy: sql`key, id`,
    skip,
    size,
  });
  return { total, catalogs };
}

/**
 * The last import or change by staff of each catalogue that is not hidden, as a text to compare. A caller reads it before
 * other data, and compares it again later to see whether that data is still valid.
 */
export async function catalogVersions(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await reader.read(
    versionColumns,
    sql`from ticketing.catalog where ${isOneOf(catalogId, ids)} and not hidden`,
  );
  return new Map(found.map(({ id, version }) => [id, version]));
}
