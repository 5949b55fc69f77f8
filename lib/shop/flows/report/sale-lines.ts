import { sql, type SQL } from 'drizzle-orm';
import { dayOf, type Period } from './period';
import { isInStep } from './read-in-steps';
import { givenBackWhere, refundsWhere } from './refunds';

const price = (item: SQL, name: string): SQL => sql`(${item}->>${sql.raw(`'${name}'`)})::numeric`;
const inclTax = (item: SQL): SQL => price(item, 'totalAmountInclTax');
const exclTax = (item: SQL): SQL => sql`coalesce(${price(item, 'totalAmountExclTax')}, ${inclTax(item)})`;
/** As a fraction: 0.2 is 20 %; null if the server does not say it. */
const rate = (item: SQL): SQL => sql`(${item}->>'vatRate')::numeric`;
const tickets = (item: SQL): SQL => sql`(${item}->>'quantity')::int`;

/** The columns of a line; what does not apply is 0 or null. `position`: of the item in its order, from 1. */
const columns = sql.raw(
  'day, channel, catalog_id, product, reservation_id, rate, orders, units, cancelled, sold, sold_excl, refunded, refunded_excl, exchanged, exchanged_excl, position',
);

/**
 * What was sold, refunded and exchanged in a step of a period, as the rows of `lines` to add up: for each item of an order, for
 * each order (its fee or discount), and for each product of a cancellation, or of money that was given back without one.
 */
export function saleLines(period: Period): SQL[] {
  return [
    sql`placed as (
      select one.id, one.catalog_id, one.reservation_id, one.data->'items' as items,
        (one.data->>'totalAmountInclTax')::numeric as incl, (one.data->>'totalAmountExclTax')::numeric as excl,
        checkout.channel, ${dayOf(sql`one.created_at`, period)} as day
      from storefront.placed_order one join storefront.checkout on checkout.id = one.checkout_id
      where ${isInStep(sql`one.created_at`)})`,
    sql`returned as (${refundsWhere(isInStep(sql`cancellation.created_at`))})`,
    sql`given as (${givenBackWhere(isInStep)})`,
    sql`lines (${columns}) as (
      ${itemLines}
      union all
      ${orderLines}
      union all
      ${refundLines(period)})`,
  ];
}

const itemLines = sql`
  select day, channel, catalog_id, item->>'product', reservation_id, ${rate(sql`item`)}, 0, ${tickets(sql`item`)}, 0,
    ${inclTax(sql`item`)}, ${exclTax(sql`item`)}, 0::numeric, 0::numeric, 0::numeric, 0::numeric, position
  from placed cross join lateral jsonb_array_elements(placed.items) with ordinality listed (item, position)`;

/** The rate of a fee is not known; an order's total without tax includes it. */
const orderLines = sql`
  select day, channel, catalog_id, null, null::uuid, null::numeric, 1, 0, 0, fee.incl, coalesce(fee.excl, fee.incl),
    0, 0, 0, 0, null
  from placed cross join lateral (
    select placed.incl - coalesce(sum(${inclTax(sql`item`)}), 0) as incl,
      placed.excl - coalesce(sum(${exclTax(sql`item`)}), 0) as excl
    from jsonb_array_elements(placed.items) item) fee`;

/**
 * An amount of a cancellation is divided among the products by the price of their cancelled tickets. Each part is the
 * difference of two rounded sums, so the parts are exactly the whole.
 */
function partOf(amount: SQL): SQL {
  const whole = sql`greatest(sum(weight) over (partition by id), 0.01)`;
  return sql`round(${amount} * sum(weight) over before_and_this / ${whole}, 2)
    - round(${amount} * (sum(weight) over before_and_this - weight) / ${whole}, 2)`;
}

/** A part of an amount without its tax. */
const partExclTax = (part: SQL): SQL =>
  sql`case when weight > 0 then round(${part} * weight_excl / weight, 2) else ${part} end`;

/** Of cancellations, and of money that was given back while the tickets stay valid, which is of all tickets of a purchase. */
function refundLines(period: Period): SQL {
  return sql`
    select day, channel, catalog_id, product, reservation_id, rate, 0, 0, units, 0, 0,
      refund_part, ${partExclTax(sql`refund_part`)}, exchanged_part, ${partExclTax(sql`exchanged_part`)}, position
    from (
      select *, ${partOf(sql`amount`)} as refund_part, ${partOf(sql`exchanged`)} as exchanged_part
      from (
        ${weighted(period, sql`returned join storefront.placed_order placed on placed.id = returned.order_id`, cancelledItems)}
        union all
        ${weighted(period, sql`given as returned join storefront.placed_order placed on placed.checkout_id = returned.checkout_id`, allItems)}) weighted
      window before_and_this as (partition by id order by order_id, position)) divided`;
}

function weighted(period: Period, source: SQL, itemsOf: SQL): SQL {
  return sql`select returned.id::text as id, placed.id as order_id, ${dayOf(sql`returned.at`, period)} as day,
      checkout.channel, placed.catalog_id,
      one_item.product, case when product is null then null else placed.reservation_id end as reservation_id,
      rate, coalesce(units, 0) as units, coalesce(nullif(weight, 0), 0.01) as weight,
      coalesce(nullif(weight_excl, 0), 0.01) as weight_excl, position, returned.amount, returned.exchanged
    from ${source}
      join storefront.checkout on checkout.id = placed.checkout_id
      left join lateral (${itemsOf}) one_item on true`;
}

/** The items of an order with cancelled tickets: how many units, and their price. */
const cancelledItems = sql`
  select item->>'product' as product, position, ${rate(sql`item`)} as rate,
    count(*)::int / greatest(jsonb_array_length(item->'offerTickets'), 1) as units,
    count(*) * ${inclTax(sql`item`)} / jsonb_array_length(item->'tickets') as weight,
    count(*) * ${exclTax(sql`item`)} / jsonb_array_length(item->'tickets') as weight_excl
  from jsonb_array_elements(placed.data->'items') with ordinality listed (item, position)
    cross join lateral jsonb_array_elements_text(coalesce(item->'tickets', '[]'::jsonb)) ticket
  where returned.tickets ? ticket
  group by item, position`;

/** All items of an order with their price; no unit of them is cancelled. */
const allItems = sql`
  select item->>'product' as product, position, ${rate(sql`item`)} as rate, 0 as units,
    ${inclTax(sql`item`)} as weight, ${exclTax(sql`item`)} as weight_excl
  from jsonb_array_elements(placed.data->'items') with ordinality listed (item, position)`;
