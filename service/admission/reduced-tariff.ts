import { sql, type SQL } from 'drizzle-orm';

/** What the tickets of a product admit to. */
const admitted = (product: SQL) => sql`(
  select jsonb_agg(distinct jsonb_build_array(event_id, date_access, tag, zone)) from ticketing.ticket
  where catalog_id = ${product}.catalog_id and product_id = ${product}.id)`;

/**
 * Whether the product of a ticket is a reduced tariff on a day: another product that admits to the same, in the same
 * group if it has one, has a higher price before discounts (decision 99). What is not in the feed any more counts, because
 * tickets of it were sold.
 */
export const isReduced = (day: SQL): SQL<boolean> => sql<boolean>`exists (
  select from ticketing.offer own
  join ticketing.offer dearer on dearer.catalog_id = own.catalog_id and dearer.day = own.day
    and dearer.original_price > own.original_price
  join ticketing.product other on other.catalog_id = dearer.catalog_id and other.id = dearer.product_id
  where own.catalog_id = product.catalog_id and own.product_id = product.id and own.day = ${day}
    and (product.product_base_id is null or other.product_base_id = product.product_base_id)
    and ${admitted(sql`other`)} = ${admitted(sql`product`)})`;
