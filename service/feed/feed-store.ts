import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Maintainer } from '@/lib/contract/catalog-draft';
import type { ParsedFeed } from '@/lib/contract/feed';
import type { ChangedThing, FeedImport, FeedKind } from '@/lib/contract/feed-import';
import type { Transaction } from '@/lib/database/database';
import { isCatalogOf } from '../catalog/catalog-store';
import { catalogTable } from '../catalog/catalog-table';
import { InvalidRequest } from '../http/problem';
import { jsonPath } from '../http/violations';
import { feedLanguages } from './feed-rows';
import { feedColumns, feedTables } from './feed-tables';

/** The result of an import for the rows of one kind. */
export type Changes = FeedImport[FeedKind];

/** A row that an import added, changed or retired. */
export type ChangedRow = z.infer<typeof changedRow> & { change: ChangedThing['change'] };

/**
 * Adds or updates the catalogue itself. Its row lock makes a second import of the same catalogue wait. Throws 422 if another
 * catalogue has its id by chance, or if somebody else maintains it: a feed would undo what people did, and the other way round.
 */
export async function upsertCatalog(
  transaction: Transaction,
  { id, organizationId, maintainer }: { id: string; organizationId: string; maintainer: Maintainer },
  { feed, seatPlans }: { feed: ParsedFeed; seatPlans: readonly { id: string }[] },
): Promise<void> {
  const { key, name, language, timezone, issuer, priceSource, accent } = feed.catalog;
  const changed = {
    name,
    language,
    languages: feedLanguages(feed),
    timezone,
    issuer,
    priceSource,
    accent,
    seatPlanIds: seatPlans.map((plan) => plan.id),
  };
  const now = sql`statement_timestamp()`;
  const written = await transaction.db
    .insert(catalogTable)
    .values({ ...changed, id, organizationId, maintainer, key, importedAt: now, syncedAt: now })
    .onConflictDoUpdate({
      target: catalogTable.id,
      set: { ...changed, syncedAt: sql`excluded.synced_at` },
      setWhere: sql`catalog.organization_id = ${organizationId} and catalog.key = ${key}
        and catalog.maintainer = ${maintainer}`,
    })
    .returning({ id: catalogTable.id });
  if (written.length > 0) return;
  const isOwn = await isCatalogOf(transaction, organizationId, { id, key });
  const others = maintainer === 'feed' ? 'peopleMaintain' : 'feedsMaintain';
  throw new InvalidRequest([
    { path: jsonPath(['catalog', 'key']), code: 'unique', messageKey: isOwn ? others : 'otherKey' },
  ]);
}

// What a difference tells of a row; members that a kind does not have are null.
const rowFacts = z
  .object({
    price: z.string().nullable(),
    occursAt: z.string().nullable(),
    status: z.string().nullable(),
    isRetired: z.boolean(),
  })
  .nullable();
const changedRow = z.object({
  id: z.string(),
  before: rowFacts,
  after: rowFacts,
  /** The columns that differ. */
  members: z.array(z.string()),
});
const upsertedRow = changedRow.extend({ isNew: z.boolean() });

/**
 * `row` (a table alias) as `rowFacts`; `retired`: whether it was. A numeric becomes a text, because JSON numbers have no
 * trailing zeros.
 */
function factsOf(kind: FeedKind, row: string, retired = 'false'): SQL {
  const member = (of: FeedKind, column: string) => (kind === of ? `${row}.${column}` : 'null');
  return sql.raw(`jsonb_build_object('price', ${member('offer', 'price')}::text,
    'occursAt', ${member('session', 'occurs_at')}, 'status', ${member('session', 'status')},
    'isRetired', ${retired})`);
}

// A statement with this many rows is planned once and sent at once, and other requests are served between two
// statements.
const rowsPerStatement = 500;

/**
 * Makes the rows of one kind equal to the feed: adds new ones, changes only those that differ, and retires missing
 * ones. `note` is called for each of them.
 */
export async function replaceRows(
  transaction: Transaction,
  kind: FeedKind,
  { catalogId, rows }: { catalogId: string; rows: readonly { id: string }[] },
  note: (row: ChangedRow) => void,
): Promise<Changes> {
  const counts = { added: 0, changed: 0, retired: 0 };
  const count = (row: ChangedRow) => {
    counts[row.change] += 1;
    note(row);
  };
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = rows.slice(start, start + rowsPerStatement);
    for (const { isNew, ...row } of await upsertRows(transaction, kind, catalogId, part))
      count({ ...row, change: isNew ? 'added' : 'changed' });
  }
  for (const part of idParts(rows, await countRows(transaction, kind, catalogId))) {
    for (const row of await retireOthers(transaction, kind, catalogId, part))
      count({ ...row, change: 'retired' });
  }
  return { ...counts, unchanged: rows.length - counts.added - counts.changed };
}

function upsertRows(
  transaction: Transaction,
  kind: FeedKind,
  catalogId: string,
  rows: readonly { id: string }[],
): Promise<z.infer<typeof upsertedRow>[]> {
  const { names, members, from } = feedColumns(kind);
  const list = (write: (name: string) => string, some = names) => sql.raw(some.map(write).join(', '));
  // An UPDATE that names a column of a key takes a stronger lock.
  const changing = names.filter((name) => name !== 'id');
  const differing = list(
    (name) => `case when earlier.${name} is distinct from written.${name} then '${name}' end`,
    changing,
  );
  // Citus runs the parts one after the other, so what was there before is read first.
  return transaction.write(
    upsertedRow,
    sql`with earlier as materialized (
          select * from ${feedTables[kind]}
          where catalog_id = ${catalogId} and id in ${boundIds(rows.map(({ id }) => id))}),
        written as (
          insert into ${feedTables[kind]} as old (catalog_id, ${list((name) => name)})
          select ${catalogId}::uuid, ${members} from ${from(rows)}
          on conflict (catalog_id, id) do update
            set retired_at = null, ${list((name) => `${name} = excluded.${name}`, changing)}
            where old.retired_at is not null
              or (${list((name) => `old.${name}`, changing)}) is distinct from (${list((name) => `excluded.${name}`, changing)})
          returning (xmax = 0) as is_new, ${list((name) => `old.${name}`)})
        select written.id, written.is_new as "isNew",
          case when earlier.id is not null then ${factsOf(kind, 'earlier', 'earlier.retired_at is not null')} end as before,
          ${factsOf(kind, 'written')} as after,
          case when earlier.id is null then '[]'::jsonb
            else to_jsonb(array_remove(array[${differing}]::text[], null)) end as members
        from written left join earlier on earlier.id = written.id`,
  );
}

/** All identifiers of a feed that begin with `prefix`. */
interface IdPart {
  prefix: string;
  ids: string[];
}

// Writing a list of many more identifiers at once would delay other requests.
const idsPerStatement = 2000;

async function countRows(transaction: Transaction, kind: FeedKind, catalogId: string): Promise<number> {
  const [row] = await transaction.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from ${feedTables[kind]} where catalog_id = ${catalogId} and retired_at is null`,
  );
  return row?.count ?? 0;
}

/**
 * The identifiers of rows, in parts that together cover all possible identifiers: one part, or 16 or 256 for a long feed,
 * so that their number does not grow faster than the feed, and for a catalogue that had many rows (`known`), all of which may
 * be retired.
 */
function idParts(rows: readonly { id: string }[], known: number): IdPart[] {
  const most = Math.max(rows.length, known);
  const digits = [0, 1].find((count) => most <= 16 ** count * idsPerStatement) ?? 2;
  const parts = Array.from({ length: 16 ** digits }, (_, i): IdPart => {
    return { prefix: digits === 0 ? '' : i.toString(16).padStart(digits, '0'), ids: [] };
  });
  for (const { id } of rows) parts[digits === 0 ? 0 : Number.parseInt(id.slice(0, digits), 16)]?.ids.push(id);
  return parts;
}

const [leastId, mostId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

function retireOthers(
  transaction: Transaction,
  kind: FeedKind,
  catalogId: string,
  { prefix, ids }: IdPart,
): Promise<z.infer<typeof changedRow>[]> {
  const [least, most] = [leastId, mostId].map((end) => prefix + end.slice(prefix.length));
  // `not in`, because PostgreSQL always uses a hash for it; a join would be planned for a hundred ids.
  return transaction.write(
    changedRow,
    sql`with gone as (
          update ${feedTables[kind]} one set retired_at = statement_timestamp()
          where catalog_id = ${catalogId} and retired_at is null and id between ${least}::uuid and ${most}::uuid
            and id not in ${boundIds(ids)}
          returning one.*)
        select id, ${factsOf(kind, 'gone')} as before, null::jsonb as after, '[]'::jsonb as members from gone`,
  );
}
