import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf } from '../../../database/conditions';
import type { Reader } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { isOfCatalogs } from '../../data/booking-catalogs';
import type { StaffCatalogs } from '../../rules/staff-catalogs';
import type { Checkout } from '../../rules/checkout';
import { inOrderFound } from '../../rules/found-first';
import { cameToSomething } from '../../data/checkout-store';
import { checkoutTable, placedOrderTable, plainNumber, plainReference } from '../../tables/checkout-table';
import { settledAs } from '../../tables/task-table';
import { findByAddress, findByLastDigits, findByPhone, findByWords } from './find-persons';
import { type ExactKind, exactKinds, type MatchReason, findReasons } from '../../rules/match-reason';
import { type OrderEnd, orderEnd } from './order-end';
import { type ReadOfOrder, shownOf, type ShownOfOrder, shownOfOrder } from './shown-of-order';
import { longestQuery, readQuery, type StaffQuery } from '../../rules/read-query';

const { id, reference, channel, state, createdAt, total, email, reason, escalatedAt } = checkoutTable;
const ofCheckout = { id, reference, channel, state, createdAt, total, email, reason, settledAs, escalatedAt };

/** What was paid, if that is another amount than was agreed: it is this money that waits for staff. Null: as agreed. */
export const paidInstead = sql<string | null>`(select sum(payment.amount)::numeric(14, 2)::text
  from storefront.payment payment
  where payment.checkout_id = storefront.checkout.id and payment.state in ('authorized', 'paid')
    and storefront.checkout.state = 'attention' and storefront.checkout.reason = 'amount_differs')`;

export const orderColumns = {
  ...ofCheckout,
  total: sql<string | null>`coalesce(${paidInstead}, ${total}::text)`,
  /** The service's own references. */
  references: sql<string[]>`coalesce((
    select jsonb_agg(${placedOrderTable.reference} order by ${placedOrderTable.createdAt})
    from ${placedOrderTable} where ${eq(placedOrderTable.checkoutId, id)}), '[]'::jsonb)`,
};
export type FoundOrder = Pick<Checkout, keyof typeof ofCheckout> & { references: string[] };
export type EndedOrder = FoundOrder & { end: OrderEnd };

export const mostFound = 50;

/** What the staff's search reads of a checkout, and what it shows, with why it was found. */
interface FoundCheckout extends EndedOrder, Pick<Checkout, 'entries' | 'customer'> {
  shown: ReadOfOrder;
}
export type StaffMatch = FoundOrder & OrderEnd & ShownOfOrder & { name: string; reasons: MatchReason[] };

/** Of the single tickets of an order, in lower case; the function is made by a migration, and its result is indexed. */
const ticketIds = sql.raw('storefront.ticket_ids(data)');

const exactRow = z.object({ id: z.string(), kind: z.enum(exactKinds) });

/**
 * Finds by identifiers and references; else by e-mail address, telephone number or name, the most similar first.
 * `catalogs`: only those whose tickets are all of these. `language`: of what they are for, as far as it is known in it.
 */
export async function findOrders(
  reader: Reader,
  typed: string,
  catalogs: StaffCatalogs,
  language: Language = 'en',
): Promise<StaffMatch[]> {
  const query = readQuery(typed.slice(0, longestQuery));
  if (query === null) return [];
  const exact = await findExact(reader, query, catalogs);
  if (exact.size > 0) {
    return read(reader, [...exact.keys()], {
      catalogs,
      language,
      reasonsOf: (row) => [{ kind: exact.get(row.id) ?? 'identifier' }],
    });
  }
  const persons = await findPersons(reader, query, catalogs);
  return read(reader, [...persons.keys()], {
    catalogs,
    language,
    reasonsOf: (row) => findReasons(query, { ...row, holders: row.shown.holders }),
    rankOf: (found) => persons.get(found) ?? 0,
  });
}

/** One branch for each index: an OR over several tables, or a cast of an identifier, would read a whole table. */
async function findExact(
  reader: Reader,
  query: StaffQuery,
  catalogs: StaffCatalogs,
): Promise<Map<string, ExactKind>> {
  const { code, id: uuid, payment } = query;
  const ours = code === null ? '' : `${code.slice(0, 4)}-${code.slice(4)}`;
  const branches = [
    ...(code === null
      ? []
      : [
          sql`select id, 'reference' as kind from storefront.checkout where reference = ${ours}`,
          sql`select checkout_id, 'order' from storefront.placed_order where ${plainReference} = ${code}`,
          sql`select checkout_id, 'creditNote' from storefront.cancellation where ${plainReference} = ${code}`,
          sql`select checkout_id, 'invoice' from storefront.invoice where ${plainNumber} = ${code}`,
        ]),
    ...(uuid === null
      ? []
      : [
          sql`select id, 'identifier' as kind from storefront.checkout where id = ${uuid}::uuid`,
          sql`select checkout_id, 'identifier' from storefront.hold where reservation_id = ${uuid}::uuid`,
          sql`select checkout_id, 'identifier' from storefront.placed_order where id = ${uuid}::uuid`,
          sql`select checkout_id, 'identifier' from storefront.placed_order where reservation_id = ${uuid}::uuid`,
          sql`select checkout_id, 'identifier' from storefront.placed_order where ${ticketIds} @> array[${uuid}]::text[]`,
        ]),
    ...(payment === null
      ? []
      : [
          sql`select checkout_id as id, 'payment' as kind from storefront.payment where intent = ${payment}`,
          sql`select checkout_id, 'payment' from storefront.payment where session_id = ${payment}`,
          // Of a refund, and of what happened to a payment later.
          sql`select checkout_id, 'payment' from storefront.refund where refund_id = ${payment}`,
          sql`select checkout_id, 'payment' from storefront.payment_incident where id = ${payment}`,
        ]),
  ];
  if (branches.length === 0) return new Map();
  const all = sql.join(branches, sql` union all `);
  const rows = await reader.rows(
    exactRow,
    catalogs === 'all'
      ? sql`${all} limit ${mostFound}`
      : sql`select id, kind from (${all}) as found where ${isOfCatalogs(sql`found.id`, catalogs)} limit ${mostFound}`,
  );
  return new Map(rows.map((row) => [row.id, row.kind]));
}

/** The checkouts by the best of their ranks. */
async function findPersons(
  reader: Reader,
  query: StaffQuery,
  catalogs: StaffCatalogs,
): Promise<ReadonlyMap<string, number>> {
  const which = { limit: mostFound, catalogs };
  const { address, phones, lastDigits } = query;
  const found = [
    ...(address === null ? [] : await findByAddress(reader, address, which)),
    ...(await findByPhone(reader, phones, which)),
    ...(lastDigits === null ? [] : await findByLastDigits(reader, lastDigits, which)),
  ];
  const ranks = new Map(found.map(({ id: one, rank }) => [one, rank]));
  // What was found by a whole address needs no other words.
  const isFound = ranks.size > 0 && (address?.includes('@') ?? false);
  if (ranks.size < mostFound && !isFound)
    for (const { id: one, rank } of await findByWords(reader, query, which))
      ranks.set(one, Math.min(rank, ranks.get(one) ?? rank));
  return ranks;
}

interface Reading {
  readonly catalogs: StaffCatalogs;
  readonly language: Language;
  readonly reasonsOf: (row: FoundCheckout) => MatchReason[];
  /** How well a checkout matches: 0 is best. Without: all as well. */
  readonly rankOf?: (id: string) => number;
}

async function read(
  reader: Reader,
  ids: readonly string[],
  { catalogs, language, reasonsOf, rankOf = () => 0 }: Reading,
): Promise<StaffMatch[]> {
  const rows = await rowsOf(reader, ids, { catalogs, language });
  const found = rows.map((row) => matchOf(row, reasonsOf(row)));
  return inOrderFound(found, (one) => rankOf(one.id), new Date());
}

/** Purchases as results of a search, in the order of these ids. */
export async function readListed(
  reader: Reader,
  ids: readonly string[],
  shown: { readonly catalogs: StaffCatalogs; readonly language: Language },
): Promise<StaffMatch[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await rowsOf(reader, ids, shown)).map((row) => [row.id, row]));
  return ids.flatMap((one) => {
    const row = rows.get(one);
    return row === undefined ? [] : [matchOf(row, [])];
  });
}

function rowsOf(
  { db }: Reader,
  ids: readonly string[],
  { catalogs, language }: Pick<Reading, 'catalogs' | 'language'>,
): Promise<FoundCheckout[]> {
  return db
    .select({
      ...orderColumns,
      end: orderEnd,
      entries: checkoutTable.entries,
      customer: checkoutTable.customer,
      shown: shownOfOrder(language),
    })
    .from(checkoutTable)
    .where(and(isOneOf(id, ids), isOfCatalogs(sql`${id}`, catalogs)))
    .orderBy(desc(createdAt))
    .limit(mostFound);
}

function matchOf(
  { entries, customer, end, shown, ...order }: FoundCheckout,
  reasons: MatchReason[],
): StaffMatch {
  const { firstname, lastname } = customer ?? entries;
  const name = `${firstname} ${lastname}`.trim();
  return { ...order, ...end, ...shownOf(shown, end, order.settledAs), name, reasons };
}

/** The checkout of an order of the service, to which a ticket belongs. */
export async function findOfTicket(
  reader: Reader,
  {
    orderId,
    ours,
    ...shown
  }: { orderId: string; ours: string | null; catalogs: StaffCatalogs; language: Language },
): Promise<StaffMatch[]> {
  const placed = await reader.rows(
    z.object({ id: z.string() }),
    sql`select checkout_id as id from storefront.placed_order where id = ${orderId}::uuid
        union select id from storefront.checkout where reference = ${ours}`,
  );
  const ids = placed.map((one) => one.id);
  return read(reader, ids, { ...shown, reasonsOf: () => [{ kind: 'ticket' }] });
}

export function findOfGuest({ db }: Reader, tokenHash: string): Promise<EndedOrder[]> {
  return db
    .select({ ...orderColumns, end: orderEnd })
    .from(checkoutTable)
    .where(
      sql`${cameToSomething} and checkout.id in (
        select checkout_id from storefront.access where token_hash = ${tokenHash})`,
    )
    .orderBy(desc(createdAt))
    .limit(mostFound);
}

/** By our references, which the service told of its orders. */
export async function findByReferences(
  reader: Reader,
  references: readonly string[],
  shown: Pick<Reading, 'catalogs' | 'language'>,
): Promise<StaffMatch[]> {
  if (references.length === 0) return [];
  const placed = await reader.db
    .select({ id })
    .from(checkoutTable)
    .where(inArray(reference, [...references]));
  const ids = placed.map((one) => one.id);
  return read(reader, ids, { ...shown, reasonsOf: () => [{ kind: 'order' }] });
}
