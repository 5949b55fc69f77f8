import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, json, type Transaction } from '../../database/database';
import { saveStaffName } from './audit-store';
import type { CheckoutContext } from '../context';
import type { Granted } from '../rules/staff-catalogs';

type Storing = Pick<CheckoutContext, 'database'>;

export const staffSessionLimits = {
  /** How long a sign-in lasts at most, and without being used. */
  hours: 8,
  idleMinutes: 30,
  /** How long the roles are valid; then the identity provider is asked again. */
  freshMinutes: 5,
  /** How long they are valid when it can't be asked. After that they are unknown, and access is denied. */
  usableMinutes: 15,
} as const;

// Measured by the database's clock, like every other time limit.
export const isAlive = sql`ended_at is null
  and seen_at > clock_timestamp() - make_interval(mins => ${staffSessionLimits.idleMinutes})
  and created_at > clock_timestamp() - make_interval(hours => ${staffSessionLimits.hours})`;

const sessionRow = z.object({
  roles: z.array(z.string()),
  /** Null: all. */
  catalogs: z.array(z.string()).nullable(),
  tokens: z.string(),
  /** How many minutes ago the identity provider returned the roles. */
  rolesAge: z.number(),
});
export type StaffSession = z.output<typeof sessionRow>;
const session = sql`roles, catalogs, tokens, (extract(epoch from clock_timestamp() - roles_at) / 60)::float8 as "rolesAge"`;

/** As a value of a statement. */
export const listed = (names: readonly string[] | null) => (names === null ? sql`null` : json(names));

/** Where a person signs in: null is not known. */
export interface SignInPlace {
  /** Kind and system, such as "Firefox, Linux". */
  browser: string | null;
  /** /24 or /56. */
  network: string | null;
}

interface Begun {
  /** Of the identity provider, sealed. */
  tokens: string;
  granted: Granted;
  member: { id: string; name: string };
  place: SignInPlace;
  /** What a passkey has signed, hashed. */
  challenge?: string;
}

function begin({ database }: Storing, tokenHash: string, begun: Begun): Promise<void> {
  return database.transaction((transaction) => beginWithin(transaction, tokenHash, begun));
}

/** In the transaction that reads the role of the person. Rejects if the passkey's answer has begun a session before. */
export async function beginWithin(
  transaction: Transaction,
  tokenHash: string,
  { tokens, granted: { roles, catalogs }, member, place: { browser, network }, challenge }: Begun,
): Promise<void> {
  await transaction.run(
    sql`delete from storefront.staff_session where created_at < statement_timestamp() - interval '1 day'`,
  );
  await saveStaffName(transaction, member);
  await transaction.run(
    sql`insert into storefront.staff_session
        (token_hash, staff, browser, network, challenge, created_at, seen_at, tokens, roles, catalogs, roles_at)
      values (${tokenHash}, ${member.id}, ${browser}, ${network}, ${challenge ?? null},
        clock_timestamp(), clock_timestamp(), ${tokens}, ${json(roles)}, ${listed(catalogs)}, clock_timestamp())`,
  );
}

/**
 * A session that is valid, or null; using it extends it. Concurrency guarantee: the UPDATE has the same condition,
 * so that a session that ends meanwhile is not extended. Written once a minute at most, since a page asks
 * several times.
 */
async function touch({ database }: Storing, tokenHash: string): Promise<StaffSession | null> {
  const [found] = await database.rows(
    sessionRow.extend({ isSeenRecently: z.boolean() }),
    sql`select ${session}, seen_at > clock_timestamp() - interval '1 minute' as "isSeenRecently"
        from storefront.staff_session where token_hash = ${tokenHash} and ${isAlive}`,
  );
  if (found === undefined || found.isSeenRecently) return found ?? null;
  return (await changeOne(database, tokenHash, sql`seen_at = clock_timestamp()`)) ? found : null;
}

async function changeOne(database: Database, tokenHash: string, changes: SQL): Promise<boolean> {
  const changed = await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.staff_session set ${changes} where token_hash = ${tokenHash} and ${isAlive}`,
    ),
  );
  return changed === 1;
}

/**
 * The session, for the caller that has to ask the identity provider for its roles now; null for all others.
 * Concurrency guarantee: of all callers in all processes one asks at a time, because a refresh token that is used
 * twice can end the sign-in.
 */
async function claimRoles({ database }: Storing, tokenHash: string): Promise<StaffSession | null> {
  const [claimed] = await database.transaction((transaction) =>
    transaction.write(
      sessionRow,
      sql`update storefront.staff_session set asking_until = clock_timestamp() + interval '30 seconds'
        where token_hash = ${tokenHash} and ${isAlive}
          and roles_at <= clock_timestamp() - make_interval(mins => ${staffSessionLimits.freshMinutes})
          and (asking_until is null or asking_until < clock_timestamp())
        returning ${session}`,
    ),
  );
  return claimed ?? null;
}

/** What the identity provider has given; `granted` null: it could not be asked. */
async function saveRoles(
  { database }: Storing,
  tokenHash: string,
  { tokens, granted }: { tokens: string; granted: Granted | null },
): Promise<void> {
  const known =
    granted === null
      ? sql``
      : sql`, roles = ${json(granted.roles)}, catalogs = ${listed(granted.catalogs)}, roles_at = clock_timestamp()`;
  await changeOne(database, tokenHash, sql`asking_until = null, tokens = ${tokens}${known}`);
}

/**
 * Resolves to the tokens of a session, sealed; null: it was ended before. Also of one that was not used for too long: its
 * person may still be signed in at the identity provider, and the next one at this browser would be that person.
 */
async function end({ database }: Storing, tokenHash: string): Promise<string | null> {
  const [ended] = await database.single.write(
    sessionRow.pick({ tokens: true }),
    sql`with valid as (
          select token_hash, tokens from storefront.staff_session
          where token_hash = ${tokenHash} and ended_at is null for update)
        update storefront.staff_session as ended set ended_at = clock_timestamp(), tokens = null
        from valid where ended.token_hash = valid.token_hash returning valid.tokens`,
  );
  return ended?.tokens ?? null;
}

/** Sessions of signed-in staff, each identified by the hash of the token in its cookie. */
export const staffSessions = { begin, touch, claimRoles, saveRoles, end };
