import { lastSegment } from '../contract/iri';
import type { Violation } from '../contract/problem';
import type { CreateReservationsInput, FailedReservation, Reservation } from '../contract/reservation';
import { ServiceError } from '../client/service-error';
import type { Language } from '../locale/languages';
import { databaseNow } from './checkout-store';
import type { Rooms } from './rooms';

export type RequestedItem = CreateReservationsInput['items'][number];

export interface Taken {
  reservation: Reservation;
  /** When it ends, by our database's clock. */
  expiresAt: Date;
}

export type Reserved =
  | { kind: 'held'; taken: Taken[] }
  /** `allBack`: nothing of it is held. */
  | { kind: 'refused'; failed: readonly FailedReservation[]; allBack: boolean }
  /** Not now. `running`: the same was asked for before, and may yet be held. */
  | { kind: 'busy'; running: boolean; seconds: number }
  | { kind: 'invalid'; violations: readonly Violation[] };

/**
 * Reserves all of the items or none: what was held beside a failure is given back. `asked`: when it was asked for first
 * under its key, by our database's clock; now, when left out.
 */
export async function reserve(
  { client, database, report }: Pick<Rooms, 'client' | 'database' | 'report'>,
  items: readonly RequestedItem[],
  { asked = null, ...options }: { language: Language; idempotencyKey?: string; asked?: Date | null },
): Promise<Reserved> {
  const from = asked ?? (await databaseNow(database));
  const answer = await client.createReservations({ items: [...items] }, options);
  switch (answer.kind) {
    case 'invalid':
      return { kind: 'invalid', violations: answer.violations };
    case 'busy':
      return { kind: 'busy', running: answer.running, seconds: answer.retryAfterSeconds };
    case 'created': {
      const taken = answer.reservations.map((reservation) => ({
        reservation,
        expiresAt: localExpiry(from, reservation),
      }));
      if (answer.failed.length === 0 && taken.length > 0) return { kind: 'held', taken };
      const back = await giveBackAll({ client, report }, answer.reservations, options.language);
      return {
        kind: 'refused',
        failed: answer.failed,
        allBack: back.length === answer.reservations.length,
      };
    }
  }
}

/**
 * The end of a hold by our own clock: as long from the moment of asking as the service says that it lasts. So two
 * clocks that differ never make a hold look longer or shorter than it is.
 */
export function localExpiry(asked: Date, reservation: Pick<Reservation, 'createdAt' | 'expiresAt'>): Date {
  const length = Date.parse(reservation.expiresAt) - Date.parse(reservation.createdAt);
  return new Date(asked.getTime() + Math.max(0, length));
}

/** Gives reservations back where the server can; where it can't, they end by themselves. Resolves to those that ended. */
export async function giveBackAll(
  { client, report }: Pick<Rooms, 'client' | 'report'>,
  reservations: readonly Pick<Reservation, 'id'>[],
  language: Language,
): Promise<string[]> {
  const back: string[] = [];
  for (const { id } of reservations) {
    try {
      const released = await client.releaseReservation(id, { language });
      if (released.kind !== 'unavailable') back.push(id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      report('warn', 'a reservation could not be given back; it ends by itself', {
        reservation: id,
        reason: error.reason,
      });
    }
  }
  return back;
}

/** What to ask for, to hold the same again. */
export function requestOf(reservation: Reservation): RequestedItem[] {
  return reservation.items.map(({ quantity, offer, offerTickets }) => ({
    quantity,
    offer,
    ticketSessions: offerTickets.map(({ ticket, session }) => ({
      ticket,
      ...(session === undefined || session === null ? {} : { session }),
    })),
  }));
}

/** The catalogue that an offer's path names (§4.2); the one given where the path names none. */
export function catalogOf(reservation: Reservation, otherwise: string): string {
  const named = reservation.items.flatMap(
    ({ offer }) => /\/catalogs\/([^/]+)\/offers\//.exec(offer)?.[1] ?? [],
  );
  return named[0] ?? otherwise;
}

export const offerIdOf = (item: { offer: string }): string => lastSegment(item.offer);
