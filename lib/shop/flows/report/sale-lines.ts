import { sql, type SQL } from 'drizzle-orm';
import type { Language } from '../../../locale/languages';
import { dayOf, type Period } from './period';
import { isInStep } from './read-in-steps';
import { givenBackWhere, refundsWhere } from './refunds';

const price = (item: SQL, name: string): SQL => sql`(${item}->>${sql.raw(`'${name}'`)})::numeric`;
const inclTax = (item: SQL): SQL => price(item, 'totalAmountInclTax');
const exclTax = (item: SQL): SQL => sql`coalesce(${price(item, 'totalAmountExclTax')}, ${inclTax(item)})`;
/** As a fraction: 0.2 is 20 %; null if the server does not say it. */
const rate = (item: SQL): SQL => sql`(${item}->>'vatRate')::numeric`;
const tickets = (item: SQL): SQL => sql`(${item}->>'quantity')::int`;

/**
 * By what lines are added up. Each column is an expression of the columns of a line; `ofOrders` are those that the fee of an order
 * has as well as its items.
 */
export interface Parts {
  ofOrders: Readonly<Record<string, SQL>>;
  ofItems: Readonly<Record<string, SQL>>;
  /** Of each part the greatest value, of texts. */
  greatest?: Readonly<Record<string, SQL>>;
  /** The language of `described` and `tickets`, if possible. Without it they are null. */
  described?: Language;
  /** Whether the amounts without tax are added up, too. Without it they are 0. */
  withoutTax?: boolean;
}

/**
 * The columns of a line; what does not apply is 0 or null. `position`: of the item in its order, from 1. `described`: the
 * descriptions of all items of the order; `tickets`: those of this item. `total`, `total_excl`: of an order, in one of its lines.
 */
const common = [
  'day',
  'channel',
  'catalog_id',
  'product',
  'reservation_id',
  'rate',
  'position',
  'described',
  'tickets',
];
const ofSales = ['orders', 'units', 'sold', 'total', 'sold_excl', 'total_excl'];
const ofReturns = ['cancelled', 'refunded', 'exchanged', 'refunded_excl', 'exchanged_excl'];

/** What is left of an order's total without its items: a fee, or less than 0 a discount. */
const ofFee: Readonly<Record<string, string>> = {
  orders: 'sum(orders)',
  sold: 'coalesce(sum(total), 0) - coalesce(sum(sold), 0)',
  sold_excl: 'coalesce(sum(total_excl), 0) - coalesce(sum(sold_excl), 0)',
};
const ofItem: Readonly<Record<string, string>> = { orders: '0 as orders' };

const raw = (names: readonly string[]): SQL => sql.raw(names.join(', '));

/**
 * What was sold, refunded and exchanged in a step of a period, as the rows of `lines` to add up: for each part of the items of
 * orders, for their fees and discounts, and for each product of a cancellation, or of money that was given back without one.
 * JSON takes most of the time: each order is read once, and only what is added up is taken from it.
 */
export function saleLines(period: Period, parts: Parts): SQL[] {
  const { ofOrders, ofItems, greatest = {}, described, withoutTax = false } = parts;
  const keys = Object.keys({ ...ofOrders, ...ofItems });
  const values = Object.entries({ ...ofOrders, ...ofItems, ...greatest }).map(
    ([name, value]) => sql`${value} as ${sql.raw(name)}`,
  );
  const greatestOf = Object.keys(greatest).map((name) => `max(${name} collate "C") as ${name}`);
  const added = (lines: SQL, columns: readonly string[]): SQL => {
    const summed = columns.filter((name) => withoutTax || !name.endsWith('_excl'));
    const sums = [...ofSales, ...ofReturns].map((name) =>
      summed.includes(name) ? `sum(${name}) as ${name}` : `0 as ${name}`,
    );
    // Without `offset 0` what was taken from JSON would be taken again for each sum.
    return sql`
      select ${raw([...keys, ...greatestOf, ...sums])} from (
        select ${sql.join([...values, raw(summed)], sql`, `)}
        from (${lines} offset 0) line (${raw([...common, ...columns])}) offset 0) valued
      group by ${raw(keys)}`;
  };
  const columns = [...ofSales, ...ofReturns].filter((name) => !name.startsWith('total'));
  return [
    sql`returned as (${refundsWhere(isInStep(sql`cancellation.created_at`))})`,
    sql`given as (${givenBackWhere(isInStep)})`,
    sql`parts as materialized (${added(itemLines(period, described), ofSales)}
      union all ${added(refundLines(period, described), ofReturns)})`,
    sql`lines as (
      select ${raw([...keys, ...Object.keys(greatest), ...columns.map((name) => ofItem[name] ?? name)])} from parts
      union all
      select ${raw([
        ...Object.keys(ofOrders),
        ...Object.keys({ ...ofItems, ...greatest }).map(() => 'null'),
        ...columns.map((name) => ofFee[name] ?? '0'),
      ])} from parts group by (${raw(Object.keys(ofOrders))}))`,
  ];
}

/** What describes the items of a reservation, as `hold_of.described`. Needs `one.reservation_id`. */
const descriptions = (language: Language | undefined): SQL =>
  language === undefined
    ? sql`cross join (select null::jsonb as described) hold_of`
    : sql`left join storefront.hold on hold.reservation_id = one.reservation_id
      cross join lateral (select coalesce(hold.descriptions->${language}::text,
        (select value from jsonb_each(hold.descriptions) limit 1)) as described offset 0) hold_of`;

/** What describes an item. Needs `described`, and `position` of the item. */
export const describedItem = sql`described->(position - 1)::int`;

/**
 * An order without items has one line. The rate of a fee is not known; an order's total without tax includes it. If that is not
 * said, the fee has no tax.
 */
function itemLines(period: Period, language: Language | undefined): SQL {
  const inFirst = (amount: SQL) => sql`case when position > 1 then 0 else ${amount} end`;
  return sql`
    select ${dayOf(sql`one.created_at`, period)}, checkout.channel, one.catalog_id, item->>'product', one.reservation_id,
      ${rate(sql`item`)}, position, hold_of.described, ${describedItem}->'tickets',
      ${inFirst(sql`1`)}, ${tickets(sql`item`)}, ${inclTax(sql`item`)}, ${inFirst(sql`order_total.incl`)},
      ${exclTax(sql`item`)}, case when order_total.excl is not null then ${inFirst(sql`order_total.excl`)}
        else ${inFirst(sql`order_total.incl`)} - coalesce(${inclTax(sql`item`)} - ${exclTax(sql`item`)}, 0) end
    from storefront.placed_order one
      left join storefront.checkout on checkout.id = one.checkout_id
      ${descriptions(language)}
      cross join lateral (select (one.data->>'totalAmountInclTax')::numeric as incl,
        (one.data->>'totalAmountExclTax')::numeric as excl offset 0) order_total
      left join lateral jsonb_array_elements(one.data->'items') with ordinality listed (item, position) on true
    where ${isInStep(sql`one.created_at`)}`;
}

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
function refundLines(period: Period, language: Language | undefined): SQL {
  return sql`
    select one.day, one.channel, one.catalog_id, one.product, one.reservation_id, one.rate, position,
      hold_of.described, ${describedItem}->'tickets', units, refund_part, exchanged_part,
      ${partExclTax(sql`refund_part`)}, ${partExclTax(sql`exchanged_part`)}
    from (
      select *, ${partOf(sql`amount`)} as refund_part, ${partOf(sql`exchanged`)} as exchanged_part
      from (
        ${weighted(period, sql`returned join storefront.placed_order placed on placed.id = returned.order_id`, cancelledItems)}
        union all
        ${weighted(period, sql`given as returned join storefront.placed_order placed on placed.checkout_id = returned.checkout_id`, allItems)}) weighted
      window before_and_this as (partition by id order by order_id, position)) one
      ${descriptions(language)}`;
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
