import { sql } from 'drizzle-orm';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { columnsExcept, rowColumns } from '@/lib/database/row-columns';
import { catalogTable } from '../catalog/catalog-table';
import { eventTable } from '../event/event-table';
import { formTable } from '../form/form-table';
import { offerTable } from '../offer/offer-table';
import { productTable, ticketTable } from '../product/product-table';
import { seatPlanTable } from '../seat/seat-plan-table';
import { sessionTable } from '../session/session-table';

const { key, name, language, timezone, issuer, priceSource, accent, seatPlanIds } = catalogTable;
const catalogColumns = rowColumns({
  key,
  name,
  language,
  timezone,
  issuer,
  priceSource,
  accent,
  seatPlanIds,
  version: sql<string>`catalog.synced_at::text || '/' || catalog.revision`,
});
const formColumns = rowColumns(columnsExcept(formTable, ['catalogId', 'retiredAt']));
const planColumns = rowColumns({ id: seatPlanTable.id, plan: seatPlanTable.plan });
const eventColumns = rowColumns(columnsExcept(eventTable, ['catalogId', 'position', 'retiredAt']));
const productColumns = rowColumns(columnsExcept(productTable, ['catalogId', 'position', 'retiredAt']));
const ticketColumns = rowColumns(columnsExcept(ticketTable, ['catalogId', 'id', 'position', 'retiredAt']));

// What staff have set is not of the feed: the override keeps what the feed says.
const limits = {
  capacity: sql<
    number | null
  >`case when override.id is null then counter.capacity else override.feed_capacity end`,
  saleLimit: sql<
    number | null
  >`case when override.id is null then counter.sale_limit else override.feed_sale_limit end`,
};
const withLimits = (table: 'session' | 'offer') =>
  sql.raw(`left join ticketing.counter on counter.catalog_id = ${table}.catalog_id and counter.id = ${table}.id
    left join ticketing.catalog_override override on override.catalog_id = ${table}.catalog_id
      and override.kind = 'capacity' and override.subject_id = ${table}.id`);
const sessionColumns = rowColumns({
  ...columnsExcept(sessionTable, ['catalogId', 'id', 'day', 'retiredAt']),
  ...limits,
});
const offerColumns = rowColumns({
  ...columnsExcept(offerTable, ['catalogId', 'id', 'key', 'pricedAt', 'retiredAt']),
  ...limits,
});

export type CatalogRows = NonNullable<Awaited<ReturnType<typeof readOnce>>>;

const mostReads = 5;

/**
 * All that a feed has said about a catalogue and that is still so; null if there is no such catalogue. Nine statements, whatever
 * the catalogue has. If an import commits between them, all is read again, so that the rows are of one moment.
 */
export async function readCatalogRows(reader: Reader, catalogId: string): Promise<CatalogRows | null> {
  for (let reads = 0; reads < mostReads; reads += 1) {
    const rows = await readOnce(reader, catalogId);
    if (rows === null) return null;
    const [after] = await readCatalog(reader, catalogId);
    if (after?.version === rows.catalog.version) return rows;
  }
  throw new Error(`the catalogue ${catalogId} is imported all the time`);
}

const readCatalog = (reader: Reader, id: string) =>
  reader.read(catalogColumns, sql`from ticketing.catalog where id = ${id}`);

async function readOnce(reader: Reader, catalogId: string) {
  const [catalog] = await readCatalog(reader, catalogId);
  if (catalog === undefined) return null;
  const current = (table: string) =>
    sql`${sql.raw(table)}.catalog_id = ${catalogId} and ${sql.raw(table)}.retired_at is null`;
  return {
    catalog,
    forms: await reader.read(formColumns, sql`from ticketing.form where ${current('form')}`),
    // Of a catalogue that was imported before its plans were kept, those that sessions have are known.
    seatPlans: await reader.read(
      planColumns,
      sql`from ticketing.seat_plan where catalog_id = ${catalogId} and (id in ${boundIds(catalog.seatPlanIds)}
          or id in (select seat_plan_id from ticketing.session where ${current('session')}))`,
    ),
    events: await reader.read(
      eventColumns,
      sql`from ticketing.event where ${current('event')} order by position, id`,
    ),
    sessions: await reader.read(
      sessionColumns,
      sql`from ticketing.session ${withLimits('session')} where ${current('session')}`,
    ),
    products: await reader.read(
      productColumns,
      sql`from ticketing.product where ${current('product')} order by position, id`,
    ),
    tickets: await reader.read(
      ticketColumns,
      sql`from ticketing.ticket where ${current('ticket')} order by position, id`,
    ),
    offers: await reader.read(
      offerColumns,
      sql`from ticketing.offer ${withLimits('offer')} where ${current('offer')}`,
    ),
  };
}
