import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf } from '../../database/conditions';
import { bulkInsert } from '../../database/bulk-insert';
import { json, type Reader, type Transaction } from '../../database/database';
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
 * the network, then the browser. Resolves to the database's time under the locks.
 */
export async function lockHolder(
  transaction: Transaction,
  { site, network, tokenHash }: Holder,
): Promise<Date> {
  const keys = [...(site === null ? [] : [site]), network, tokenHash];
  const [locked] = await transaction.write(
    z.object({ now: z.date() }),
    sql`select clock_timestamp() as now from (
          select count(pg_advisory_xact_lock(hashtextextended(value, 0))) from (
            select value from jsonb_array_elements_text(${json(keys)}) with ordinality as key (value, place)
            order by place) as keys) as locked`,
  );
  if (locked === undefined) throw new Error('the database told no time');
  return locked.now;
}

/**
 * What a browser, its network or its site holds unpaid, or has requested without getting an answer; the claims
 * that end first come first. Holds of an expired checkout count until they end. The checkout
 * `checkoutId` and the hold `holdId` do not count: they are about to be replaced.
 */
export function readClaims(
  reader: Reader,
  { network, site, tokenHash }: Holder,
  { checkoutId = null, holdId = null }: { checkoutId?: string | null; holdId?: string | null } = {},
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
              and checkout.id is distinct from ${checkoutId}::uuid and hold.id is distinct from ${holdId}::uuid))
        ) claimed
        where ends > clock_timestamp() order by ends`,
  );
}

/** `holdId` is null until the service has answered. */
type StoredClaim = NewClaim & { holdId: string | null; until: Date };

export async function insertClaim({ db }: Transaction, claim: StoredClaim): Promise<void> {
  await db.insert(claimTable).values(claim);
}

const { id: claimId, holdId, asked, at, tokenHash, network, site, units, until } = claimTable;
const claimsInsert = bulkInsert(claimTable, {
  id: claimId,
  holdId,
  asked,
  at,
  tokenHash,
  network,
  site,
  units,
  until,
});

/** The parts of a statement that replace a claim by others. */
export const replacedClaim = (id: string, claims: readonly StoredClaim[]): SQL[] => [
  sql`answered as (delete from storefront.claim where id = ${id})`,
  sql`claimed as (${claimsInsert(claims)})`,
];

export async function markClaimLost({ db }: Transaction, id: string): Promise<void> {
  await db.update(claimTable).set({ isLost: true }).where(eq(claimId, id));
}

/** The claim still counts, but no retry may use its key any more: its reservations are being released. */
export async function closeClaim({ db }: Transaction, id: string): Promise<void> {
  await db.update(claimTable).set({ asked: '' }).where(eq(claimId, id));
}

export async function deleteClaimsOf({ db }: Transaction, reservationIds: readonly string[]): Promise<void> {
  const { id, reservationId } = holdTable;
  const holds = db.select({ id }).from(holdTable).where(isOneOf(reservationId, reservationIds));
  await db.delete(claimTable).where(inArray(holdId, holds));
}

export async function deleteClaim({ db }: Transaction, id: string): Promise<void> {
  await db.delete(claimTable).where(eq(claimId, id));
}
