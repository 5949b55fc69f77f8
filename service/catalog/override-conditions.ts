import { sql, type SQL } from 'drizzle-orm';

// The subqueries do not refer to the outer statement, so PostgreSQL runs each once for a statement and not for each row.

const ofKind = (kind: 'sales_stop' | 'hidden') =>
  sql.raw(`select stop.subject_id from ticketing.catalog_override stop where stop.kind = '${kind}'`);

/** `catalog` (a table alias) is not hidden. */
export const isListed = sql<boolean>`(catalog.id not in (${ofKind('hidden')}))`;

/** Staff have closed the sales of `session` (a table alias), or of its event. */
export const isSessionStopped = sql<boolean>`(session.id in (${ofKind('sales_stop')})
  or session.event_id in (${ofKind('sales_stop')}))`;

/** Staff have closed the sales of the product of `offer` (a table alias), or of an event that it gives access to. */
export const isOfferStopped = sql<boolean>`(offer.product_id in (${ofKind('sales_stop')}
  union all
  select included.product_id from ticketing.catalog_override stop
  join ticketing.ticket included on included.catalog_id = stop.catalog_id and included.event_id = stop.subject_id
    and included.retired_at is null
  where stop.kind = 'sales_stop'))`;

/** A join of `offer` (a table alias) with the price that staff have set for its day, as `priced`. */
export const withSetPrice: SQL = sql`left join (
    select set_price.subject_id, set_price.from_day, set_price.price, set_price.original_price,
      set_price.price_excl_tax, lead(set_price.from_day) over (
        partition by set_price.subject_id order by set_price.from_day) as until_day
    from ticketing.catalog_override set_price where set_price.kind = 'price') priced
  on priced.subject_id = offer.product_id and offer.day >= priced.from_day
    and (priced.until_day is null or offer.day < priced.until_day)`;

/** The price in force of `offer`, joined by `withSetPrice`: the one that staff have set, else the issuer's. */
export const priceInForce = sql<string>`coalesce(priced.price, offer.price)`;
