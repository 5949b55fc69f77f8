import { sql, type SQL } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns, type RowOf } from '@/lib/database/row-columns';
import { unitsLeft } from '../availability/counts';
import { sessionOnSale } from '../session/on-sale';
import { offerTable } from './offer-table';

/** On sale at this moment, by the database's clock. */
const offerOnSale = sql<boolean>`((offer.sale_starts_at is null or offer.sale_starts_at <= clock_timestamp())
  and offer.sale_ends_at > clock_timestamp())`;

/**
 * How many of an offer can be sold: what its own counter has left, and no more than the sessions of any of its
 * tickets have left together. `least` ignores null, which is unlimited.
 */
const sellable = sql<number | null>`
  case when not ${offerOnSale} then 0 else least(
    (select ${unitsLeft(sql`counter`)} from ticketing.counter
      where counter.catalog_id = offer.catalog_id and counter.id = offer.id),
    (select min(of_ticket.units) from (
      select case when bool_or(session.id is not null and counter.capacity is null) then null
                  else coalesce(sum(${unitsLeft(sql`counter`)}), 0) end as units
      from ticketing.ticket
      left join ticketing.session on session.catalog_id = ticket.catalog_id
        and session.event_id = ticket.event_id and session.day = offer.day
        and (ticket.tag is null or ticket.tag = session.tag)
        and session.retired_at is null and ${sessionOnSale}
      left join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id
      where ticket.catalog_id = offer.catalog_id and ticket.product_id = offer.product_id
        and ticket.retired_at is null and not ticket.date_access
      group by ticket.id) of_ticket))::int end`;

const { day: date, ...stored } = columnsExcept(offerTable, ['key', 'retiredAt']);
const listed = { ...stored, date };
/** `availableQuantity`: null is unlimited. */
const withAvailability = { ...listed, onSale: offerOnSale, availableQuantity: sellable };

export type ListedOffer = RowOf<typeof listed>;
export type StoredOffer = RowOf<typeof withAvailability>;

const listedColumns = rowColumns(listed);
const columns = rowColumns(withAvailability);
const dayColumn = rowColumns({ day: date });

/** One offer that is not retired, or null. Without a catalogue it is searched in all. */
export async function findOffer(reader: Reader, id: string, catalogId?: string): Promise<StoredOffer | null> {
  const within = catalogId === undefined ? sql`true` : sql`offer.catalog_id = ${catalogId}`;
  const [found] = await reader.read(
    columns,
    sql`from ticketing.offer
        where offer.id = ${id} and ${within} and offer.retired_at is null`,
  );
  return found ?? null;
}

/** Offers by id, in no particular order, without their availability. */
export async function offersById(reader: Reader, ids: readonly string[]): Promise<ListedOffer[]> {
  if (ids.length === 0) return [];
  return reader.read(
    listedColumns,
    sql`from ticketing.offer where ${isOneOf(stored.id, ids)} and offer.retired_at is null`,
  );
}

/** The condition that an offer gives access to a session. */
export function givesAccessTo(sessionId: string): SQL {
  return sql`exists (
    select from ticketing.session
    join ticketing.ticket on ticket.catalog_id = session.catalog_id and ticket.event_id = session.event_id
    where session.catalog_id = offer.catalog_id and session.id = ${sessionId} and session.retired_at is null
      and session.status = 'scheduled' and session.day = offer.day and ticket.product_id = offer.product_id and ticket.retired_at is null
      and (ticket.tag is null or ticket.tag = session.tag))`;
}

/** The condition that an offer is of a variant of one product. */
export function isVariantOf(productBaseId: string): SQL {
  return sql`(offer.catalog_id, offer.product_id) in (
    select catalog_id, id from ticketing.product
    where product_base_id = ${productBaseId} and retired_at is null)`;
}

interface OfferPage {
  skip: number;
  size: number;
  descending: boolean;
  /** Within a day in the order of the products in the issuer's feed; without it in no particular order. */
  inFeedOrder?: boolean;
}

const productPosition = sql`(select product.position from ticketing.product
  where product.catalog_id = offer.catalog_id and product.id = offer.product_id)`;

/** One page of offers by date, and how many there are. */
export async function pageOfOffers(
  reader: Reader,
  condition: SQL,
  { skip, size, descending, inFeedOrder = false }: OfferPage,
): Promise<{ total: number; offers: StoredOffer[] }> {
  const direction = descending ? sql`desc` : sql`asc`;
  const ofDay = inFeedOrder ? sql`${productPosition}, offer.id` : sql`offer.id ${direction}`;
  const { total, rows: offers } = await readPage(reader, columns, {
    from: sql`ticketing.offer`,
    where: sql`${condition} and offer.retired_at is null`,
    sortedBy: sql`offer.day ${direction}, ${ofDay}`,
    skip,
    size,
  });
  return { total, offers };
}

/** The day of an offer, YYYY-MM-DD, also if it is retired. */
export async function offerDay(reader: Reader, catalogId: string, id: string): Promise<string> {
  const [found] = await reader.read(
    dayColumn,
    sql`from ticketing.offer where catalog_id = ${catalogId} and id = ${id}`,
  );
  if (found === undefined) throw new Error(`there is no offer ${id}`);
  return found.day;
}
