import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { ServiceError } from '../client/service-error';
import type { Reservation } from '../contract/reservation';
import type { Transaction } from '../database/database';
import type { Language } from '../locale/languages';
import { databaseNow } from './checkout-store';
import {
  closeClaim,
  deleteClaim,
  deleteClaimsOf,
  forgetClaims,
  insertClaim,
  lockHolder,
  lostMinutes,
  loseClaim,
  readClaims,
  type Claim,
  type Holder,
  type NewClaim,
} from './claim-store';
import { giveBackAll, reserve, type RequestedItem, type Reserved } from './reserve';
import type { Quota, Rooms } from './rooms';

/** More than may be held at once: by this browser, from its network, or from its site. */
export interface OverQuota {
  kind: 'over_quota';
  of: keyof Quota;
  /** How many more it may be now. */
  left: number;
  /** In how many seconds as many as were asked for may be held, if nobody else asks; null: never so many. */
  seconds: number | null;
}

/** What is asked for on behalf of a browser, as it is counted. */
export type Claimed = Readonly<NewClaim>;

type Counting = Pick<Rooms, 'client' | 'database' | 'report' | 'quota'>;
type Held = Extract<Reserved, { kind: 'held' }>;

const minute = 60_000;
/** How long the answer to what was lost is worth having: then it is asked for anew. */
const retryMilliseconds = 5 * minute;

/** Units are what tickets are counted in: an offer for boat and museum together is one. */
const unitsOf = (items: readonly { quantity: number }[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

export interface WithinOptions {
  language: Language;
  /** A checkout whose reservations are about to be replaced: they do not count. */
  besides?: string;
}

export type ReservedWithin = Exclude<Reserved, Held> | OverQuota | (Held & { claimed: Claimed });

/**
 * Reserves for a customer what one browser, one network and one site may hold at once. It counts from before the service is
 * asked, so whatever comes at the same time sees it; what was asked for and never answered counts until it must have
 * ended. The same asked for again takes its place, under its key: a service that knows keys holds it once. When it is
 * held, `keepClaims` goes with what keeps the reservations, or `giveUpClaim` gives them back.
 */
export async function reserveWithin(
  rooms: Counting,
  holder: Holder,
  items: readonly RequestedItem[],
  options: WithinOptions,
): Promise<ReservedWithin> {
  const claimed = await claim(rooms, holder, items, options.besides ?? null);
  if ('kind' in claimed) return claimed;
  const { id: idempotencyKey, at: asked, isRetry } = claimed;
  const { language } = options;
  try {
    const reserved = await reserve(rooms, items, { language, idempotencyKey, asked });
    switch (reserved.kind) {
      case 'held':
        if (!isRetry || (await isFresh(rooms, reserved.taken, asked))) return { ...reserved, claimed };
        // Held long ago for the answer that was lost: little of its time is left.
        await giveUpClaim(rooms, claimed, reserved.taken, language);
        return await reserveWithin(rooms, holder, items, options);
      case 'refused':
        await endClaim(rooms, claimed, reserved.allBack ? 'drop' : 'close');
        return reserved;
      case 'busy':
        await endClaim(rooms, claimed, reserved.running || isRetry ? 'lose' : 'drop');
        return reserved;
      case 'invalid':
        await endClaim(rooms, claimed, 'drop');
        return reserved;
    }
  } catch (error) {
    // What was turned away is not held; what was lost on the way may be, and so may what it was to replace.
    if (error instanceof ServiceError)
      await endClaim(rooms, claimed, error.effect === 'none' && !isRetry ? 'drop' : 'lose');
    throw error;
  }
}

/** Whether more than half of the time is left of everything that was taken. */
async function isFresh(
  { database }: Counting,
  taken: readonly { expiresAt: Date }[],
  asked: Date,
): Promise<boolean> {
  const now = (await databaseNow(database)).getTime();
  return taken.every(({ expiresAt }) => expiresAt.getTime() - now > now - asked.getTime());
}

const ends = { drop: deleteClaim, lose: loseClaim, close: closeClaim };

/** `drop`: it is not held. `lose`: it may be held. `close`: it is held until it ends, and is not to be taken over. */
function endClaim({ database }: Counting, { id }: Claimed, how: keyof typeof ends): Promise<void> {
  return database.transaction((transaction) => ends[how](transaction, id));
}

async function claim(
  { database, quota }: Counting,
  { tokenHash, network, site }: Holder,
  items: readonly RequestedItem[],
  besides: string | null,
): Promise<OverQuota | (Claimed & { isRetry: boolean })> {
  const asked = createHash('sha256').update(JSON.stringify(items)).digest('base64url');
  const units = unitsOf(items);
  return database.transaction(async (transaction) => {
    const holder = { tokenHash, network, site };
    await lockHolder(transaction, holder);
    const now = await databaseNow(transaction);
    const all = await readClaims(transaction, holder, besides);
    const lost = all.find((one) => one.isBasket && one.isLost && one.asked === asked);
    const refusal = judge(
      all.filter((one) => one !== lost),
      units,
      quota,
    );
    if (refusal !== null) return refusal;
    await forgetClaims(transaction);
    if (lost !== undefined) await deleteClaim(transaction, lost.id);
    const isRetry = lost !== undefined && now.getTime() - lost.at.getTime() < retryMilliseconds;
    const { id, at } = isRetry ? lost : { id: newId(), at: now };
    const claimed = { id, at, asked, units, ...holder };
    const until = new Date(now.getTime() + lostMinutes * minute);
    await insertClaim(transaction, { ...claimed, holdId: null, until });
    return { ...claimed, isRetry };
  });
}

/** What is held takes the place of what was asked for. */
export async function keepClaims(
  transaction: Transaction,
  claimed: Claimed,
  holds: readonly { id: string; reservation: Reservation; expiresAt: Date }[],
): Promise<void> {
  await deleteClaim(transaction, claimed.id);
  for (const { id: holdId, reservation, expiresAt: until } of holds) {
    const units = unitsOf(reservation.items);
    await insertClaim(transaction, { ...claimed, id: newId(), holdId, units, until });
  }
}

/**
 * What was asked for is held and not wanted, through no fault of the customer's: gives it back. It counts no more, also
 * on a server that can't take it back.
 */
export async function giveUpClaim(
  rooms: Counting,
  claimed: Claimed,
  taken: readonly { reservation: Reservation }[],
  language: Language,
): Promise<void> {
  // First, so that nobody who asks for the same meanwhile is answered with what goes back.
  await endClaim(rooms, claimed, 'drop');
  const reservations = taken.map(({ reservation }) => reservation);
  await giveBackAll(rooms, reservations, language);
}

/** Gives back what a checkout held. What can't be given back counts until it ends. */
export async function giveBackHeld(
  rooms: Counting,
  reservations: readonly Pick<Reservation, 'id'>[],
  language: Language,
): Promise<void> {
  const back = await giveBackAll(rooms, reservations, language);
  await rooms.database.transaction((transaction) => deleteClaimsOf(transaction, back));
}

/** Null when so many more may be held. */
export function judge(claims: readonly Claim[], units: number, quota: Quota): OverQuota | null {
  const ofBasket = claims.filter(({ isBasket }) => isBasket);
  const ofNetwork = claims.filter(({ isNetwork }) => isNetwork);
  const ofSite = claims.filter(({ isSite }) => isSite);
  return (
    judgeOne('basket', ofBasket, units, quota) ??
    judgeOne('network', ofNetwork, units, quota) ??
    judgeOne('site', ofSite, units, quota)
  );
}

/** `claims`: the first to end first. */
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
