import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';
import type { Language } from '../../locale/languages';
import type { StaffCatalogs } from '../rules/staff-catalogs';
import { isOfCatalog, isOfCatalogs } from './booking-catalogs';
import type { channels } from '../values/checkout-values';

/** `complete`: no ticket was cancelled or exchanged. `complimentary`: staff have given them. */
export const listedStates = ['complete', 'cancelled', 'exchanged', 'complimentary'] as const;
export type ListedState = (typeof listedStates)[number];

/** Which bookings; null: any. */
export interface OrderFilter {
  /** YYYY-MM-DD, both included, in this time zone. */
  readonly boughtFrom: string | null;
  readonly boughtTo: string | null;
  readonly timeZone: string;
  /** YYYY-MM-DD at the venue. */
  readonly visitDay: string | null;
  /** A part of the name of an event or a product. */
  readonly event: string | null;
  readonly state: ListedState | null;
  readonly channel: (typeof channels)[number] | null;
  readonly language: Language | null;
  readonly priceFrom: string | null;
  readonly priceTo: string | null;
  /** Only those whose tickets are all of these. */
  readonly catalogs: StaffCatalogs;
  /** Only those that wait for staff. */
  readonly hasTasks: boolean;
}

/** An order of a list; the time in UTC with microseconds. */
const placeSchema = z.object({ at: z.string(), id: z.string() });
export type ListPlace = z.output<typeof placeSchema>;
const rowSchema = placeSchema.extend({ checkoutId: z.string() });

/**
 * So many orders are looked at by one statement, whatever is searched for: there is no index by each filter, and none is
 * needed, because the newest orders are looked at first and a list goes on where it has ended.
 */
const mostLooked = 20_000;

const at = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const startOf = (day: SQL, { timeZone }: OrderFilter) => sql`(${day})::timestamp at time zone ${timeZone}`;

/** The orders that are looked at, by the index of their time. */
function looked(filter: OrderFilter, after: ListPlace | null): SQL {
  const { boughtFrom, boughtTo, visitDay, hasTasks, catalogs } = filter;
  const conditions = [
    sql`true`,
    ...(boughtFrom === null ? [] : [sql`one.created_at >= ${startOf(sql`${boughtFrom}::date`, filter)}`]),
    ...(boughtTo === null ? [] : [sql`one.created_at < ${startOf(sql`${boughtTo}::date + 1`, filter)}`]),
    // Nothing is bought after the visit; the day at the venue may be another one.
    ...(visitDay === null ? [] : [sql`one.created_at < ${startOf(sql`${visitDay}::date + 2`, filter)}`]),
    ...(hasTasks
      ? [sql`one.checkout_id in (select task.checkout_id from storefront.task where task.closed_at is null)`]
      : []),
    isOfCatalog(sql`one.catalog_id`, catalogs),
    ...(after === null
      ? []
      : [sql`(one.created_at, one.id) < (${after.at}::timestamptz, ${after.id}::uuid)`]),
  ];
  return sql`from storefront.placed_order one where ${sql.join(conditions, sql` and `)}
    order by one.created_at desc, one.id desc`;
}

const inDescriptions = (
  path: string,
) => sql`(select bool_or(jsonb_path_exists(hold.descriptions, ${path}::jsonpath))
  from storefront.hold where hold.checkout_id = looked.checkout_id and hold.ended_at is null)`;

/** As a text of a jsonpath. */
const quoted = (text: string) => JSON.stringify(text);

const cancellations = (which: SQL) => sql`(select count(*) from storefront.cancellation
  where cancellation.checkout_id = looked.checkout_id and cancellation.state = 'cancelled' and ${which})`;

const ofState: Readonly<Record<ListedState, SQL>> = {
  complete: sql`${cancellations(sql`true`)} = 0`,
  cancelled: sql`${cancellations(sql`rebooked_to is null`)} > 0`,
  exchanged: sql`${cancellations(sql`rebooked_to is not null`)} > 0`,
  // Orders are read only of bookings that cost nothing.
  complimentary: sql`case when coalesce(checkout.total, 0) = 0 then exists (select from storefront.placed_order given
    where given.checkout_id = looked.checkout_id and given.data->>'complimentary' = 'true') end`,
};

function fits({ channel, language, priceFrom, priceTo, state, visitDay, event, catalogs }: OrderFilter): SQL {
  const conditions = [
    // A booking with several orders stands at the first one.
    sql`looked.id = (select first.id from storefront.placed_order first
      where first.checkout_id = looked.checkout_id order by first.created_at, first.id limit 1)`,
    isOfCatalogs(sql`looked.checkout_id`, catalogs),
    ...(channel === null ? [] : [sql`checkout.channel = ${channel}`]),
    ...(language === null ? [] : [sql`checkout.language = ${language}`]),
    ...(priceFrom === null ? [] : [sql`coalesce(checkout.total, 0) >= ${priceFrom}::numeric`]),
    ...(priceTo === null ? [] : [sql`coalesce(checkout.total, 0) <= ${priceTo}::numeric`]),
    ...(state === null ? [] : [ofState[state]]),
    ...(visitDay === null
      ? []
      : [
          inDescriptions(
            `$.*[*] ? (@.tickets[*].occursAt starts with ${quoted(visitDay)} || @.date == ${quoted(visitDay)})`,
          ),
        ]),
    ...(event === null
      ? []
      : [
          inDescriptions(
            `$.*[*] ? (@.tickets[*].event.name like_regex ${quoted(event)} flag "iq" || @.productName like_regex ${quoted(event)} flag "iq")`,
          ),
        ]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The bookings behind a place, the newest first. Subselects and `offset 0` keep each to one row by its index. */
export function listedOrders(
  reader: Reader,
  filter: OrderFilter,
  { after, limit }: { after: ListPlace | null; limit: number },
): Promise<z.output<typeof rowSchema>[]> {
  return reader.rows(
    rowSchema,
    sql`select looked.id, ${at} as at, looked.checkout_id as "checkoutId"
        from (select one.id, one.checkout_id, one.created_at ${looked(filter, after)} limit ${mostLooked}) looked
          cross join lateral (select channel, language, total from storefront.checkout
            where checkout.id = looked.checkout_id offset 0) checkout
        where ${fits(filter)}
        order by looked.created_at desc, looked.id desc limit ${limit}`,
  );
}

/** The last order that `listedOrders` looks at, if there are older ones. */
export async function lastLooked(
  reader: Reader,
  filter: OrderFilter,
  after: ListPlace | null,
): Promise<ListPlace | null> {
  const found = await reader.rows(
    placeSchema,
    sql`select one.id, ${at} as at ${looked(filter, after)} offset ${mostLooked - 1} limit 2`,
  );
  return found.length === 2 ? (found[0] ?? null) : null;
}
