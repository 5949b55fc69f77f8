import type { Database, Transaction } from '@/lib/database/database';
import { preferredLanguage } from '@/lib/locale/negotiate';
import type { ChangeCount } from '../availability/changes';
import { extendHold, lockHolds, releaseHold } from '../availability/hold-store';
import type { SoldOut } from '../availability/sold-out-cache';
import { InvalidRequest, notFound } from '../http/problem';
import type { Call } from '../http/route';
import { holdOf, type StoredReservation } from './reservation';
import { reservationResource, type ReservationResource } from './reservation-resource';
import { keyText, lockReservations, markExtended, markReleased } from './reservation-store';

const mostExtensions = 10;

/**
 * POST /v1/booking/reservations/{id}/_release: releases the held units at once. A repetition, or a release after
 * the reservation has expired, changes nothing. 422 if it is an order already.
 */
export async function releaseReservation(
  { database, soldOut, changes }: { database: Database; soldOut: SoldOut; changes: ChangeCount },
  call: Call<'id'>,
): Promise<ReservationResource> {
  const answer = await change(database, call, async (transaction, reservation) => {
    if (reservation.expired) return reservation;
    await lockHolds(transaction, [holdOf(reservation)]);
    await releaseHold(transaction, holdOf(reservation));
    await markReleased(transaction, reservation);
    return { ...reservation, expired: true };
  });
  soldOut.forget();
  changes.note();
  return answer;
}

/**
 * POST /v1/booking/reservations/{id}/_extend: adds the length of a hold to its time, ten times at most. 422 if it
 * has expired, is an order already, or was extended ten times.
 */
export async function extendReservation(
  { database, holdSeconds }: { database: Database; holdSeconds: number },
  call: Call<'id'>,
): Promise<ReservationResource> {
  return change(database, call, async (transaction, reservation) => {
    const expired = new InvalidRequest([{ path: 'expired', code: 'isFalse' }]);
    if (reservation.expired) throw expired;
    const expiresAt = new Date(reservation.expiresAt.getTime() + holdSeconds * 1000);
    const hold = holdOf(reservation);
    const { alive } = await lockHolds(transaction, [hold]);
    if ((alive.get(hold.holdId) ?? 0) < reservation.heldCounters) throw expired;
    await extendHold(transaction, hold, expiresAt);
    const extended = await markExtended(transaction, reservation, { expiresAt, most: mostExtensions });
    if (!extended) {
      throw new InvalidRequest([
        { path: 'extensions', code: 'lessThanOrEqual', detail: String(mostExtensions) },
      ]);
    }
    return { ...reservation, expiresAt };
  });
}

async function change(
  database: Database,
  call: Call<'id'>,
  decide: (transaction: Transaction, reservation: StoredReservation) => Promise<StoredReservation>,
): Promise<ReservationResource> {
  const reservation = await database.transaction(async (transaction) => {
    const key = { organizationId: call.principal.organization.id, id: call.params.id };
    const found = (await lockReservations(transaction, [key])).get(keyText(key));
    if (found === undefined) throw notFound();
    if (found.orderId !== null) throw new InvalidRequest([{ path: 'order', code: 'isNull' }]);
    return decide(transaction, found);
  });
  return reservationResource(reservation, preferredLanguage(call.acceptLanguage));
}
