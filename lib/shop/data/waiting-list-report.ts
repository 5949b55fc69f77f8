import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';
import type { Language } from '../../locale/languages';
import { isOfCatalog } from './booking-catalogs';
import type { StaffCatalogs } from '../rules/staff-catalogs';
import { type WaitingState, waitingStates } from '../values/waiting-values';

/** How many rows a page of lists, or of places, has. */
export const listsPerPage = 50;

const isInLine = sql`state in ('waiting', 'notified')`;

/** Whether the list of `entry` is of one of these catalogues. */
const isOfOwnList = (catalogs: StaffCatalogs): SQL =>
  catalogs === 'all'
    ? sql`true`
    : sql`exists (select from storefront.waiting_list list
        where list.id = entry.list_id and ${isOfCatalog(sql`lower(list.catalog_id)`, catalogs)})`;

const listRow = z.object({
  listId: z.string(),
  choice: z.string(),
  product: z.string(),
  details: z.array(z.string()),
  waiting: z.int(),
  tickets: z.int(),
  notified: z.int(),
  lapsed: z.int(),
  firstJoined: z.date().nullable(),
});
/** The people who wait for the same: an offer, with the chosen sessions. `tickets`: wanted by who waits. */
export type ListedWaiting = z.output<typeof listRow>;

/** Those that follow are counted, too. */
const withTotal = <Row extends z.ZodRawShape>(row: z.ZodObject<Row>) => row.extend({ total: z.int() });

export interface WaitingFilter {
  /** A part of the name of an event or product; null: any. */
  readonly event: string | null;
  /** Lists with a place in this state; `in_line`: with people in line. */
  readonly state: WaitingState | 'in_line';
  readonly catalogs: StaffCatalogs;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Each row has the total. */
function pageOf<Row extends { total: number }>(found: readonly Row[]): Page<Row> {
  return { rows: found, total: found[0]?.total ?? 0 };
}

/**
 * A page of the waiting lists, what is next first. The names are in the wanted language if somebody waits who speaks it. All
 * places are looked at: they are deleted a week after what is waited for.
 */
export async function readWaitingLists(
  reader: Reader,
  { event, state, catalogs }: WaitingFilter,
  { page, language }: { page: number; language: Language },
): Promise<Page<ListedWaiting>> {
  const named: SQL = sql`array_agg(entry.id order by (language = ${language}) desc, queued_at, entry.id)`;
  const has = state === 'in_line' ? isInLine : sql`state = ${state}`;
  const wanted =
    event === null
      ? sql`true`
      : sql`bool_or(strpos(lower(product_name || ' ' || details::text), lower(${event})) > 0)`;
  const found = await reader.rows(
    withTotal(listRow),
    sql`with grouped as (
          select list_id, choice, min(ends_at) as ends_at, (${named})[1] as named,
            count(*) filter (where state = 'waiting')::int as waiting,
            coalesce(sum(quantity) filter (where state = 'waiting'), 0)::int as tickets,
            count(*) filter (where state = 'notified')::int as notified,
            count(*) filter (where state = 'lapsed')::int as lapsed,
            min(created_at) filter (where ${isInLine}) as first_joined,
            count(*) over ()::int as total
          from storefront.waiting_entry entry where ${isOfOwnList(catalogs)} group by list_id, choice
          having count(*) filter (where ${has}) > 0 and ${wanted}
          order by min(ends_at), list_id, choice limit ${listsPerPage} offset ${(page - 1) * listsPerPage})
        select grouped.list_id as "listId", grouped.choice, entry.product_name as product, entry.details,
          waiting, tickets, notified, lapsed, first_joined as "firstJoined", total
        from grouped join storefront.waiting_entry entry on entry.id = grouped.named
        order by grouped.ends_at, grouped.list_id, grouped.choice`,
  );
  return pageOf(found);
}

const placeRow = z.object({
  id: z.string(),
  email: z.string(),
  quantity: z.int(),
  state: z.enum(waitingStates),
  joinedAt: z.date(),
  /** When the mail server accepted the e-mail about held tickets. */
  toldAt: z.date().nullable(),
  product: z.string(),
  details: z.array(z.string()),
});
export type ListedPlace = z.output<typeof placeRow>;

/** A page of the places of a list, in the order of the line. `state` null: in any. */
export async function readListedPlaces(
  reader: Reader,
  {
    listId,
    choice,
    state,
    catalogs,
  }: Pick<WaitingFilter, 'catalogs'> & { listId: string; choice: string | null; state: WaitingState | null },
  page: number,
): Promise<Page<ListedPlace>> {
  const found = await reader.rows(
    withTotal(placeRow),
    sql`select entry.id, entry.email, quantity, state, entry.created_at as "joinedAt", mail.sent_at as "toldAt",
          product_name as product, details, count(*) over ()::int as total
        from storefront.waiting_entry entry
          left join storefront.mail on mail.waiting_entry_id = entry.id and mail.kind = 'waiting_free'
        where list_id = ${listId} and ${isOfOwnList(catalogs)} and (${choice}::text is null or choice = ${choice}::text)
          and (${state}::text is null or state = ${state}::text)
        order by queued_at, entry.id limit ${listsPerPage} offset ${(page - 1) * listsPerPage}`,
  );
  return pageOf(found);
}

const answerRow = z.object({ is: z.boolean() });

/** Whether a place is on a list of these catalogues. No statement for who works with all. */
export async function isPlaceOfCatalogs(
  reader: Reader,
  id: string,
  catalogs: StaffCatalogs,
): Promise<boolean> {
  if (catalogs === 'all') return true;
  const found = await reader.rows(
    answerRow,
    sql`select ${isOfOwnList(catalogs)} as is from storefront.waiting_entry entry where id = ${id}::uuid`,
  );
  return found[0]?.is === true;
}
