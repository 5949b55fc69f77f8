import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedFeed } from '@/lib/contract/feed';
import { json, type Reader, type Transaction } from '@/lib/database/database';
import { feedLanguages } from './feed-rows';

/** What an import did to the rows of one kind. */
export interface Changes {
  added: number;
  changed: number;
  retired: number;
  unchanged: number;
}

/** The columns of each kind that a feed fills, in an order in which references point backwards. */
const tables = {
  form: { code: 'text', fields: 'jsonb' },
  event: {
    key: 'text',
    position: 'int',
    name: 'jsonb',
    description: 'jsonb',
    image: 'jsonb',
    venue: 'jsonb',
  },
  session: {
    event_id: 'uuid',
    key: 'text',
    occurs_at: 'timestamptz',
    day: 'date',
    duration: 'text',
    name: 'jsonb',
    description: 'jsonb',
    status: 'text',
    sale_starts_at: 'timestamptz',
    sale_ends_at: 'timestamptz',
    tag: 'text',
  },
  product: {
    key: 'text',
    position: 'int',
    name: 'jsonb',
    description: 'jsonb',
    image: 'jsonb',
    product_base_id: 'uuid',
    vat_rate: 'numeric',
    realtime_price_required: 'boolean',
    form_ids: 'jsonb',
  },
  ticket: {
    product_id: 'uuid',
    event_id: 'uuid',
    key: 'text',
    position: 'int',
    name: 'jsonb',
    description: 'jsonb',
    date_access: 'boolean',
    tag: 'text',
  },
  offer: {
    product_id: 'uuid',
    key: 'text',
    day: 'date',
    price: 'numeric',
    original_price: 'numeric',
    price_excl_tax: 'numeric',
    sale_starts_at: 'timestamptz',
    sale_ends_at: 'timestamptz',
  },
} as const;

export type Kind = keyof typeof tables;
export const kinds = Object.keys(tables) as Kind[];

/** Adds or updates the catalogue itself. Its row lock makes a second import of the same catalogue wait. */
export async function upsertCatalog(
  transaction: Transaction,
  id: string,
  organizationId: string,
  feed: ParsedFeed,
): Promise<void> {
  const { key, name, language, timezone, issuer, priceSource } = feed.catalog;
  const source = priceSource === null ? sql`null` : json(priceSource);
  await transaction.run(
    sql`insert into ticketing.catalog
          (id, organization_id, key, name, language, languages, timezone, issuer, price_source, imported_at,
          synced_at)
        values (${id}, ${organizationId}, ${key}, ${json(name)}, ${language}, ${json(feedLanguages(feed))},
          ${timezone}, ${json(issuer)}, ${source}, clock_timestamp(), clock_timestamp())
        on conflict (id) do update set name = excluded.name, language = excluded.language,
          languages = excluded.languages, timezone = excluded.timezone, issuer = excluded.issuer,
          price_source = excluded.price_source, synced_at = excluded.synced_at`,
  );
}

const upsertedRow = z.object({ added: z.int(), changed: z.int() });

// A statement with this many is planned once and sent in one go, and others are served between two of them.
const rowsPerStatement = 500;

/** Makes the rows of one kind what the feed says: adds, changes only what differs, and retires what is gone. */
export async function replaceRows(
  transaction: Transaction,
  kind: Kind,
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
  kind: Kind,
  catalogId: string,
  rows: readonly { id: string }[],
): Promise<{ added: number; changed: number }> {
  const columns = Object.entries(tables[kind]);
  const names = columns.map(([name]) => name).join(', ');
  const list = (write: (name: string) => string) => sql.raw(columns.map(([name]) => write(name)).join(', '));
  const table = sql.raw(`ticketing.${kind}`);
  const recordset = sql.raw(`(id uuid, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`);
  const [upserted] = await transaction.write(
    upsertedRow,
    sql`with written as (
          insert into ${table} as old (catalog_id, id, ${sql.raw(names)})
          select ${catalogId}::uuid, id, ${sql.raw(names)} from jsonb_to_recordset(${json(rows)}) as new ${recordset}
          on conflict (catalog_id, id) do update
            set retired_at = null, ${list((name) => `${name} = excluded.${name}`)}
            where old.retired_at is not null
              or (${list((name) => `old.${name}`)}) is distinct from (${list((name) => `excluded.${name}`)})
          returning (xmax = 0) as is_new)
        select count(*) filter (where is_new)::int as added,
          count(*) filter (where not is_new)::int as changed from written`,
  );
  return upserted ?? { added: 0, changed: 0 };
}

/** Identifiers that begin with `prefix`: all of a feed that do. */
interface IdPart {
  prefix: string;
  ids: string[];
}

// To write a list of many more identifiers at once would keep others waiting.
const idsPerStatement = 2000;
const idsAtOnce = 20_000;

/** The identifiers of rows in parts that cover all identifiers that there can be: one, or 256 of a long feed. */
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
  kind: Kind,
  catalogId: string,
  { prefix, ids }: IdPart,
): Promise<number> {
  const table = sql.raw(`ticketing.${kind}`);
  const [least, most] = [leastId, mostId].map((end) => prefix + end.slice(prefix.length));
  // `not in`, because it is always looked up in a hash; a join would be planned for a hundred ids.
  return transaction.run(
    sql`update ${table} set retired_at = clock_timestamp()
        where catalog_id = ${catalogId} and retired_at is null and id between ${least}::uuid and ${most}::uuid
          and id not in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
}

const idRow = z.object({ id: z.string() });

/** Which of these offers and sessions are there already without a limit. */
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
