import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '../../../database/bound-rows';
import type { Reader, Transaction } from '../../../database/database';
import { audit } from '../../data/audit-store';
import { forgetGifts, readGifts } from '../../data/forget-gifts';
import { forgetGuestsOf, readGuestEntries } from '../../data/guest-store';
import { forgetLookupsOf } from '../../data/lookup-store';
import { forgetPlacesOf, readPlaces } from '../../data/forget-places';
import { anonymise, isAtRest, isOf } from '../../data/retention-store';
import { ticketsAtService } from './tickets-at-service';
import type { CheckoutContext } from '../../context';
import { noteByStaff } from '../../data/timeline-store';

// The storefront's data of one person, found by e-mail address (GDPR articles 15, 17 and 20).

const listed = (table: string, row: SQL, order: string): SQL =>
  sql`coalesce((select jsonb_agg(${row} order by ${sql.raw(order)}) from ${sql.raw(`storefront.${table}`)} one
    where one.checkout_id = checkout.id), '[]'::jsonb)`;

const rowSchema = z.object({ row: z.record(z.string(), z.unknown()) });

export interface PersonalData {
  email: string;
  /** What is missing, in English. */
  missing: string[];
  /** `tickets`: with their holders and answers, as the service has them; null: it did not answer. */
  bookings: Record<string, unknown>[];
  /** When orders of this address were searched for, in the last day. */
  searches: Record<string, unknown>[];
  /** The waiting lists that this address has joined. */
  waitingLists: Record<string, unknown>[];
  /** What others have given to this address. */
  gifts: Record<string, unknown>[];
  /** The guest lists on which this address stands without a booking. */
  guestLists: Record<string, unknown>[];
}

const ticketsMissing =
  'The ticketing service did not answer for each booking: where "tickets" is null, the names and answers of its tickets are missing. Export again later.';

type Exporting = Pick<CheckoutContext, 'database' | 'client'>;

/** All data of a person, except tokens and links that open an order, and except which staff processed it. */
export async function exportPerson(context: Exporting, typed: string): Promise<PersonalData> {
  return (await readPerson(context, typed.toLowerCase())).data;
}

/** All data of a person, for a member of staff, with an entry of the audit log for each booking. */
export async function exportPersonForStaff(
  context: Exporting,
  { email, staff }: { email: string; staff: string },
): Promise<PersonalData> {
  const { data, checkoutIds } = await readPerson(context, email.toLowerCase());
  const action = 'personal_data_exported';
  await context.database.transaction(async (transaction) => {
    for (const id of checkoutIds)
      await audit(transaction, { staff, action, subject: { kind: 'checkout', id } });
    if (checkoutIds.length === 0) await audit(transaction, { staff, action, detail: { bookings: 0 } });
  });
  return data;
}

async function readPerson(
  { database, client }: Exporting,
  email: string,
): Promise<{ data: PersonalData; checkoutIds: string[] }> {
  const [bookings, searches, waitingLists, gifts, guestLists] = await Promise.all([
    readBookings(database, email),
    database.rows(
      rowSchema,
      sql`select jsonb_build_object('at', created_at, 'language', language, 'usedAt', used_at) as row
          from storefront.lookup where email = ${email} order by created_at`,
    ),
    readPlaces(database, email),
    readGifts(database, email),
    readGuestEntries(database, email),
  ]);
  const withTickets: PersonalData['bookings'] = [];
  for (const { row, id } of bookings)
    withTickets.push({ ...row, tickets: await ticketsAtService({ database, client }, id) });
  const data = {
    email,
    missing: withTickets.some(({ tickets }) => tickets === null) ? [ticketsMissing] : [],
    bookings: withTickets,
    searches: searches.map(({ row }) => row),
    waitingLists,
    gifts,
    guestLists,
  };
  return { data, checkoutIds: bookings.map(({ id }) => id) };
}

function readBookings(reader: Reader, email: string) {
  const holds = sql`jsonb_build_object('heldAt', one.held_at, 'expiresAt', one.expires_at, 'endedAt', one.ended_at,
    'items', one.descriptions)`;
  const payments = sql`jsonb_build_object('amount', one.amount, 'state', one.state, 'provider', one.intent,
    'createdAt', one.created_at, 'settledAt', one.settled_at)`;
  const refunds = sql`jsonb_build_object('amount', one.amount, 'state', one.state, 'createdAt', one.created_at,
    'changedAt', one.entered_at)`;
  const orders = sql`jsonb_build_object('reference', one.reference, 'createdAt', one.created_at)`;
  const cancellations = sql`jsonb_build_object('createdAt', one.created_at, 'state', one.state, 'amount', one.amount,
    'reason', one.reason, 'reference', one.reference)`;
  const invoices = sql`jsonb_build_object('number', one.number, 'kind', one.kind, 'issuedAt', one.issued_at, 'total', one.total,
    'buyer', one.buyer, 'lines', one.content->'lines')`;
  const timeline = sql`jsonb_build_object('at', one.at, 'what', one.what, 'detail', one.detail - 'staff')`;
  const holders = sql`jsonb_build_object('ticket', one.ticket_id, 'firstname', one.firstname, 'lastname', one.lastname,
    'email', one.email)`;
  const notes = sql`jsonb_build_object('at', one.at, 'text', one.text, 'struckAt', one.struck_at)`;
  const emails = sql`jsonb_build_object('kind', one.kind, 'createdAt', one.created_at, 'sentAt', one.sent_at)`;
  return reader.rows(
    rowSchema.extend({ id: z.string() }),
    sql`select id, jsonb_build_object('reference', reference, 'state', state, 'createdAt', created_at,
          'language', language, 'total', total, 'typed', entries, 'customer', customer, 'invoice', invoice, 'gift', gift,
          'answers', answers, 'email', email,
          'holds', ${listed('hold', holds, 'one.held_at')},
          'payments', ${listed('payment', payments, 'one.created_at')},
          'refunds', ${listed('refund', refunds, 'one.created_at')},
          'orders', ${listed('placed_order', orders, 'one.created_at')},
          'cancellations', ${listed('cancellation', cancellations, 'one.created_at')},
          'invoices', ${listed('invoice', invoices, 'one.issued_at, one.position')},
          'holders', ${listed('ticket_holder', holders, 'one.ticket_id')},
          'notes', ${listed('note', notes, 'one.at, one.id')},
          'emails', ${listed('mail', emails, 'one.created_at')},
          'timeline', ${listed('timeline', timeline, 'one.id')}) as row
        from storefront.checkout where ${isOf(email)} order by created_at`,
  );
}

export interface Erased {
  erased: number;
  /** Unfinished bookings, of which nothing was erased. */
  goingOn: number;
  /** Of what was erased. */
  checkoutIds: string[];
}

/**
 * Removes a person from everything that is finished, in the same way as the retention job does. References,
 * states and amounts stay, for the books. What is unfinished (a payment, a refund, a dispute, an e-mail)
 * needs the person until it has ended; then the request can be repeated.
 */
export function erasePerson(
  { database }: Pick<CheckoutContext, 'database'>,
  { email: typed, staff }: { email: string; staff: string },
): Promise<Erased> {
  const email = typed.toLowerCase();
  return database.transaction(async (transaction) => {
    const ids = await anonymise(transaction, sql`${isOf(email)} and ${isAtRest} for update`);
    await closeOrders(transaction, ids);
    await forgetLookupsOf(transaction, email);
    await forgetPlacesOf(transaction, email);
    await forgetGuestsOf(transaction, email);
    const gifts = await forgetGifts(transaction, email);
    for (const id of ids) await noteByStaff(transaction, id, 'personal_data_erased', { staff });
    await audit(transaction, { staff, action: 'person_erased', detail: { bookings: ids.length } });
    const [left] = await transaction.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from storefront.checkout where ${isOf(email)}`,
    );
    return {
      erased: ids.length + gifts.erased,
      goingOn: (left?.count ?? 0) + gifts.goingOn,
      checkoutIds: ids,
    };
  });
}

async function closeOrders(transaction: Transaction, checkoutIds: readonly string[]): Promise<void> {
  const ids = boundIds(checkoutIds);
  await transaction.run(sql`delete from storefront.link where checkout_id in ${ids}`);
  await transaction.run(sql`delete from storefront.access where checkout_id in ${ids}`);
}
