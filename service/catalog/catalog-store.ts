import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { type Catalog, issuerSchema, textSchema } from './catalog';

const catalogRow: z.ZodType<Catalog> = z.object({
  id: z.string(),
  name: textSchema,
  language: z.string(),
  languages: z.array(z.string()),
  timezone: z.string(),
  issuer: issuerSchema,
  importedAt: z.date(),
  syncedAt: z.date(),
  version: z.string(),
});

const columns = sql`id, name, language, languages, timezone, issuer, imported_at as "importedAt",
  synced_at as "syncedAt", synced_at::text as version`;

/** One catalogue, or null. */
export async function findCatalog(reader: Reader, id: string): Promise<Catalog | null> {
  const [found] = await reader.rows(
    catalogRow,
    sql`select ${columns} from ticketing.catalog where id = ${id}`,
  );
  return found ?? null;
}

/** One page of catalogues in the order of their keys, and how many there are. */
export async function pageOfCatalogs(
  reader: Reader,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; catalogs: Catalog[] }> {
  const { total, rows: catalogs } = await readPage(reader, catalogRow, {
    columns,
    from: sql`ticketing.catalog`,
    where: sql`true`,
    order: sql`key, id`,
    skip,
    size,
  });
  return { total, catalogs };
}

/** Catalogues by id. */
export async function catalogsById(reader: Reader, ids: readonly string[]): Promise<Map<string, Catalog>> {
  if (ids.length === 0) return new Map();
  const found = await reader.rows(
    catalogRow,
    sql`select ${columns} from ticketing.catalog
        where id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
  return new Map(found.map((catalog) => [catalog.id, catalog]));
}

/**
 * Which import each catalogue is of, as a text to compare. Whoever reads it before the rest knows by comparing it
 * again later whether what they read is still so.
 */
export async function catalogVersions(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await reader.rows(
    z.object({ id: z.string(), version: z.string() }),
    sql`select id, synced_at::text as version from ticketing.catalog
        where id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
  return new Map(found.map(({ id, version }) => [id, version]));
}
