import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OverrideKind } from '@/lib/contract/catalog-override';
import type { Reader, Transaction } from '@/lib/database/database';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import { catalogTable } from '../catalog/catalog-table';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';

const { id, key, name, language, languages, timezone, issuer, priceSource, accent, ...others } = catalogTable;
const { maintainer, importedAt, syncedAt } = others;
const fields = {
  id,
  key,
  name,
  language,
  languages,
  timezone,
  issuer,
  priceSource,
  accent,
  maintainer,
  importedAt,
  syncedAt,
};

/** A catalogue as its owner manages it. */
export type OwnCatalog = RowOf<typeof fields>;

export const ownColumns = rowColumns(fields);

/** The catalogue in an address, if it belongs to the caller, hidden or not. Throws 404 for any other. */
export async function requiredOwnCatalog(
  reader: Reader,
  { params, principal }: { params: { catalogId: string }; principal: Call['principal'] },
): Promise<OwnCatalog> {
  const [found] = await reader.read(
    ownColumns,
    sql`from ticketing.catalog where id = ${params.catalogId} and organization_id = ${principal.organization.id}`,
  );
  if (found === undefined) throw notFound();
  return found;
}

const revisedRow = z.object({ today: z.string() });

/**
 * Begins a change of the caller's catalogue. Concurrency guarantee: its row stays locked, so changes and imports of one
 * catalogue follow each other; and with the new revision, no hold uses cached entries from before the change. A capacity
 * is never cached, so it needs no new revision. Resolves to the day at the catalogue's place. Throws 404 for a
 * catalogue of another organization.
 */
export async function reviseCatalog(
  transaction: Transaction,
  { params, principal }: { params: { catalogId: string }; principal: Call['principal'] },
  { kind, isSet }: { kind: OverrideKind; isSet: boolean },
): Promise<{ today: string }> {
  const hidden = kind === 'hidden' ? sql`, hidden = ${isSet}` : sql``;
  const [revised] = await transaction.write(
    revisedRow,
    sql`with revised as (
          update ticketing.catalog set revision = revision + ${kind === 'capacity' ? 0 : 1}::int${hidden}
          where id = ${params.catalogId} and organization_id = ${principal.organization.id}
          returning timezone)
        select (statement_timestamp() at time zone timezone)::date::text as today from revised`,
  );
  if (revised === undefined) throw notFound();
  return revised;
}
