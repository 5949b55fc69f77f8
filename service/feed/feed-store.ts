import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedFeed } from '@/lib/contract/feed';
import { json, type Reader, type Transaction } from '@/lib/database/database';
import { catalogTable } from '../catalog/catalog-table';
import { feedLanguages } from './feed-rows';
import { feedColumns, type FeedKind, feedTables } from './feed-tables';

/** The result of an import for the rows of one kind. */
export interface Changes {
  added: number;
  changed: number;
  retired: number;
  unchanged: number;
}

/** Adds or updates the catalogue itself. Its row lock makes a second import of the same catalogue wait. */
export async function upsertCatalog(
  transaction: Transaction,
  id: string,
  organizationId: string,
  feed: ParsedFeed,
): Promise<void> {
  const { key, name, language, timezone, issuer, priceSource } = feed.catalog;
  const now = sql`clock_timestamp()`;
  const changed = {
    name,
    language,
    languages: feedLanguages(feed),
    timezone,
    issuer,
    priceSource,
    syncedAt: now,
  };
  await transaction.db
    .insert(catalogTable)
    .values({ ...changed, id, organizationId, key, importedAt: now })
    .onConflictDoUpdate({ target: catalogTable.id, set: changed });
}

const upsertedRow = z.object({ added: z.int(), changed: z.int() });

// A statement with this many rows is planned once and sent at once, and other requests are served between two
// statements.
const rowsPerStatement = 500;

/**
 * Makes the rows of one kind equal to the feed: adds new ones, changes only those that differ, and retires missing
 * ones.
 */
export async function replaceRows(
  transaction: Transaction,
  kind: FeedKind,
  catalogId: string,
  rows: readonly { id: string }[],
): Promise<Changes> {
  let [added, changed] = [0, 0];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = rows.slice(start, start + rowsPerStatement);
    const done = await upsertRows(transaction, kind, catalogId, part);
    added += done.added;
    changed += done.changed;
  }
  let retired = 0;
  for (const part of idParts(rows)) retired += await retireOthers(transaction, kind, catalogId, part);
  return { added, changed, retired, unchanged: rows.length - added - changed };
}

async function upsertRows(
  transaction: Transaction,
  kind: FeedKind,
  catalogId: string,
  rows: readonly { id: string }[],
): Promise<{ added: number; changed: number }> {
  const { names, members, from } = feedColumns(kind);
  const list = (write: (name: string) => string, some = names) => sql.raw(some.map(write).join(', '));
  // An UPDATE that names a column of a key takes a stronger lock.
  const changing = names.filter((name) => name !== 'id');
  const [upserted] = await transaction.write(
    upsertedRow,
    sql`with written as (
          insert into ${feedTables[kind]} as old (catalog_id, ${list((name) => name)})
          select ${catalogId}::uuid, ${members} from ${from(rows)}
          on conflict (catalog_id, id) do update
            set retired_at = null, ${list((name) => `${name} = excluded.${name}`, changing)}
            where old.retired_at is not null
              or (${list((name) => `old.${name}`, changing)}) is distinct from (${list((name) => `excluded.${name}`, changing)})
          returning (xmax = 0) as is_new)
        select count(*) filter (where is_new)::int as added,
          count(*) filter (where not is_new)::int as changed from written`,
  );
  return upserted ?? { added: 0, changed: 0 };
}

/** All identifiers of a feed that begin with `prefix`. */
interface IdPart {
  prefix: string;
  ids: string[];
}

// Writing a list of many more identifiers at once would delay other requests.
const idsPerStatement = 2000;
const idsAtOnce = 20_000;

/**
 * The identifiers of rows, in parts that together cover all possible identifiers: one part, or 256 for a long feed.
 */
function idParts(rows: readonly { id: string }[]): IdPart[] {
  if (rows.length <= idsPerStatement) return [{ prefix: '', ids: rows.map(({ id }) => id) }];
  const parts = Array.from({ length: 256 }, (_, i): IdPart => {
    return { prefix: i.toString(16).padStart(2, '0'), ids: [] };
  });
  for (const { id } of rows) parts[Number.parseInt(id.slice(0, 2), 16)]?.ids.push(id);
  return parts;
}

const [leastId, mostId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

function retireOthers(
  transaction: Transaction,
  kind: FeedKind,
  catalogId: string,
  { prefix, ids }: IdPart,
): Promise<number> {
  const [least, most] = [leastId, mostId].map((end) => prefix + end.slice(prefix.length));
  // `not in`, because PostgreSQL always uses a hash for it; a join would be planned for a hundred ids.
  return transaction.run(
    sql`update ${feedTables[kind]} set retired_at = clock_timestamp()
        where catalog_id = ${catalogId} and retired_at is null and id between ${least}::uuid and ${most}::uuid
          and id not in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
}

const idRow = z.object({ id: z.string() });

/** Which of these offers and sessions already exist without a limit. */
export async function findUnlimited(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<string[]> {
  const unlimited: string[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const found = await reader.rows(
      idRow,
      sql`select id from (
            select id from ticketing.offer where catalog_id = ${catalogId}
            union all select id from ticketing.session where catalog_id = ${catalogId}) known
          where id in (select value::uuid from jsonb_array_elements_text(
              ${json(ids.slice(start, start + idsAtOnce))}))
            and not exists (
              select from ticketing.counter
              where counter.catalog_id = ${catalogId} and counter.id = known.id and counter.capacity is not null)`,
    );
    for (const { id } of found) unlimited.push(id);
  }
  return unlimited;
}
