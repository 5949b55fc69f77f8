import { sql, type SQL } from 'drizzle-orm';

// Each is a look into the index `override_once` for one row, by its catalogue, so that the overrides of other catalogues cost
// nothing. `offset 0`: PostgreSQL must not read the overrides of all catalogues once instead, whatever it knows of the table.

const stopOf = (catalogId: SQL, subjects: SQL) => sql`exists (
  select from ticketing.catalog_override stop
  where stop.catalog_id = ${catalogId} and stop.kind = 'sales_stop' and stop.subject_id = any (${subjects}) offset 0)`;

/** `catalog` (a table alias) is not hidden. */
export const isListed = sql<boolean>`(not exists (
  select from ticketing.catalog_override hiding
  where hiding.catalog_id = catalog.id and hiding.kind = 'hidden' offset 0))`;

/** Staff have closed the sales of `session` (a table alias), or of its event. */
export const isSessionStopped = sql<boolean>`(${stopOf(
  sql`session.catalog_id`,
  sql`array[session.id, session.event_id]`,
)})`;

/** Staff have closed the sales of the product of `offer` (a table alias), or of an event that it gives access to. */
export const isOfferStopped = sql<boolean>`(${stopOf(
  sql`offer.catalog_id`,
  sql`offer.product_id || array(
    select included.event_id from ticketing.ticket included
    where included.catalog_id = offer.catalog_id and included.product_id = offer.product_id
      and included.retired_at is null)`,
)})`;

/** A join of `offer` (a table alias) with the price that staff have set for its day, as `priced`. */
export const withSetPrice: SQL = sql`left join lateral (
    select set_price.price, set_price.original_price, set_price.price_excl_tax
    from ticketing.catalog_override set_price
    where set_price.catalog_id = offer.catalog_id and set_price.kind = 'price'
      and set_price.subject_id = offer.product_id and set_price.from_day <= offer.day
    order by set_price.from_day desc limit 1) priced on true`;

/** The price in force of `offer`, joined by `withSetPrice`: the one that staff have set, else the issuer's. */
export const priceInForce = sql<string>`coalesce(priced.price, offer.price)`;
