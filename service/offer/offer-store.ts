import { sql, type SQL } from 'drizzle-orm';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns, type RowOf } from '@/lib/database/row-columns';
import { unitsForDesk, unitsLeft, unitsUnsold } from '../availability/counts';
import { byCatalog, catalogOf } from '../ids/catalog-id';
import { isOfferStopped, isOfferStoppedIn, priceInForce, withSetPrice } from '../catalog/override-conditions';
import { canBeChosen, lastSaleEnd, takesPlace } from '../session/on-sale';
import { offerTable } from './offer-table';

/** Within the time of its sale, by the database's clock, and not closed by staff. */
export const offerOnSaleIn = (
  catalogId: SQL,
) => sql<boolean>`((offer.sale_starts_at is null or offer.sale_starts_at <= statement_timestamp())
  and offer.sale_ends_at > statement_timestamp() and not ${isOfferStoppedIn(catalogId)})`;

const offerOnSale = offerOnSaleIn(sql`offer.catalog_id`);

/** Units of all sessions of a ticket; null is unlimited. */
const ofSessions = (
  units: SQL,
) => sql`case when bool_or(session.id is not null and counter.capacity is null) then null
  else coalesce(sum(${units}), 0) end`;
const [left, unsold, forDesk] = [
  unitsLeft(sql`counter`),
  unitsUnsold(sql`counter`),
  unitsForDesk(sql`counter`),
];

/**
 * How many of an offer can be sold, how many are not sold, how many a sales desk can sell, and whether it is on sale: a session can
 * be chosen for each of its tickets that needs one. The numbers are what its own counter has, and no more than the sessions of any of its tickets
 * have together. `least` and `min` ignore null, which is unlimited. All are one value, so that the sessions are read once.
 */
const stock = sql<
  readonly [left: number | null, unsold: number | null, atDesk: number | null, isOnSale: boolean]
>`
  case when not ${offerOnSale} then '[0, 0, 0, false]'::jsonb else (
    select jsonb_build_array(
      least(min(own.units_left), min(of_ticket.units_left)), least(min(own.unsold), min(of_ticket.unsold)),
      least(min(own.units_left) + min(own.for_desk), min(of_ticket.units_left + of_ticket.for_desk)),
      coalesce(bool_and(of_ticket.has_session), true))
    from (select 1) one
    left join (
      select ${left} as units_left, ${unsold} as unsold, ${forDesk} as for_desk from ticketing.counter
      where counter.catalog_id = offer.catalog_id and counter.id = offer.id) own on true
    left join (
      select ${ofSessions(left)} as units_left, ${ofSessions(unsold)} as unsold,
        coalesce(sum(${forDesk}), 0) as for_desk,
        count(session.id) > 0 as has_session
      from ticketing.ticket
      left join ticketing.session on ${canBeChosen(sql`offer.day`)}
      left join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id
      where ticket.catalog_id = offer.catalog_id and ticket.product_id = offer.product_id
        and ticket.retired_at is null and not ticket.date_access
      group by ticket.id) of_ticket on true) end`;

/**
 * The latest moment at which something of an offer can be bought: each of its tickets needs a session. `least` and `min`
 * ignore null, of tickets without sessions.
 */
const saleEndsAt = sql<Date>`least(offer.sale_ends_at, (
  select min(of_ticket.sale_ends_at) from (
    select ${lastSaleEnd} as sale_ends_at from ticketing.ticket
    join ticketing.session on ${takesPlace(sql`offer.day`)}
    where ticket.catalog_id = offer.catalog_id and ticket.product_id = offer.product_id
      and ticket.retired_at is null and not ticket.date_access
    group by ticket.id) of_ticket))`;

const { day: date, ...stored } = columnsExcept(offerTable, ['key', 'retiredAt']);
/** With the prices in force; read from `tables`. */
const listed = {
  ...stored,
  date,
  price: priceInForce,
  originalPrice: sql<string>`coalesce(priced.original_price, offer.original_price)`,
  // The issuer's amount without tax belongs to the issuer's price.
  priceExclTax: sql<string | null>`case
    when priced.price is null then offer.price_excl_tax else priced.price_excl_tax end`,
  /** Staff have closed its sales. */
  stopped: isOfferStopped,
};
const tables = sql`ticketing.offer ${withSetPrice}`;
const withStock = { ...listed, saleEndsAt, stock };

export type ListedOffer = RowOf<typeof listed>;
export type StoredOffer = Omit<RowOf<typeof withStock>, 'stock'> & {
  /** Null is unlimited. */
  availableQuantity: number | null;
  /** None is left, but some are held by others who have not paid. */
  mayReturn: boolean;
  /** How many more a sales desk can sell. */
  counterOnly: number;
  /** It can be held as far as units are left. */
  isOnSale: boolean;
};

function storedOffer({
  stock: [available, notSold, atDesk, isOnSale],
  ...offer
}: RowOf<typeof withStock>): StoredOffer {
  const mayReturn = available === 0 && notSold !== 0;
  const counterOnly = (atDesk ?? 0) - (available ?? 0);
  return { ...offer, availableQuantity: available, mayReturn, counterOnly, isOnSale };
}

const listedColumns = rowColumns(listed);
const columns = rowColumns(withStock);
const dayColumn = rowColumns({ day: date });

/** One offer that is not retired, or null. */
export async function findOffer(reader: Reader, catalogId: string, id: string): Promise<StoredOffer | null> {
  const [found] = await reader.read(
    columns,
    sql`from ${tables}
        where offer.catalog_id = ${catalogId} and offer.id = ${id} and offer.retired_at is null`,
  );
  return found === undefined ? null : storedOffer(found);
}

/**
 * Offers by id, in no particular order, without their availability. An array, because PostgreSQL would join a list with all
 * offers of the catalogue while it knows nothing of the table.
 */
export async function offersById(reader: Reader, ids: readonly string[]): Promise<ListedOffer[]> {
  const found = await Promise.all(
    byCatalog(ids, catalogOf).map(([catalogId, own]) =>
      reader.read(
        listedColumns,
        sql`from ${tables} where offer.catalog_id = ${catalogId}
            and offer.id = any (array${boundIds(own)}) and offer.retired_at is null`,
      ),
    ),
  );
  return found.flat();
}

/** The condition that an offer gives access to a session that can be chosen. */
export function givesAccessTo(sessionId: string): SQL {
  return sql`exists (
    select from ticketing.session
    join ticketing.ticket on ${canBeChosen(sql`offer.day`)}
    where session.catalog_id = offer.catalog_id and session.id = ${sessionId}
      and ticket.product_id = offer.product_id and ticket.retired_at is null)`;
}

/** The condition that an offer is of a variant of one product. */
export function isVariantOf(productBaseId: string): SQL {
  return sql`(offer.catalog_id, offer.product_id) in (
    select catalog_id, id from ticketing.product
    where product_base_id = ${productBaseId} and retired_at is null
      and catalog_id in (select catalog.id from ticketing.catalog where not hidden))`;
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
  const { total, rows } = await readPage(reader, columns, {
    from: tables,
    counted: sql`ticketing.offer`,
    where: sql`${condition} and offer.retired_at is null`,
    sortedBy: sql`offer.day ${direction}, ${ofDay}`,
    skip,
    size,
  });
  return { total, offers: rows.map(storedOffer) };
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
