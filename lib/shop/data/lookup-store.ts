import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '../../database/bound-rows';
import type { Reader, Transaction } from '../../database/database';
import { languages, type Language } from '../../locale/languages';
import { lookupTable } from '../tables/checkout-table';
import { cameToSomething } from './checkout-store';

const { id: lookupId, email, language, codeHash, tries, usedAt } = lookupTable;
const now = sql`clock_timestamp()`;

export const mostTries = 5;
/** The most codes that requests from one network can send to one address in an hour. */
export const mostCodesOfRequester = 5;
/**
 * The most codes that are sent to one address in an hour: several times the limit of one network, so that an
 * attacker in one network can't keep a customer from getting a code.
 */
export const mostCodesAnHour = 30;
export const codeMinutes = 10;

// Measured by the database's clock, like every other time limit.
const isAlive = sql`used_at is null and tries < ${mostTries}
  and created_at > statement_timestamp() - make_interval(mins => ${codeMinutes})`;

export type Lookup = Pick<typeof lookupTable.$inferSelect, 'email' | 'language'> & {
  triesLeft: number;
  isAlive: boolean;
};

/** Also null for a string that is not a valid identifier, because it comes from a cookie. */
export async function findLookup({ db }: Reader, id: string): Promise<Lookup | null> {
  if (!z.guid().safeParse(id).success) return null;
  const [found] = await db
    .select({
      email,
      language,
      triesLeft: sql<number>`greatest(0, ${mostTries} - ${tries})::int`,
      isAlive: sql<boolean>`${isAlive}`,
    })
    .from(lookupTable)
    .where(eq(lookupId, id));
  return found ?? null;
}

export async function insertLookup(
  { db }: Transaction,
  lookup: { id: string; email: string; language: Language; requester: string },
): Promise<void> {
  await db.insert(lookupTable).values({ ...lookup, createdAt: now });
}

/**
 * Deletes at most so many addresses that were typed more than a day ago: their searches have ended. Resolves to their number.
 * Concurrency guarantee: rows that others have locked are left out.
 */
export function forgetOldLookups(transaction: Transaction, limit: number): Promise<number> {
  return deleteLookups(
    transaction,
    sql`created_at < statement_timestamp() - interval '1 day' order by created_at limit ${limit}
        for update skip locked`,
  );
}

/** Forgets the searches for the orders of one address (in lower case), with their e-mails. */
export function forgetLookupsOf(transaction: Transaction, address: string): Promise<number> {
  return deleteLookups(transaction, sql`email = ${address} for update`);
}

async function deleteLookups(transaction: Transaction, which: SQL): Promise<number> {
  const rows = await transaction.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.lookup where ${which}`,
  );
  const ids = boundIds(rows.map(({ id }) => id));
  await transaction.run(sql`delete from storefront.mail where lookup_id in ${ids}`);
  return transaction.run(sql`delete from storefront.lookup where id in ${ids}`);
}

/**
 * Stores the code that is about to be sent, if there is something to find and the address has not reached its
 * limits for this hour, in total and from this requester. A code that was sent before for the same search
 * becomes invalid. Concurrency guarantee: the searches of one address run one after another, so that the
 * hourly limits are exact.
 */
export async function saveCode(
  transaction: Transaction,
  id: string,
  hash: string,
): Promise<{ email: string; language: Language } | null> {
  await transaction.run(
    sql`select pg_advisory_xact_lock(hashtextextended(email, 0)) from storefront.lookup where id = ${id}`,
  );
  const [saved] = await transaction.write(
    z.object({ email: z.string(), language: z.enum(languages) }),
    sql`update storefront.lookup set code_hash = ${hash}
        where id = ${id} and ${isAlive}
          and exists (select 1 from storefront.checkout
            where checkout.email = lookup.email and ${cameToSomething})
          and (select count(*) < ${mostCodesAnHour}
              and count(*) filter (where other.requester is not distinct from lookup.requester)
                < ${mostCodesOfRequester}
            from storefront.lookup as other
            where other.email = lookup.email and other.id <> lookup.id and other.code_hash is not null
              and other.created_at > statement_timestamp() - interval '1 hour')
        returning email, language`,
  );
  return saved ?? null;
}

/**
 * Counts a try. Concurrency guarantee: one conditional UPDATE, so of any number of concurrent tries at most
 * the maximum succeeds. Null when no further code may be tried; a search for which no code was sent counts
 * like any other.
 */
export async function countTry(
  { db }: Transaction,
  id: string,
): Promise<{ email: string; codeHash: string | null; triesLeft: number } | null> {
  const [counted] = await db
    .update(lookupTable)
    .set({ tries: sql`${tries} + 1` })
    .where(and(eq(lookupId, id), isAlive))
    .returning({ email, codeHash, triesLeft: sql<number>`(${mostTries} - ${tries})::int` });
  return counted ?? null;
}

/** Uses a search up. Concurrency guarantee: one conditional UPDATE; false when another request was first. */
export async function useUp({ db }: Transaction, id: string): Promise<boolean> {
  const used = await db
    .update(lookupTable)
    .set({ usedAt: now })
    .where(and(eq(lookupId, id), isNull(usedAt)))
    .returning({ lookupId });
  return used.length === 1;
}

export function grantFound(transaction: Transaction, tokenHash: string, email: string): Promise<number> {
  return transaction.run(
    sql`insert into storefront.access (token_hash, checkout_id, granted_at)
        select ${tokenHash}, checkout.id, clock_timestamp() from storefront.checkout
        where checkout.email = ${email} and ${cameToSomething}
        on conflict do nothing`,
  );
}
