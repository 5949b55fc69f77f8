import { randomInt, timingSafeEqual } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Language } from '../locale/languages';
import { countTry, forgetLookups, grantFound, insertLookup, saveCode, useUp } from './lookup-store';
import { queueCode } from './mail-store';
import type { Rooms } from './rooms';
import { hashLink } from './tokens';

type Looking = Pick<Rooms, 'database' | 'linkSecret'>;

/**
 * Somebody looks for the orders of an e-mail address. Whether there are any is not looked at here: the same is written
 * down for each address, so that neither the answer nor its time tells anything. Resolves to the search's identifier.
 * `network`: whose number of codes is limited.
 */
export async function beginLookup(
  { database, linkSecret }: Looking,
  search: { email: string; language: Language; network: string },
): Promise<string> {
  const id = newId();
  const email = search.email.toLowerCase();
  const requester = hashLink(`requester ${search.network}`, linkSecret);
  await database.transaction(async (transaction) => {
    await forgetLookups(transaction);
    await insertLookup(transaction, { id, email, language: search.language, requester });
    await queueCode(transaction, { id: newId(), lookupId: id });
  });
  return id;
}

/**
 * A new code for the letter that is about to be sent; only its keyed hash is kept. Null when there is nothing to send:
 * no orders, too late, or too many letters to this address already.
 */
export async function codeFor(
  { database, linkSecret }: Looking,
  lookupId: string,
): Promise<{ to: string; language: Language; code: string } | null> {
  const code = newCode();
  const saved = await database.transaction((transaction) =>
    saveCode(transaction, lookupId, hashCode(lookupId, code, linkSecret)),
  );
  return saved === null ? null : { to: saved.email, language: saved.language, code };
}

export type Tried =
  /** Everything that came of the address is open to the browser now. */
  | { kind: 'opened' }
  | { kind: 'wrong'; triesLeft: number }
  /** Too late, used, tried too often, or no such search. */
  | { kind: 'over' };

/** Tries a code of eight digits for a search, on behalf of the browser with this token. */
export async function tryCode(
  { database, linkSecret }: Looking,
  attempt: { lookupId: string; code: string; tokenHash: string },
): Promise<Tried> {
  const { lookupId, code, tokenHash } = attempt;
  return database.transaction(async (transaction) => {
    const counted = await countTry(transaction, lookupId);
    if (counted === null) return { kind: 'over' };
    const { email, codeHash, triesLeft } = counted;
    // Worked out for a search without a code, too: it takes as long.
    if (!isSame(codeHash ?? '', hashCode(lookupId, code, linkSecret)))
      return triesLeft === 0 ? { kind: 'over' } : { kind: 'wrong', triesLeft };
    if (!(await useUp(transaction, lookupId))) return { kind: 'over' };
    await grantFound(transaction, tokenHash, email);
    return { kind: 'opened' };
  });
}

function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}

/** So few digits could be found by trying them all, were the hash not keyed. */
function hashCode(lookupId: string, code: string, secret: string): string {
  return hashLink(`code ${lookupId} ${code}`, secret);
}

/** In constant time. Both are hashes, so of one length; a code that was never made has none. */
function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
