import { sql, type SQL } from 'drizzle-orm';

// Each is a look into the index `override_once` for one row, by its catalogue, so that the overrides of other catalogues cost
// nothing. `offset 0`: PostgreSQL must not read the overrides of all catalogues once instead, whatever it knows of the table.

const stopOf = (catalogId: SQL, subjects: SQL) => sql`exists (
  select from ticketing.catalog_override stop
  where stop.catalog_id = ${catalogId} and stop.kind = 'sales_stop' and stop.subject_id = any (${subjects}) offset 0)`;

/** Staff have closed the sales of `session` (a table alias) of a catalogue, or of its event. */
export const isSessionStoppedIn = (catalogId: SQL) =>
  sql<boolean>`(${stopOf(catalogId, sql`array[session.id, session.event_id]`)})`;

export const isSessionStopped = isSessionStoppedIn(sql`session.catalog_id`);

/** Staff have closed the sales of the product of `offer` (a table alias) of a catalogue, or of an event that it gives access to. */
export const isOfferStoppedIn = (catalogId: SQL) =>
  sql<boolean>`(${stopOf(
    catalogId,
    sql`offer.product_id || array(
      select included.event_id from ticketing.ticket included
      where included.catalog_id = ${catalogId} and included.product_id = offer.product_id
        and included.retired_at is null)`,
  )})`;

export const isOfferStopped = isOfferStoppedIn(sql`offer.catalog_id`);

/** A join of `offer` (a table alias) of a catalogue with the price that staff have set for its day, as `priced`. */
export const withSetPriceIn = (catalogId: SQL) => sql`left join lateral (
    select set_price.price, set_price.original_price, set_price.price_excl_tax
    from ticketing.catalog_override set_price
    where set_price.catalog_id = ${catalogId} and set_price.kind = 'price'
      and set_price.subject_id = offer.product_id and set_price.from_day <= offer.day
    order by set_price.from_day desc limit 1) priced on true`;

export const withSetPrice = withSetPriceIn(sql`offer.catalog_id`);

/** The price in force of `offer`, joined by `withSetPrice`: the one that staff have set, else the issuer's. */
export const priceInForce = sql<string>`coalesce(priced.price, offer.price)`;
