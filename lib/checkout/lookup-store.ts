import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../database/database';
import { languages, type Language } from '../locale/languages';
import { cameToSomething } from './find-orders';

/** The most codes that are tried for one search. */
export const mostTries = 5;
/** The most codes that one network has mailed to one address in an hour. */
export const mostCodesOfRequester = 5;
/**
 * The most codes that are mailed to one address in an hour. Several times those of one network, so that no single
 * stranger keeps a customer from getting one.
 */
export const mostCodesAnHour = 30;
/** How long a search opens anything (minutes). */
export const codeMinutes = 10;

// By the database's clock, as everything that ends.
const isAlive = sql`used_at is null and tries < ${mostTries}
  and created_at > clock_timestamp() - make_interval(mins => ${codeMinutes})`;

export const lookupSchema = z.object({
  email: z.string(),
  language: z.enum(languages),
  triesLeft: z.int(),
  /** Whether a code may be tried. */
  isAlive: z.boolean(),
});
export type Lookup = z.infer<typeof lookupSchema>;

/** Null for an identifier that can't be one, too: it came from a cookie. */
export async function findLookup(reader: Reader, id: string): Promise<Lookup | null> {
  if (!z.guid().safeParse(id).success) return null;
  const [found] = await reader.rows(
    lookupSchema,
    sql`select email, language, greatest(0, ${mostTries} - tries)::int as "triesLeft", ${isAlive} as "isAlive"
        from storefront.lookup where id = ${id}`,
  );
  return found ?? null;
}

export async function insertLookup(
  transaction: Transaction,
  lookup: { id: string; email: string; language: Language; requester: string },
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.lookup (id, email, language, requester, created_at)
        values (${lookup.id}, ${lookup.email}, ${lookup.language}, ${lookup.requester}, clock_timestamp())`,
  );
}

/** Forgets addresses that were typed more than a day ago: nothing is found with them any more. */
export async function forgetLookups(transaction: Transaction): Promise<void> {
  await deleteLookups(transaction, sql`created_at < clock_timestamp() - interval '1 day'`);
}

/** Forgets the searches for the orders of one address (in lower case), with their e-mails. */
export async function forgetLookupsOf(transaction: Transaction, email: string): Promise<void> {
  await deleteLookups(transaction, sql`email = ${email}`);
}

async function deleteLookups(transaction: Transaction, which: SQL): Promise<void> {
  const ids = sql`select id from storefront.lookup where ${which}`;
  await transaction.run(sql`delete from storefront.mail where lookup_id in (${ids})`);
  await transaction.run(sql`delete from storefront.lookup where ${which}`);
}

/**
 * Keeps the code that is about to be mailed, where there is something to find, and the address did not get enough of
 * them in this hour, in all and from this requester. Race promise: one address's searches wait for each other, so that
 * the hour's limits are exact. A
 * code that was mailed before for the same search is good no more.
 */
export async function saveCode(
  transaction: Transaction,
  id: string,
  codeHash: string,
): Promise<{ email: string; language: Language } | null> {
  await transaction.run(
    sql`select pg_advisory_xact_lock(hashtextextended(email, 0)) from storefront.lookup where id = ${id}`,
  );
  const [saved] = await transaction.write(
    lookupSchema.pick({ email: true, language: true }),
    sql`update storefront.lookup set code_hash = ${codeHash}
        where id = ${id} and ${isAlive}
          and exists (select 1 from storefront.checkout
            where checkout.email = lookup.email and ${cameToSomething})
          and (select count(*) < ${mostCodesAnHour}
              and count(*) filter (where other.requester is not distinct from lookup.requester)
                < ${mostCodesOfRequester}
            from storefront.lookup as other
            where other.email = lookup.email and other.id <> lookup.id and other.code_hash is not null
              and other.created_at > clock_timestamp() - interval '1 hour')
        returning email, language`,
  );
  return saved ?? null;
}

/**
 * Counts a try. Race promise: one conditional UPDATE, so that of any number at once no more than the most go through.
 * Null when no code may be tried (any more); a search that was never mailed a code counts like any other.
 */
export async function countTry(
  transaction: Transaction,
  id: string,
): Promise<{ email: string; codeHash: string | null; triesLeft: number } | null> {
  const [counted] = await transaction.write(
    z.object({ email: z.string(), codeHash: z.string().nullable(), triesLeft: z.int() }),
    sql`update storefront.lookup set tries = tries + 1 where id = ${id} and ${isAlive}
        returning email, code_hash as "codeHash", (${mostTries} - tries)::int as "triesLeft"`,
  );
  return counted ?? null;
}

/** Uses a search up. Race promise: one conditional UPDATE; false when somebody else was first. */
export async function useUp(transaction: Transaction, id: string): Promise<boolean> {
  const changed = await transaction.run(
    sql`update storefront.lookup set used_at = clock_timestamp() where id = ${id} and used_at is null`,
  );
  return changed === 1;
}

/** Opens to a browser everything that came of an address; resolves to how much of it was not open to it before. */
export function grantFound(transaction: Transaction, tokenHash: string, email: string): Promise<number> {
  return transaction.run(
    sql`insert into storefront.access (token_hash, checkout_id, granted_at)
        select ${tokenHash}, checkout.id, clock_timestamp() from storefront.checkout
        where checkout.email = ${email} and ${cameToSomething}
        on conflict do nothing`,
  );
}
