import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '../../database/bound-rows';
import type { Reader, Transaction } from '../../database/database';
import { type Guest, type GuestList, guestListTable, guestTable } from '../tables/guest-table';
import { stateSchema } from '../values/checkout-state';
import { guestProblems, guestStates } from '../values/guest-values';
import { addJob, endJob } from './job-store';

const now = sql`clock_timestamp()`;

export type GuestListDraft = Omit<GuestList, 'version' | 'state' | 'createdAt' | 'startedAt'>;
export type NewGuest = Pick<Guest, 'firstname' | 'lastname' | 'email' | 'quantity'>;

/** Stores a list that was not started yet, or what was changed in it. False: it was started, or is somebody else’s or of another visit. */
export async function saveGuestDraft(
  transaction: Transaction,
  { id, ...draft }: GuestListDraft,
  guests: readonly NewGuest[],
): Promise<boolean> {
  const { staff, eventId, day, sessionId } = draft;
  const written = { ...draft, version: sql`gen_random_uuid()` };
  const saved = await transaction.db
    .insert(guestListTable)
    .values({ id, ...written, state: 'draft', createdAt: now })
    .onConflictDoUpdate({
      target: guestListTable.id,
      set: written,
      setWhere: sql`${guestListTable.state} = 'draft' and ${guestListTable.staff} = ${staff}
        and ${guestListTable.eventId} = ${eventId} and ${guestListTable.day} = ${day}
        and ${guestListTable.sessionId} is not distinct from ${sessionId}::uuid`,
    })
    .returning({ id: guestListTable.id });
  if (saved.length === 0) return false;
  await transaction.db.delete(guestTable).where(eq(guestTable.listId, id));
  const rows = guests.map((guest, index) => ({ position: index + 1, ...guest }));
  await transaction.run(
    sql`insert into storefront.guest (list_id, position, firstname, lastname, email, quantity, state)
        select ${id}::uuid, position, firstname, lastname, email, quantity, 'waiting'
        from ${boundRows(rows, 'one (position int, firstname text, lastname text, email text, quantity int)')}`,
  );
  return true;
}

export async function findGuestList({ db }: Reader, id: string): Promise<GuestList | null> {
  const [found] = await db.select().from(guestListTable).where(eq(guestListTable.id, id));
  return found ?? null;
}

/** The lists of a visit that were started, the newest first. */
export function guestListsOfVisit(
  { db }: Reader,
  { eventId, sessionId, day }: Pick<GuestList, 'eventId' | 'sessionId' | 'day'>,
  most: number,
): Promise<GuestList[]> {
  const { eventId: event, sessionId: session, day: on, state, createdAt } = guestListTable;
  const isVisit = sessionId === null ? and(isNull(session), eq(on, day)) : eq(session, sessionId);
  return db
    .select()
    .from(guestListTable)
    .where(and(eq(event, eventId), isVisit, eq(state, 'started')))
    .orderBy(desc(createdAt))
    .limit(most);
}

/**
 * Begins to make the bookings of a list. False: it was begun before, or changed since. Concurrency guarantee: of several calls one
 * begins; a change of the guests waits for it, or it for the change.
 */
export async function beginGuestList(
  transaction: Transaction,
  { id, version }: Pick<GuestList, 'id' | 'version'>,
): Promise<boolean> {
  const begun = await transaction.run(
    sql`update storefront.guest_list set state = 'started', started_at = ${now}
        where id = ${id} and version = ${version} and state = 'draft'`,
  );
  if (begun === 1) await addJob(transaction, 'guest_list', id);
  return begun === 1;
}

/** The first guest who waits for a booking; null: nobody does. */
export async function nextGuest({ db }: Reader, id: string): Promise<Guest | null> {
  const { listId, state, position } = guestTable;
  const [found] = await db
    .select()
    .from(guestTable)
    .where(and(eq(listId, id), eq(state, 'waiting')))
    .orderBy(asc(position))
    .limit(1);
  return found ?? null;
}

const isIt = ({ listId, position }: Pick<Guest, 'listId' | 'position'>) =>
  and(eq(guestTable.listId, listId), eq(guestTable.position, position));

/**
 * Names the checkout that is made for a guest, instead of the one that the row names. Null: another worker was first. Concurrency
 * guarantee: one conditional UPDATE, so there is one name at a time.
 */
export async function nameBooking(
  { db }: Transaction,
  guest: Guest,
  id: string,
): Promise<{ checkoutId: string; askedAt: Date } | null> {
  const { checkoutId, state, tries } = guestTable;
  const isEarlier = guest.checkoutId === null ? isNull(checkoutId) : eq(checkoutId, guest.checkoutId);
  const [named] = await db
    .update(guestTable)
    .set({ checkoutId: id, askedAt: now, tries: sql`${tries} + 1` })
    .where(and(isIt(guest), eq(state, 'waiting'), isEarlier))
    .returning({ askedAt: guestTable.askedAt });
  return named?.askedAt ? { checkoutId: id, askedAt: named.askedAt } : null;
}

/** The row, locked until the transaction ends. */
export async function lockGuest({ db }: Transaction, guest: Guest): Promise<Guest | null> {
  const [found] = await db.select().from(guestTable).where(isIt(guest)).for('update');
  return found ?? null;
}

/** Stores what became of a guest who waited; a booking that was placed has the name and the address. */
export async function saveGuestResult(
  { db }: Transaction,
  guest: Guest,
  problem: Guest['problem'],
): Promise<void> {
  const nobody = { firstname: null, lastname: null, email: null };
  await db
    .update(guestTable)
    .set(problem === null ? { state: 'placed', problem, ...nobody } : { state: 'failed', problem })
    .where(and(isIt(guest), eq(guestTable.state, 'waiting')));
}

/** All who still wait get no booking for now. */
export async function failWaiting({ db }: Transaction, id: string, problem: Guest['problem']): Promise<void> {
  await db
    .update(guestTable)
    .set({ state: 'failed', problem })
    .where(and(eq(guestTable.listId, id), eq(guestTable.state, 'waiting')));
}

/** Of those who end the work of a list and those who let it begin again, one comes after the other. */
const lockList = (transaction: Transaction, id: string) =>
  transaction.run(sql`select from storefront.guest_list where id = ${id} for update`);

/** Ends the work of a list, unless somebody waits again. */
export async function endGuestList(transaction: Transaction, id: string): Promise<void> {
  await lockList(transaction, id);
  if ((await nextGuest(transaction, id)) === null) await endJob(transaction, 'guest_list', id);
}

/** Lets those be tried again who got no booking, or whose booking came to nothing; resolves to how many. */
export async function retryGuests(transaction: Transaction, id: string): Promise<number> {
  await lockList(transaction, id);
  const waiting = await transaction.run(
    sql`update storefront.guest
        set state = 'waiting', problem = null, tries = 0, firstname = failed.firstname, lastname = failed.lastname,
          email = failed.email
        from (select position, ${ofCustomer('firstname')} as firstname, ${ofCustomer('lastname')} as lastname,
                coalesce(guest.email, checkout.email) as email
              from storefront.guest left join storefront.checkout ${placedOne}
              where list_id = ${id} and (guest.state = 'failed' or ${cameToNothing})) failed
        where guest.list_id = ${id} and guest.position = failed.position and failed.lastname is not null`,
  );
  if (waiting > 0) await addJob(transaction, 'guest_list', id);
  return waiting;
}

const ofCustomer = (name: 'firstname' | 'lastname'): SQL =>
  sql`coalesce(guest.${sql.raw(name)}, checkout.customer->>${name})`;
const placedOne = sql`on checkout.id = guest.checkout_id and guest.state = 'placed'`;
/** It could not be ordered. */
const cameToNothing = sql`checkout.state in ('expired', 'cancelled')`;

const guestRow = z.object({
  position: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  email: z.string().nullable(),
  quantity: z.int(),
  state: z.enum(guestStates),
  problem: z.enum(guestProblems).nullable(),
  checkoutId: z.string().nullable(),
  checkoutState: stateSchema.nullable(),
  reference: z.string().nullable(),
});
/** With the booking that was made, and its customer; no name: it was erased. */
export type ListedGuest = z.output<typeof guestRow>;

export function guestsOfList(reader: Reader, id: string): Promise<ListedGuest[]> {
  return reader.rows(
    guestRow,
    sql`select position, ${ofCustomer('firstname')} as firstname, ${ofCustomer('lastname')} as lastname,
          coalesce(guest.email, checkout.email) as email, quantity, guest.state, guest.problem,
          checkout.id as "checkoutId", checkout.state as "checkoutState", checkout.reference
        from storefront.guest left join storefront.checkout ${placedOne}
        where list_id = ${id} order by position`,
  );
}

/** Deletes guests without a booking whose list is so old; resolves to how many. */
export const forgetOldGuests = (
  transaction: Transaction,
  { days, limit }: { days: number; limit: number },
): Promise<number> =>
  transaction.run(
    sql`delete from storefront.guest where ctid in (
          select guest.ctid from storefront.guest join storefront.guest_list on guest_list.id = guest.list_id
          where guest.state <> 'placed'
            and guest_list.created_at < statement_timestamp() - make_interval(days => ${days}::int)
          limit ${limit} for update of guest skip locked)`,
  );

const isOf = (email: string) => sql`lower(guest.email) = ${email} and guest.state <> 'placed'`;

/** The lists on which an address stands without a booking. `email` in lower case. */
export async function readGuestEntries(reader: Reader, email: string): Promise<Record<string, unknown>[]> {
  const found = await reader.rows(
    z.object({ row: z.record(z.string(), z.unknown()) }),
    sql`select jsonb_build_object('at', guest_list.created_at, 'event', event_name, 'day', day,
          'firstname', firstname, 'lastname', lastname, 'email', email, 'tickets', quantity) as row
        from storefront.guest join storefront.guest_list on guest_list.id = guest.list_id
        where ${isOf(email)} order by guest_list.created_at, position`,
  );
  return found.map(({ row }) => row);
}

/** Deletes an address from the lists on which it has no booking; resolves to how many entries there were. */
export const forgetGuestsOf = (transaction: Transaction, email: string): Promise<number> =>
  transaction.run(sql`delete from storefront.guest where ${isOf(email)}`);
