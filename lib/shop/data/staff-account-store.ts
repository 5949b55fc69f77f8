import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Reader, Transaction } from '../../database/database';
import { json } from '../../database/database';
import type { Language } from '../../locale/languages';
import { staffAccountTable, staffPasskeyTable } from '../tables/staff-account-table';
import { audit, saveStaffName } from './audit-store';
import { enqueueInvitation } from './invitation-mail-store';
import { endSignIns } from './sign-in-list';
import { beginWithin, listed, type SignInPlace } from './staff-session-store';
import { staffSessionTable } from '../tables/staff-session-table';

// The staff of a shop with its own sign-in. What changes one of them locks its row, so that no sign-in begins meanwhile.

const { id, email, name, role, catalogs, joinedAt, invitedUntil, invitationHash, removedAt } =
  staffAccountTable;

/** How long an invitation can be used. */
export const invitationDays = 3;
const now = sql`clock_timestamp()`;
const untilThen = sql`clock_timestamp() + make_interval(days => ${invitationDays})`;
/** The role that manages the team. */
const adminRole = 'admin';

/** Those who have access or are invited, by name. */
export function readAccounts({ db }: Reader) {
  return db
    .select({
      id,
      email,
      name,
      role,
      /** The ids of the catalogues with which the person works; null: all. */
      catalogs,
      joinedAt,
      /** An invitation can still be used. */
      isInvited: sql<boolean>`coalesce(${invitedUntil} > ${now}, false)`,
      /** The e-mail with it could not be delivered. */
      isUndelivered: sql<boolean>`exists (select from storefront.mail
        where mail.staff_account_id = staff_account.id and mail.failure = 'not delivered')`,
    })
    .from(staffAccountTable)
    .where(isNull(removedAt))
    .orderBy(asc(name), asc(id));
}

export type StaffAccount = Awaited<ReturnType<typeof readAccounts>>[number];

/** What an admin decides about a person. `catalogs` null: the person works with all. */
export interface Decided {
  readonly name: string;
  readonly role: string;
  readonly catalogs: readonly string[] | null;
}

export interface Invited extends Decided {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
}

/** Invites a person; false: there is one with this address. Concurrency guarantee: an address is invited once. */
export function invite(database: Database, by: string, person: Invited): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const made = await transaction.run(
      sql`insert into storefront.staff_account (id, email, name, role, catalogs, language, created_at, invited_until)
        values (${person.id}::uuid, ${person.email}, ${person.name}, ${person.role}, ${listed(person.catalogs)},
          ${person.language}, ${now}, ${untilThen})
        on conflict (lower(email)) where removed_at is null do nothing`,
    );
    if (made === 0) return false;
    await saveStaffName(transaction, person);
    await enqueueInvitation(transaction, person.id);
    await noteStaff(transaction, by, 'staff_invited', person.id, allowed(person));
    return true;
  });
}

/** Sends another invitation, after which the ones before it can't be used; false: the person has been removed. */
export function inviteAgain(database: Database, by: string, account: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const found = await transaction.run(
      sql`update storefront.staff_account set invited_until = ${untilThen}, invitation_hash = null
        where id = ${account}::uuid and removed_at is null`,
    );
    if (found === 0) return false;
    await enqueueInvitation(transaction, account);
    await noteStaff(transaction, by, 'staff_invited', account, {});
    return true;
  });
}

const addressed = z.object({ email: z.string(), name: z.string(), language: z.string() });

/**
 * Invites the first admin of a shop, who has no other admin to do it, unless this person has access or can still use an
 * invitation; also who helps when all admins have lost their passkeys.
 */
export function inviteFirst(database: Database, address: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const found = await transaction.write(
      usedRow,
      sql`insert into storefront.staff_account (id, email, name, role, language, created_at, invited_until)
        values (gen_random_uuid(), ${address}, ${address}, ${adminRole}, 'en', ${now}, ${untilThen})
        on conflict (lower(email)) where removed_at is null do update
          set invited_until = excluded.invited_until, invitation_hash = null
          where staff_account.joined_at is null and staff_account.invited_until <= ${now}
        returning id::text`,
    );
    for (const person of found) {
      await enqueueInvitation(transaction, person.id);
      await noteStaff(transaction, 'STAFF_FIRST_ADMIN', 'staff_invited', person.id, { role: adminRole });
    }
  });
}

/** Keeps the hash of the token that is mailed now; null: the invitation was used, has ended, or the person is removed. */
export async function keepInvitation(database: Database, account: string, hash: string) {
  const [found] = await database.single.write(
    addressed,
    sql`update storefront.staff_account set invitation_hash = ${hash}
      where id = ${account}::uuid and removed_at is null and invited_until > ${now}
      returning email, name, language`,
  );
  return found ?? null;
}

const isOpen = sql`removed_at is null and invited_until > ${now}`;

/** Whom an invitation is for; null: it was used, has ended, or there is another. */
export async function findInvited({ db }: Reader, hash: string) {
  const [found] = await db
    .select({ id, email, name })
    .from(staffAccountTable)
    .where(and(eq(invitationHash, hash), isOpen));
  return found ?? null;
}

export interface NewPasskey {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
}

const usedRow = z.object({ id: z.string() });

/**
 * The invited person has made a passkey. It replaces those before, which may be lost, and ends their sign-ins. False: the
 * invitation can't be used any more. Concurrency guarantee: an invitation is used once.
 */
export function join(database: Database, hash: string, passkey: NewPasskey): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [used] = await transaction.write(
      usedRow,
      sql`update storefront.staff_account
        set invitation_hash = null, invited_until = null, joined_at = coalesce(joined_at, ${now})
        where invitation_hash = ${hash} and ${isOpen} returning id::text`,
    );
    if (used === undefined) return false;
    const { db } = transaction;
    await db.delete(staffPasskeyTable).where(eq(staffPasskeyTable.accountId, used.id));
    await db.insert(staffPasskeyTable).values({ ...passkey, accountId: used.id, createdAt: now });
    await endSignIns(transaction, eq(staffSessionTable.staff, used.id));
    await noteStaff(transaction, used.id, 'staff_joined', used.id, {});
    return true;
  });
}

/** A passkey of a person who has access; null: there is none with this credential ID. */
export async function findPasskey({ db }: Reader, credential: string) {
  const [found] = await db
    .select({
      id: staffPasskeyTable.id,
      publicKey: staffPasskeyTable.publicKey,
      counter: staffPasskeyTable.counter,
      accountId: staffPasskeyTable.accountId,
    })
    .from(staffPasskeyTable)
    .innerJoin(staffAccountTable, eq(id, staffPasskeyTable.accountId))
    .where(and(eq(staffPasskeyTable.id, credential), isNull(removedAt)));
  return found ?? null;
}

const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  catalogs: z.array(z.string()).nullable(),
});

/**
 * Begins the sign-in of who has used a passkey; null: it was removed meanwhile, or its answer has begun one before.
 * Concurrency guarantee: the row of the person is locked, so that no sign-in outlives a removal, or has an earlier role.
 */
export function beginByPasskey(
  database: Database,
  tokenHash: string,
  used: { passkey: string; counter: number; challenge: string; place: SignInPlace },
): Promise<{ id: string; name: string } | null> {
  return database.transaction(async (transaction) => {
    const [member] = await transaction.write(
      memberRow,
      sql`select account.id::text, account.name, account.role, account.catalogs from storefront.staff_account as account
        where removed_at is null
          and id = (select account_id from storefront.staff_passkey where staff_passkey.id = ${used.passkey})
        for update`,
    );
    if (member === undefined) return null;
    const kept = await transaction.run(
      sql`update storefront.staff_passkey set counter = ${used.counter}
        where id = ${used.passkey} and not exists (
          select from storefront.staff_session where challenge = ${used.challenge})`,
    );
    if (kept === 0) return null;
    await beginWithin(transaction, tokenHash, {
      tokens: '',
      granted: { roles: [member.role], catalogs: member.catalogs },
      member,
      place: used.place,
      challenge: used.challenge,
    });
    return member;
  });
}

/** `last_admin`: nobody else could manage the team. `gone`: the person was removed before. */
export type TeamProblem = 'last_admin' | 'gone';

/** Locks all admins, in one order, so that two of them can't remove each other. */
async function problemOf(transaction: Transaction, account: string, staysAdmin: boolean) {
  const admins = await transaction.write(
    usedRow,
    sql`select id::text from storefront.staff_account
      where role = ${adminRole} and joined_at is not null and removed_at is null order by id for update`,
  );
  const isLast = admins.length === 1 && admins[0]?.id === account;
  return isLast && !staysAdmin ? ('last_admin' as const) : null;
}

/** Changes what an admin decides about a person: role and catalogues at once also where they are signed in. */
export function changePerson(
  database: Database,
  by: string,
  account: string,
  next: Decided,
): Promise<TeamProblem | null> {
  return database.transaction(async (transaction) => {
    const problem = await problemOf(transaction, account, next.role === adminRole);
    if (problem !== null) return problem;
    const changed = await transaction.run(
      sql`update storefront.staff_account
        set name = ${next.name}, role = ${next.role}, catalogs = ${listed(next.catalogs)}
        where id = ${account}::uuid and removed_at is null`,
    );
    if (changed === 0) return 'gone';
    await saveStaffName(transaction, { id: account, name: next.name });
    await transaction.run(
      sql`update storefront.staff_session set roles = ${json([next.role])}, catalogs = ${listed(next.catalogs)}
        where staff = ${account}`,
    );
    await noteStaff(transaction, by, 'staff_role_changed', account, allowed(next));
    return null;
  });
}

/** Takes a person's access away, ends their sign-ins, and forgets name and address, at once. The audit log keeps the name. */
export function remove(database: Database, by: string, account: string): Promise<TeamProblem | null> {
  return database.transaction(async (transaction) => {
    const problem = await problemOf(transaction, account, false);
    if (problem !== null) return problem;
    const removed = await transaction.run(
      sql`update storefront.staff_account
        set removed_at = ${now}, email = '', name = '', invited_until = null, invitation_hash = null
        where id = ${account}::uuid and removed_at is null`,
    );
    if (removed === 0) return 'gone';
    await transaction.db.delete(staffPasskeyTable).where(eq(staffPasskeyTable.accountId, account));
    const ended = await endSignIns(transaction, eq(staffSessionTable.staff, account));
    await noteStaff(transaction, by, 'staff_removed', account, { signIns: ended.length });
    return null;
  });
}

/** As the audit log has it. */
const allowed = ({ role: given, catalogs: some }: Decided) => ({
  role: given,
  ...(some === null ? {} : { catalogs: some }),
});

type TeamAction = 'staff_invited' | 'staff_joined' | 'staff_role_changed' | 'staff_removed';

function noteStaff(
  transaction: Transaction,
  staff: string,
  action: TeamAction,
  account: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return audit(transaction, { staff, action, subject: { kind: 'staff', id: account }, detail });
}
