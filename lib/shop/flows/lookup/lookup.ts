import { randomInt, timingSafeEqual } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Language } from '../../../locale/languages';
import { countTry, grantFound, insertLookup, saveCode, useUp } from '../../data/lookup-store';
import { enqueueCode } from '../../data/mail-store';
import type { CheckoutContext } from '../../context';
import { hashLink } from '../../tokens';

type Looking = Pick<CheckoutContext, 'database' | 'linkSecret'>;

/**
 * A customer looks for the orders of an e-mail address. This function does not check whether there are any:
 * it writes the same for each address, so that neither the answer nor its time tells anything. Resolves to
 * the search's identifier. `network`: the keyed hash of the requester's network, for which the number of
 * codes is limited.
 */
export async function beginLookup(
  { database, linkSecret }: Looking,
  search: { email: string; language: Language; network: string },
): Promise<string> {
  const id = newId();
  const email = search.email.toLowerCase();
  const requester = hashLink(`requester ${search.network}`, linkSecret);
  await database.transaction(async (transaction) => {
    await insertLookup(transaction, { id, email, language: search.language, requester });
    await enqueueCode(transaction, id);
  });
  return id;
}

/**
 * A new code for the e-mail that is about to be sent; only its keyed hash is stored. Null when nothing may be
 * sent: no orders, too late, or too many e-mails to this address already.
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
  | { kind: 'opened' }
  | { kind: 'wrong'; triesLeft: number }
  /** Too late, used, tried too often, or no such search. */
  | { kind: 'ended' };

export async function tryCode(
  { database, linkSecret }: Looking,
  attempt: { lookupId: string; code: string; tokenHash: string },
): Promise<Tried> {
  const { lookupId, code, tokenHash } = attempt;
  return database.transaction(async (transaction) => {
    const counted = await countTry(transaction, lookupId);
    if (counted === null) return { kind: 'ended' };
    const { email, codeHash, triesLeft } = counted;
    // The hash is also computed for a search without a code, so that both take the same time.
    if (!isSame(codeHash ?? '', hashCode(lookupId, code, linkSecret)))
      return triesLeft === 0 ? { kind: 'ended' } : { kind: 'wrong', triesLeft };
    if (!(await useUp(transaction, lookupId))) return { kind: 'ended' };
    await grantFound(transaction, tokenHash, email);
    return { kind: 'opened' };
  });
}

function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}

/** The hash is keyed: all eight-digit codes could be tried against a plain hash. */
function hashCode(lookupId: string, code: string, secret: string): string {
  return hashLink(`code ${lookupId} ${code}`, secret);
}

/** Compares in constant time. Both are hashes of the same length; a search without a code has none. */
function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
