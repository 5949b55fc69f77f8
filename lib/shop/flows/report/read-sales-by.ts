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
import { describedItem, type Parts, saleLines } from './sale-lines';

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

/**
 * The visits of an item with several tickets are one part: its price can't be divided among them. Most have one, which is read
 * without a list.
 */
const ofVisits = (
  only: string,
  all: SQL,
) => sql`case when jsonb_array_length(tickets) = 1 then tickets #>> ${sql.raw(`'${only}'`)}
  else (select ${all} from jsonb_array_elements(tickets) ticket) end`;

const events = ofVisits('{0,event,id}', sql`string_agg(distinct ticket->'event'->>'id', '+')`);
const names = ofVisits('{0,event,name}', sql`string_agg(distinct ticket->'event'->>'name', ' + ')`);
const time = sql`coalesce(${ofVisits('{0,occursAt}', sql`min(ticket->>'occursAt')`)}, ${describedItem}->>'date')`;

/** From the description of one of its reservations. */
const catalogName = (language: Language) => sql`(
  select coalesce(hold.descriptions->${language}::text,
    (select value from jsonb_each(hold.descriptions) limit 1))->0->>'catalogName'
  from storefront.hold where hold.reservation_id = max(lines.reservation_id)::uuid)`;

/** What a part is known by, its name and its time. */
function partsOf(by: SalesPart, language: Language): { parts: Parts; key: SQL; name: SQL; at: SQL } {
  const [key, none] = [sql`key`, sql`null::text`];
  const greatest = (column: string) => sql.raw(`max(${column})`);
  const visits = { ofOrders: {}, described: language };
  switch (by) {
    case 'event':
      return {
        parts: { ...visits, ofItems: { key: events }, greatest: { name: names } },
        key,
        name: greatest('name'),
        at: none,
      };
    case 'session':
      return {
        parts: { ...visits, ofItems: { events, at: time }, greatest: { name: names } },
        key: sql`events || ' ' || at`,
        name: greatest('name'),
        at: greatest('at'),
      };
    case 'visit': {
      const day = sql`left(${time}, 10)`;
      return { parts: { ...visits, ofItems: { key: day } }, key, name: none, at: key };
    }
    case 'organizer':
      return {
        parts: {
          ofOrders: { key: sql`catalog_id` },
          ofItems: {},
          greatest: { reservation_id: sql`reservation_id::text` },
        },
        key: sql`key::text`,
        name: catalogName(language),
        at: none,
      };
  }
}

/** The sales of a period by event, session, organizer or day of the visit; they add up to the total of `readSales`. */
export async function readSalesBy(
  reader: Reader,
  { period, by, language }: { period: Period; by: SalesPart; language: Language },
): Promise<SalesBy> {
  const { parts: grouped, key, name, at } = partsOf(by, language);
  const statement = {
    ctes: [
      ...saleLines(period, grouped),
      sql`added as (select ${key} as key, ${name} as name, ${at} as at, ${sumsOfLines} from lines group by 1)`,
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
