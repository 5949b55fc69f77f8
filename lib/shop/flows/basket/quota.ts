import type { SQL } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { ServiceError } from '../../../client/service-error';
import type { Reservation } from '../../../contract/reservation';
import type { Language } from '../../../locale/languages';
import { databaseNow } from '../../../database/database-now';
import {
  closeClaim,
  deleteClaim,
  deleteClaimsOf,
  insertClaim,
  lockHolder,
  lostMinutes,
  markClaimLost,
  readClaims,
  replacedClaim,
  type Claim,
  type Holder,
  type NewClaim,
} from '../../data/claim-store';
import { releaseAll, reserve, type Reserved, type Taken } from './reserve';
import type { RequestedItem } from '../../rules/requested-items';
import { unitsOf } from '../../rules/units-of';
import type { Quota, CheckoutContext } from '../../context';

export interface OverQuota {
  kind: 'over_quota';
  of: keyof Quota;
  left: number;
  /** In how many seconds they may be held if no one else reserves any; null: they exceed the limit. */
  seconds: number | null;
}

export type Claimed = Readonly<NewClaim>;

type Counting = Pick<CheckoutContext, 'client' | 'database' | 'report' | 'quota' | 'groupLimits'>;
type Held = Extract<Reserved, { kind: 'held' }>;

const minute = 60_000;
/** For how long a lost answer is retried under the same key. */
const retryMilliseconds = 5 * minute;

export interface WithinOptions {
  language: Language;
  /** Some catalogues have a limit of their own. */
  catalogId?: string;
  /** They are sold at the counter, of a service that keeps places for it. */
  atCounter?: boolean;
  /** A checkout whose reservations are about to be replaced: they do not count. */
  excludedCheckoutId?: string;
  /** The same of a single hold; null: none. */
  excludedHoldId?: string | null;
}

export type ReservedWithin = Exclude<Reserved, Held> | OverQuota | (Held & { claimed: Claimed });

/** The form was sent twice: what it asks for is held already. */
export interface Repeated {
  kind: 'repeated';
  checkoutId: string;
}

/**
 * Reserves for a customer within the limits of a browser, a network and a site. The quota claim is written
 * before the service is asked, so that concurrent requests count it. A request without an answer counts until
 * its reservations must have ended. When the same items are requested again, the retry uses the first claim
 * and its key: a service that supports idempotency keys then holds them once. After success the caller either
 * calls `keptClaims` in the transaction that stores the reservations, or `giveUpClaim`, which releases them.
 */
export async function reserveWithin(
  context: Counting,
  holder: Holder,
  items: readonly RequestedItem[],
  options: WithinOptions,
): Promise<ReservedWithin> {
  const claimed = await claim(context, { holder, items, options });
  return 'kind' in claimed ? claimed : reserveClaimed(context, { holder, items, options }, claimed);
}

/** For how long after a form was sent, sending it again counts as one click too many. */
const repeatMilliseconds = 30_000;
const lookAgainMilliseconds = 100;

/**
 * Reserves within the limits for a form that may be sent twice, by two clicks on a slow connection. The second time
 * waits for the result of the first. If the first was refused, the second is a request of its own. `formId` differs for
 * each page.
 */
export async function reserveOnce(
  context: Counting,
  holder: Holder,
  items: readonly RequestedItem[],
  options: WithinOptions & { formId: string },
): Promise<ReservedWithin | Repeated> {
  const asked = { holder, items, options };
  const sameForm = askedFor(items, options.formId);
  const began = performance.now();
  for (;;) {
    const claimed = await claim(context, asked, (claims, now) => findEarlier(claims, sameForm, now));
    if (!('kind' in claimed)) return reserveClaimed(context, asked, claimed);
    if (claimed.kind !== 'running') return claimed;
    const seconds = lookAgainMilliseconds / 1000;
    if (performance.now() - began > repeatMilliseconds) return { kind: 'busy', running: true, seconds };
    await pause(lookAgainMilliseconds);
  }
}

interface Asked {
  holder: Holder;
  items: readonly RequestedItem[];
  options: WithinOptions & { formId?: string };
}

/** What came of the same form, if this browser has just sent it. */
function findEarlier(
  claims: readonly Claim[],
  sameForm: string,
  now: Date,
): Repeated | { kind: 'running' } | null {
  const isRecent = ({ at }: Claim) => now.getTime() - at.getTime() < repeatMilliseconds;
  const earlier = claims.find(
    (one) => one.isBasket && !one.isLost && one.asked === sameForm && isRecent(one),
  );
  if (earlier === undefined) return null;
  return earlier.checkoutId === null
    ? { kind: 'running' }
    : { kind: 'repeated', checkoutId: earlier.checkoutId };
}

/** The text by which a claim's request is recognized. */
function askedFor(items: readonly RequestedItem[], formId: string | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify(items)).digest('base64url');
  return formId === undefined ? hash : `${hash}.${formId}`;
}

const itemsOf = (asked: string) => asked.split('.', 1)[0];

async function reserveClaimed(
  context: Counting,
  { holder, items, options }: Asked,
  claimed: Claimed & { isRetry: boolean },
): Promise<ReservedWithin> {
  const { id: idempotencyKey, at: asked, isRetry } = claimed;
  const { language, atCounter = false } = options;
  try {
    const reserved = await reserve(context, items, { language, idempotencyKey, asked, atCounter });
    switch (reserved.kind) {
      case 'held':
        if (!isRetry || (await isFresh(context, reserved.taken, asked))) return { ...reserved, claimed };
        // These are the reservations of the lost answer, made long ago: little of their time is left.
        await giveUpClaim(context, { claimed, taken: reserved.taken }, language);
        return await reserveWithin(context, holder, items, options);
      case 'refused':
        await endClaim(context, claimed, reserved.allBack ? 'drop' : 'close');
        return reserved;
      case 'busy':
        await endClaim(context, claimed, reserved.running || isRetry ? 'lose' : 'drop');
        return reserved;
      case 'invalid':
        await endClaim(context, claimed, 'drop');
        return reserved;
    }
  } catch (error) {
    // A refused request holds nothing. A lost request may hold something, and so may the earlier request that
    // it repeats.
    if (error instanceof ServiceError)
      await endClaim(context, claimed, error.effect === 'none' && !isRetry ? 'drop' : 'lose');
    throw error;
  }
}

/** Whether more than half of the time of every reservation is left. */
async function isFresh(
  { database }: Counting,
  taken: readonly { expiresAt: Date }[],
  asked: Date,
): Promise<boolean> {
  const now = (await databaseNow(database)).getTime();
  return taken.every(({ expiresAt }) => expiresAt.getTime() - now > now - asked.getTime());
}

const ends = { drop: deleteClaim, lose: markClaimLost, close: closeClaim };

/**
 * `drop`: nothing is held. `lose`: something may be held. `close`: something is held until it expires, and no
 * retry may use the claim.
 */
function endClaim({ database }: Counting, { id }: Claimed, how: keyof typeof ends): Promise<void> {
  return database.transaction((transaction) => ends[how](transaction, id));
}

/** `earlier`: what came of the request before, if it is not to be made again. */
async function claim<Earlier extends { kind: string } = never>(
  { database, quota, groupLimits }: Counting,
  { holder, items, options }: Asked,
  earlier: (claims: readonly Claim[], now: Date) => Earlier | null = () => null,
): Promise<OverQuota | Earlier | (Claimed & { isRetry: boolean })> {
  const asked = askedFor(items, options.formId);
  const units = unitsOf(items);
  const { tokenHash, network, site } = holder;
  return database.transaction(async (transaction) => {
    const now = await lockHolder(transaction, holder);
    const all = await readClaims(transaction, holder, {
      checkoutId: options.excludedCheckoutId ?? null,
      holdId: options.excludedHoldId ?? null,
    });
    const known = earlier(all, now);
    if (known !== null) return known;
    const lost = all.find((one) => one.isBasket && one.isLost && itemsOf(one.asked) === itemsOf(asked));
    const counting = all.filter((one) => one !== lost);
    const refusal = judge(counting, units, quotaOf({ quota, groupLimits }, options.catalogId));
    if (refusal !== null) return refusal;
    if (lost !== undefined) await deleteClaim(transaction, lost.id);
    const isRetry = lost !== undefined && now.getTime() - lost.at.getTime() < retryMilliseconds;
    const { id, at } = isRetry ? lost : { id: newId(), at: now };
    const claimed = { id, at, asked, units, tokenHash, network, site };
    const until = new Date(now.getTime() + lostMinutes * minute);
    await insertClaim(transaction, { ...claimed, holdId: null, until });
    return { ...claimed, isRetry };
  });
}

/** The parts of a statement that replace the claim of the request by one claim for each reservation. */
export const keptClaims = (
  claimed: Claimed,
  holds: readonly { id: string; reservation: Reservation; expiresAt: Date }[],
): SQL[] =>
  replacedClaim(
    claimed.id,
    holds.map(({ id: holdId, reservation, expiresAt: until }) => {
      const units = unitsOf(reservation.items);
      return { ...claimed, id: newId(), holdId, units, until };
    }),
  );

/**
 * Releases reservations that were made but are not needed, through no fault of the customer. They no longer
 * count, even on a server that can't release them.
 */
export async function giveUpClaim(
  context: Counting,
  { claimed, taken }: { claimed: Claimed; taken: readonly Taken[] },
  language: Language,
): Promise<void> {
  // The claim is deleted first, so that a retry of the same request is not answered with reservations that
  // are being released.
  await endClaim(context, claimed, 'drop');
  await releaseAll(context, taken, language);
}

/** Releases what a checkout held. Reservations that can't be released count until they end. */
export async function releaseQuota(
  context: Counting,
  holds: readonly Pick<Taken, 'reservation'>[],
  language: Language,
): Promise<void> {
  const back = await releaseAll(context, holds, language);
  await context.database.transaction((transaction) => deleteClaimsOf(transaction, back));
}

/** A group that may hold so many is not stopped by the limit of its network. */
function quotaOf(
  { quota, groupLimits }: Pick<Counting, 'quota' | 'groupLimits'>,
  catalogId: string | undefined,
): Quota {
  const basket = catalogId === undefined ? undefined : groupLimits.get(catalogId);
  if (basket === undefined) return quota;
  return { basket, network: Math.max(quota.network, basket), site: Math.max(quota.site, basket) };
}

export function judge(claims: readonly Claim[], units: number, quota: Quota): OverQuota | null {
  const of = (name: keyof Quota, counts: (claim: Claim) => boolean) =>
    judgeOne(name, claims.filter(counts), units, quota);
  return (
    of('basket', ({ isBasket }) => isBasket) ??
    of('network', ({ isNetwork }) => isNetwork) ??
    of('site', ({ isSite }) => isSite)
  );
}

/** `claims`: sorted by their end, earliest first. */
function judgeOne(of: keyof Quota, claims: readonly Claim[], units: number, quota: Quota): OverQuota | null {
  let room = quota[of] - claims.reduce((sum, claim) => sum + claim.units, 0);
  if (units <= room) return null;
  const left = Math.max(0, room);
  for (const { units: freed, secondsLeft } of claims) {
    room += freed;
    if (units <= room) return { kind: 'over_quota', of, left, seconds: secondsLeft };
  }
  return { kind: 'over_quota', of, left, seconds: null };
}
