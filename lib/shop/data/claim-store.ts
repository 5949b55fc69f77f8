import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf } from '../../database/conditions';
import type { Reader, Transaction } from '../../database/database';
import { holdTable } from '../tables/checkout-table';
import { claimTable } from '../tables/claim-table';

/** Which browser requests a hold: the hash of its token, and keyed hashes of its network and its site. */
export interface Holder {
  tokenHash: string;
  network: string;
  /** The site of an IPv6 network; null for IPv4. */
  site: string | null;
}

export interface NewClaim extends Holder {
  id: string;
  units: number;
  /** Hash of the requested items, and after a dot the form in which they were requested, if that is known. */
  asked: string;
  /** When it was requested, by our database's clock. */
  at: Date;
}

/** How many minutes the service may hold requested items when its answer never arrives. */
export const lostMinutes = 20;

const claimSchema = z.object({
  id: z.string(),
  /** Of what is held; null until the service has answered. */
  checkoutId: z.string().nullable(),
  asked: z.string(),
  at: z.date(),
  /** The answer never arrived: the service may hold the items or not. */
  isLost: z.boolean(),
  units: z.int(),
  isBasket: z.boolean(),
  isNetwork: z.boolean(),
  isSite: z.boolean(),
  secondsLeft: z.int(),
});
export type Claim = z.infer<typeof claimSchema>;

/**
 * Concurrency guarantee: for one site, one network and one browser, transactions run one after another, so
 * counting and claiming are exact. There is no deadlock, because every transaction locks the site first, then
 * the network, then the browser.
 */
export async function lockHolder(
  transaction: Transaction,
  { site, network, tokenHash }: Holder,
): Promise<void> {
  for (const key of [...(site === null ? [] : [site]), network, tokenHash]) {
    await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
}

/**
 * What a browser, its network or its site holds unpaid, or has requested without getting an answer; the claims
 * that end first come first. Holds of an expired checkout count until they end. The checkout
 * `excludedCheckoutId` does not count.
 */
export function readClaims(
  reader: Reader,
  { network, site, tokenHash }: Holder,
  excludedCheckoutId: string | null = null,
): Promise<Claim[]> {
  return reader.rows(
    claimSchema,
    sql`select id, "checkoutId", asked, at, "isLost", units, token_hash = ${tokenHash} as "isBasket", network = ${network} as "isNetwork",
          coalesce(site = ${site}::text, false) as "isSite",
          ceil(extract(epoch from ends - clock_timestamp()))::int as "secondsLeft"
        from (
          select claim.*, hold.checkout_id as "checkoutId", coalesce(hold.expires_at, claim.until) as ends,
            -- The requesting process has crashed if no result was stored after all this time.
            claim.hold_id is null and (is_lost
              or claim.until < clock_timestamp() + make_interval(mins => ${lostMinutes}) - interval '2 minutes')
              as "isLost"
          from storefront.claim
          left join storefront.hold on hold.id = claim.hold_id
          left join storefront.checkout on checkout.id = hold.checkout_id
          where (claim.network = ${network} or claim.token_hash = ${tokenHash} or claim.site = ${site}::text)
            and (claim.hold_id is null or (checkout.state in ('held', 'paying', 'expired', 'cancelled')
              and checkout.id is distinct from ${excludedCheckoutId}::uuid))
        ) claimed
        where ends > clock_timestamp() order by ends`,
  );
}

/** `holdId` is null until the service has answered. */
export async function insertClaim(
  { db }: Transaction,
  claim: NewClaim & { holdId: string | null; until: Date },
): Promise<void> {
  await db.insert(claimTable).values(claim);
}

export async function markClaimLost({ db }: Transaction, id: string): Promise<void> {
  await db.update(claimTable).set({ isLost: true }).where(eq(claimTable.id, id));
}

/** The claim still counts, but no retry may use its key any more: its reservations are being released. */
export async function closeClaim({ db }: Transaction, id: string): Promise<void> {
  await db.update(claimTable).set({ asked: '' }).where(eq(claimTable.id, id));
}

export async function deleteClaimsOf({ db }: Transaction, reservationIds: readonly string[]): Promise<void> {
  const { id, reservationId } = holdTable;
  const holds = db.select({ id }).from(holdTable).where(isOneOf(reservationId, reservationIds));
  await db.delete(claimTable).where(inArray(claimTable.holdId, holds));
}

export async function deleteClaim({ db }: Transaction, id: string): Promise<void> {
  await db.delete(claimTable).where(eq(claimTable.id, id));
}

export async function forgetClaims({ db }: Transaction): Promise<void> {
  await db.delete(claimTable).where(sql`${claimTable.until} < clock_timestamp() - interval '1 day'`);
}
