import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader, type Transaction } from '../database/database';

/** Whose browser asks: the hash of its token; and from which network and site: keyed hashes, too. */
export interface Holder {
  tokenHash: string;
  network: string;
  /** Null for IPv4, where there is none. */
  site: string | null;
}

export interface NewClaim extends Holder {
  id: string;
  units: number;
  /** What was asked for, as a hash. */
  asked: string;
  /** When, by our database's clock. */
  at: Date;
}

/** How long a service may hold what it was asked for when we never hear of it. */
export const lostMinutes = 20;

const claimSchema = z.object({
  id: z.string(),
  asked: z.string(),
  at: z.date(),
  /** The answer never came: the service may hold it or not. */
  isLost: z.boolean(),
  units: z.int(),
  isBasket: z.boolean(),
  isNetwork: z.boolean(),
  isSite: z.boolean(),
  /** Until it ends by itself. */
  secondsLeft: z.int(),
});
export type Claim = z.infer<typeof claimSchema>;

/**
 * One at a time for a site, for a network, and for a browser: counting and claiming are exact. No two wait for each
 * other, because all take the site first, then the network.
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
 * What a browser, its network or its site holds and has not paid, or asked for without hearing the answer; first ends first. What
 * a checkout has over that expired is still held. `besides`: a checkout that does not count.
 */
export function readClaims(
  reader: Reader,
  { network, site, tokenHash }: Holder,
  besides: string | null = null,
): Promise<Claim[]> {
  return reader.rows(
    claimSchema,
    sql`select id, asked, at, "isLost", units, token_hash = ${tokenHash} as "isBasket", network = ${network} as "isNetwork",
          coalesce(site = ${site}::text, false) as "isSite",
          ceil(extract(epoch from ends - clock_timestamp()))::int as "secondsLeft"
        from (
          select claim.*, coalesce(hold.expires_at, claim.until) as ends,
            -- Whoever asked has died, when nobody said so after all this time.
            claim.hold_id is null and (is_lost
              or claim.until < clock_timestamp() + make_interval(mins => ${lostMinutes}) - interval '2 minutes')
              as "isLost"
          from storefront.claim
          left join storefront.hold on hold.id = claim.hold_id
          left join storefront.checkout on checkout.id = hold.checkout_id
          where (claim.network = ${network} or claim.token_hash = ${tokenHash} or claim.site = ${site}::text)
            and (claim.hold_id is null or (checkout.state in ('held', 'paying', 'expired', 'cancelled')
              and checkout.id is distinct from ${besides}::uuid))
        ) claimed
        where ends > clock_timestamp() order by ends`,
  );
}

/** `holdId`: null as long as it is only asked for. */
export async function insertClaim(
  transaction: Transaction,
  claim: NewClaim & { holdId: string | null; until: Date },
): Promise<void> {
  const { id, holdId, tokenHash, network, site, units, asked } = claim;
  const [at, until] = [claim.at.toISOString(), claim.until.toISOString()];
  await transaction.run(
    sql`insert into storefront.claim (id, hold_id, token_hash, network, site, units, asked, at, until)
        values (${id}, ${holdId}::uuid, ${tokenHash}, ${network}, ${site}, ${units}, ${asked}, ${at}::timestamptz,
          ${until}::timestamptz)`,
  );
}

export async function loseClaim(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`update storefront.claim set is_lost = true where id = ${id}`);
}

/** It still counts, but nobody may take its place: what was held under its key is being given back. */
export async function closeClaim(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`update storefront.claim set asked = '' where id = ${id}`);
}

/** These reservations were given back. */
export async function deleteClaimsOf(
  transaction: Transaction,
  reservationIds: readonly string[],
): Promise<void> {
  await transaction.run(
    sql`delete from storefront.claim where hold_id in (
          select id from storefront.hold
          where reservation_id in (select jsonb_array_elements_text(${json(reservationIds)})::uuid))`,
  );
}

export async function deleteClaim(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`delete from storefront.claim where id = ${id}`);
}

/** Forgets from which networks was bought, a day later: nothing that old is held any more. */
export async function forgetClaims(transaction: Transaction): Promise<void> {
  await transaction.run(sql`delete from storefront.claim where until < clock_timestamp() - interval '1 day'`);
}
