import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { compareAmounts, sumAmounts } from '../../../money/money';
import { channels } from '../../values/checkout-values';
import type { Period } from './period';
import { readInSteps } from './read-in-steps';
import { saleLines } from './sale-lines';

const salesSchema = z.object({
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

const groupSchema = salesSchema.extend({
  level: z.int(),
  day: z.string().nullable(),
  channel: z.enum(channels).nullable(),
  product: z.string().nullable(),
  name: z.string().nullable(),
});

type Group = z.output<typeof groupSchema>;

export interface SalesReport {
  total: Sales;
  byDay: (Sales & { day: string })[];
  byChannel: (Sales & { channel: (typeof channels)[number] })[];
  /** The product's path, and its name; both null: fees, discounts and what belongs to no product. */
  byProduct: (Sales & { product: string | null; name: string | null })[];
}

// GROUPING(day, channel, product): a bit is set for what a row adds up.
const levels = { day: 0b011, channel: 0b101, product: 0b110, total: 0b111 } as const;

/** The sales of a period. Every table adds up to the total. */
export async function readSales(reader: Reader, period: Period, language: Language): Promise<SalesReport> {
  const statement = {
    ctes: [
      ...saleLines(period),
      sql`added as (
        select grouping(day, channel, product) as level, day, channel, product,
          max(reservation_id::text)::uuid as reservation_id,
          sum(orders)::int as orders, sum(units)::int as units, sum(cancelled)::int as cancelled,
          coalesce(sum(sold), 0) as sold, coalesce(sum(refunded), 0) as refunded,
          coalesce(sum(exchanged), 0) as exchanged
        from lines group by grouping sets ((day), (channel), (product), ()))`,
    ],
    select: sql`select level, to_char(day, 'YYYY-MM-DD') as day, channel, product, described.name,
        coalesce(orders, 0) as orders, coalesce(units, 0) as units, coalesce(cancelled, 0) as cancelled,
        sold::numeric(14, 2)::text as sold, refunded::numeric(14, 2)::text as refunded,
        exchanged::numeric(14, 2)::text as exchanged,
        (sold - refunded - exchanged)::numeric(14, 2)::text as net
      from added
        left join lateral (${productName(language)}) described on level = ${levels.product}::int`,
  };
  const groups = new Map<string, Group>();
  for await (const row of readInSteps({ reader, period, row: groupSchema }, statement)) {
    const key = JSON.stringify([row.level, row.day, row.channel, row.product]);
    const known = groups.get(key);
    groups.set(key, known === undefined ? row : added(known, row));
  }
  return reportOf([...groups.values()].sort(inOrder));
}

/** The name is that of the later step, as products may be renamed. */
function added(group: Group, other: Group): Group {
  const amount = (name: 'sold' | 'refunded' | 'exchanged' | 'net') => sumAmounts([group[name], other[name]]);
  return {
    ...group,
    name: other.name ?? group.name,
    orders: group.orders + other.orders,
    units: group.units + other.units,
    cancelled: group.cancelled + other.cancelled,
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
  const nothing = { orders: 0, units: 0, cancelled: 0 };
  const noMoney = { sold: '0.00', refunded: '0.00', exchanged: '0.00', net: '0.00' };
  const total = rows.find(({ level }) => level === levels.total) ?? { ...nothing, ...noMoney };
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
  };
}

const isSomething = (row: Pick<Sales, 'sold' | 'refunded' | 'exchanged'>): boolean =>
  [row.sold, row.refunded, row.exchanged].some((amount) => amount !== '0.00');

function salesOf(row: Sales): Sales {
  const { orders, units, cancelled, sold, refunded, exchanged, net } = row;
  return { orders, units, cancelled, sold, refunded, exchanged, net };
}
