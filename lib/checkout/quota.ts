import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { ServiceError } from '../client/service-error';
import type { Reservation } from '../contract/reservation';
import type { Transaction } from '../database/database';
import type { Language } from '../locale/languages';
import { databaseNow } from './checkout-store';
import {
  deleteClaim,
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
import { reserve, type RequestedItem, type Reserved } from './reserve';
import type { Quota, Rooms } from './rooms';

/** More than may be held at once: by this browser, or from its network. */
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

type Held = Extract<Reserved, { kind: 'held' }>;

const minute = 60_000;
/** How long what was held for an answer that was lost is worth having: most of its time has to be left. */
const retryMilliseconds = 5 * minute;

/** Units are what tickets are counted in: an offer for boat and museum together is one. */
const unitsOf = (items: readonly { quantity: number }[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Reserves for a customer what one browser and one network may hold at once. It counts from before the service is
 * asked, so whatever comes at the same time sees it; what was asked for and never answered counts until it must have
 * ended. The same asked for again takes its place, under its key: a service that knows keys holds it once. When it is
 * held, `keepClaims` goes with what keeps the reservations.
 */
export async function reserveWithin(
  rooms: Pick<Rooms, 'client' | 'database' | 'report' | 'quota'>,
  holder: Holder,
  items: readonly RequestedItem[],
  { language }: { language: Language },
): Promise<Exclude<Reserved, Held> | OverQuota | (Held & { claimed: Claimed })> {
  const claimed = await claim(rooms, holder, items);
  if ('kind' in claimed) return claimed;
  const { id: idempotencyKey, at: asked } = claimed;
  try {
    const reserved = await reserve(rooms, items, { language, idempotencyKey, asked });
    if (reserved.kind === 'held') return { ...reserved, claimed };
    await dropClaim(rooms, claimed);
    return reserved;
  } catch (error) {
    if (error instanceof ServiceError) {
      // What was turned away is not held; what was lost on the way may be, and so may what it was to replace.
      const isCertain = error.effect === 'none' && !claimed.isRetry;
      await rooms.database.transaction((transaction) =>
        isCertain ? deleteClaim(transaction, claimed.id) : loseClaim(transaction, claimed.id),
      );
    }
    throw error;
  }
}

async function claim(
  { database, quota }: Pick<Rooms, 'database' | 'quota'>,
  { tokenHash, network }: Holder,
  items: readonly RequestedItem[],
): Promise<OverQuota | (Claimed & { isRetry: boolean })> {
  const asked = createHash('sha256').update(JSON.stringify(items)).digest('base64url');
  const units = unitsOf(items);
  return database.transaction(async (transaction) => {
    await lockHolder(transaction, { tokenHash, network });
    const now = await databaseNow(transaction);
    const all = await readClaims(transaction, { tokenHash, network });
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
    const claimed = { id, at, asked, units, tokenHash, network };
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

/** What was asked for is not held, or no longer. */
export function dropClaim({ database }: Pick<Rooms, 'database'>, { id }: Claimed): Promise<void> {
  return database.transaction((transaction) => deleteClaim(transaction, id));
}

/** Null when so many more may be held. */
export function judge(claims: readonly Claim[], units: number, quota: Quota): OverQuota | null {
  const ofBasket = claims.filter(({ isBasket }) => isBasket);
  const ofNetwork = claims.filter(({ isNetwork }) => isNetwork);
  return judgeOne('basket', ofBasket, units, quota) ?? judgeOne('network', ofNetwork, units, quota);
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
