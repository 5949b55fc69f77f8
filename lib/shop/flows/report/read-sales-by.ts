import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { compareAmounts } from '../../../money/money';
import type { SalesPart } from '../../values/report-values';
import type { Period } from './period';
import { readInSteps } from './read-in-steps';
import {
  addSales,
  nothingSold,
  type Sales,
  salesColumns,
  salesOf,
  salesSchema,
  sumsOfLines,
} from './read-sales';
import { saleLines } from './sale-lines';

const partSchema = salesSchema.extend({
  /** Null: fees, discounts and what has no description. */
  key: z.string().nullable(),
  /** Of the events, or of the catalogue; null: it has none. */
  name: z.string().nullable(),
  /** When it takes place: ISO 8601 with the offset of the venue, or YYYY-MM-DD for any time of the day. */
  at: z.string().nullable(),
});
export type SalesOfPart = Sales & Pick<z.output<typeof partSchema>, 'key' | 'name' | 'at'>;

export interface SalesBy {
  total: Sales;
  /** By time, or by what was sold; the first ones. */
  rows: SalesOfPart[];
  /** The rest together, and how many there are. */
  others: { count: number; sales: Sales };
}

/** More can't be read on a page; the export of tickets has all. */
const mostRows = 500;

/** The description of the item that was sold, in the language if there is one. */
const describedLines = (language: Language) => sql`lines
  left join storefront.hold on hold.reservation_id = lines.reservation_id
  cross join lateral (select coalesce(hold.descriptions->${language}::text,
    (select value from jsonb_each(hold.descriptions) limit 1))->(lines.position - 1)::int as line offset 0) described`;

const ticketsOfLine = sql`jsonb_array_elements(described.line->'tickets') ticket`;
const onlyTicket = sql`described.line->'tickets'->0`;
const hasOne = sql`jsonb_array_length(described.line->'tickets') = 1`;
const textOf = (only: SQL, all: SQL) =>
  sql`case when ${hasOne} then ${only} else (select ${all} from ${ticketsOfLine}) end`;

/**
 * The visits of an item with several tickets are one part: its price can't be divided among them. Most have one, which is read
 * without a list.
 */
const visits = sql`cross join lateral (
  select ${textOf(sql`${onlyTicket}->'event'->>'id'`, sql`string_agg(distinct ticket->'event'->>'id', '+')`)} as events,
    ${textOf(sql`${onlyTicket}->'event'->>'name'`, sql`string_agg(distinct ticket->'event'->>'name', ' + ')`)} as names,
    coalesce(${textOf(sql`${onlyTicket}->>'occursAt'`, sql`min(ticket->>'occursAt')`)}, described.line->>'date') as at
  offset 0) visit`;

/** What a part is known by, its name and its time. */
const keys: Readonly<Record<SalesPart, { key: SQL; name: SQL; at: SQL; from: SQL }>> = {
  event: { key: sql`visit.events`, name: sql`visit.names`, at: sql`null::text`, from: visits },
  session: {
    key: sql`visit.events || ' ' || visit.at`,
    name: sql`visit.names`,
    at: sql`visit.at`,
    from: visits,
  },
  organizer: {
    key: sql`lines.catalog_id::text`,
    name: sql`described.line->>'catalogName'`,
    at: sql`null::text`,
    from: sql``,
  },
  visit: { key: sql`left(visit.at, 10)`, name: sql`null::text`, at: sql`left(visit.at, 10)`, from: visits },
};

/** The sales of a period by event, session, organizer or day of the visit; they add up to the total of `readSales`. */
export async function readSalesBy(
  reader: Reader,
  { period, by, language }: { period: Period; by: SalesPart; language: Language },
): Promise<SalesBy> {
  const { key, name, at, from } = keys[by];
  const statement = {
    ctes: [
      ...saleLines(period),
      sql`added as (
        select ${key} as key, max(${name} collate "C") as name, max(${at} collate "C") as at, ${sumsOfLines}
        from ${describedLines(language)} ${from} group by 1)`,
    ],
    select: sql`select key, name, at, ${salesColumns} from added`,
  };
  const parts = new Map<string | null, SalesOfPart>();
  for await (const row of readInSteps({ reader, period, row: partSchema }, statement)) {
    const known = parts.get(row.key);
    parts.set(row.key, known === undefined ? row : { ...known, ...addSales(known, row) });
  }
  const all = [...parts.values()].filter(isSomething).sort(inOrder);
  const rest = all.slice(mostRows);
  return {
    total: [...parts.values()].reduce<Sales>(addSales, nothingSold),
    rows: all.slice(0, mostRows).map((row) => ({ ...row, ...salesOf(row) })),
    others: { count: rest.length, sales: rest.reduce<Sales>(addSales, nothingSold) },
  };
}

/** Orders are of no part: they may have several. */
const isSomething = ({ units, cancelled, sold, refunded, exchanged }: Sales): boolean =>
  units + cancelled > 0 || [sold, refunded, exchanged].some((amount) => amount !== '0.00');

/** By time, what has none by what was sold; what belongs to no part is the last one. */
const inOrder = (a: SalesOfPart, b: SalesOfPart): number =>
  Number(a.key === null) - Number(b.key === null) ||
  (a.at ?? '').localeCompare(b.at ?? '') ||
  compareAmounts(b.sold, a.sold) ||
  (a.key ?? '').localeCompare(b.key ?? '');
