import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { compareAmounts, sumAmounts } from '../../../money/money';
import { channels } from '../../values/checkout-values';
import type { Period } from './period';
import { readInSteps } from './read-in-steps';
import { saleLines } from './sale-lines';

export const salesSchema = z.object({
  orders: z.int(),
  /** How many units were sold: of an offer with two tickets, both are one unit. */
  units: z.int(),
  cancelled: z.int(),
  sold: z.string(),
  refunded: z.string(),
  /** What was paid with tickets of earlier orders, which are void now. */
  exchanged: z.string(),
  /** Sold without what was refunded and exchanged. */
  net: z.string(),
});
export type Sales = z.output<typeof salesSchema>;

export const nothingSold: Sales = {
  orders: 0,
  units: 0,
  cancelled: 0,
  sold: '0.00',
  refunded: '0.00',
  exchanged: '0.00',
  net: '0.00',
};

/** What some rows of `lines` add up to, and the columns of `salesSchema` from that. */
export const sumsOfLines = sql`sum(orders)::int as orders, sum(units)::int as units, sum(cancelled)::int as cancelled,
  coalesce(sum(sold), 0) as sold, coalesce(sum(refunded), 0) as refunded, coalesce(sum(exchanged), 0) as exchanged`;
export const salesColumns = sql`coalesce(orders, 0) as orders, coalesce(units, 0) as units, coalesce(cancelled, 0) as cancelled,
  sold::numeric(14, 2)::text as sold, refunded::numeric(14, 2)::text as refunded,
  exchanged::numeric(14, 2)::text as exchanged,
  (sold - refunded - exchanged)::numeric(14, 2)::text as net`;

const groupSchema = salesSchema.extend({
  level: z.int(),
  day: z.string().nullable(),
  channel: z.enum(channels).nullable(),
  product: z.string().nullable(),
  name: z.string().nullable(),
  rate: z.number().nullable(),
  soldExclTax: z.string(),
  refundedExclTax: z.string(),
});

type Group = z.output<typeof groupSchema>;

export interface SalesReport {
  total: Sales;
  byDay: (Sales & { day: string })[];
  byChannel: (Sales & { channel: (typeof channels)[number] })[];
  /** The product's path, and its name; both null: fees, discounts and what belongs to no product. */
  byProduct: (Sales & { product: string | null; name: string | null })[];
  byRate: RateSales[];
}

/** What was sold, and refunded or exchanged, at one rate of tax. */
export interface RateSales {
  /** As a fraction: 0.2 is 20 %; null if it is not known. */
  rate: number | null;
  sold: string;
  soldExclTax: string;
  returned: string;
  returnedExclTax: string;
}

// GROUPING(day, channel, product, rate): a bit is set for what a row adds up.
const levels = { day: 0b0111, channel: 0b1011, product: 0b1101, rate: 0b1110, total: 0b1111 } as const;

/** The sales of a period. Every table adds up to the total. */
export async function readSales(reader: Reader, period: Period, language: Language): Promise<SalesReport> {
  const statement = {
    ctes: [
      ...saleLines(period, {
        ofOrders: { day: sql`day`, channel: sql`channel` },
        ofItems: { product: sql`product`, rate: sql`rate` },
        greatest: { reservation_id: sql`reservation_id::text` },
        withoutTax: true,
      }),
      sql`added as (
        select grouping(day, channel, product, rate) as level, day, channel, product, rate,
          max(reservation_id)::uuid as reservation_id, ${sumsOfLines}, coalesce(sum(sold_excl), 0) as sold_excl,
          coalesce(sum(refunded_excl + exchanged_excl), 0) as returned_excl
        from lines group by grouping sets ((day), (channel), (product), (rate), ()))`,
    ],
    select: sql`select level, to_char(day, 'YYYY-MM-DD') as day, channel, product, described.name, rate::float8 as rate,
        sold_excl::numeric(14, 2)::text as "soldExclTax", returned_excl::numeric(14, 2)::text as "refundedExclTax",
        ${salesColumns}
      from added
        left join lateral (${productName(language)}) described on level = ${levels.product}::int`,
  };
  const groups = new Map<string, Group>();
  for await (const row of readInSteps({ reader, period, row: groupSchema }, statement)) {
    const key = JSON.stringify([row.level, row.day, row.channel, row.product, row.rate]);
    const known = groups.get(key);
    groups.set(key, known === undefined ? row : added(known, row));
  }
  return reportOf([...groups.values()].sort(inOrder));
}

/** The name is that of the later step, as products may be renamed. */
function added(group: Group, other: Group): Group {
  return {
    ...group,
    name: other.name ?? group.name,
    ...addSales(group, other),
    soldExclTax: sumAmounts([group.soldExclTax, other.soldExclTax]),
    refundedExclTax: sumAmounts([group.refundedExclTax, other.refundedExclTax]),
  };
}

export function addSales(one: Sales, other: Sales): Sales {
  const amount = (name: 'sold' | 'refunded' | 'exchanged' | 'net') => sumAmounts([one[name], other[name]]);
  return {
    orders: one.orders + other.orders,
    units: one.units + other.units,
    cancelled: one.cancelled + other.cancelled,
    sold: amount('sold'),
    refunded: amount('refunded'),
    exchanged: amount('exchanged'),
    net: amount('net'),
  };
}

const compareTexts = (a: string | null, b: string | null) =>
  a === b ? 0 : b === null || (a !== null && a < b) ? -1 : 1;

/** Days in their order, the others by what was sold. */
const inOrder = (a: Group, b: Group): number =>
  compareTexts(a.day, b.day) || compareAmounts(b.sold, a.sold) || compareTexts(a.product, b.product);

/** From the description of one of its reservations, if possible in the language. */
const productName = (language: Language) => sql`
  select line->>'productName' as name from storefront.hold
    cross join lateral jsonb_each(hold.descriptions) described (language, lines)
    cross join lateral jsonb_array_elements(described.lines) line
  where hold.reservation_id = added.reservation_id and added.product like '%/' || (line->>'productId')
  order by described.language <> ${language}::text, described.language limit 1`;

function reportOf(rows: readonly Group[]): SalesReport {
  const total = rows.find(({ level }) => level === levels.total) ?? nothingSold;
  return {
    total: salesOf(total),
    byDay: rows.flatMap((row) => (row.day === null ? [] : [{ ...salesOf(row), day: row.day }])),
    byChannel: rows.flatMap((row) =>
      row.channel === null ? [] : [{ ...salesOf(row), channel: row.channel }],
    ),
    byProduct: rows
      .filter(
        ({ level, product, ...row }) => level === levels.product && (product !== null || isSomething(row)),
      )
      .map((row) => ({ ...salesOf(row), product: row.product, name: row.name })),
    byRate: rows
      .filter((row) => row.level === levels.rate && isSomething(row))
      .sort((a, b) => (a.rate ?? Infinity) - (b.rate ?? Infinity))
      .map((row) => ({
        rate: row.rate,
        sold: row.sold,
        soldExclTax: row.soldExclTax,
        returned: sumAmounts([row.refunded, row.exchanged]),
        returnedExclTax: row.refundedExclTax,
      })),
  };
}

const isSomething = (row: Pick<Sales, 'sold' | 'refunded' | 'exchanged'>): boolean =>
  [row.sold, row.refunded, row.exchanged].some((amount) => amount !== '0.00');

export function salesOf(row: Sales): Sales {
  const { orders, units, cancelled, sold, refunded, exchanged, net } = row;
  return { orders, units, cancelled, sold, refunded, exchanged, net };
}
