import { v7 as newId } from 'uuid';
import type { Violation } from '../../../contract/problem';
import type { FailedReservation, Reservation } from '../../../contract/reservation';
import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import { databaseNow } from '../../../database/database-now';
import type { CheckoutContext } from '../../context';
import type { NewHold } from '../../data/hold-store';
import { type AskedItem, catalogOf, type RequestedItem } from '../../rules/requested-items';

/** In the waiting room of this item's offer. */
export interface HasToWait {
  readonly kind: 'has_to_wait';
  readonly asked: AskedItem;
}

/** Reserves items if it is the customer's turn for all of them; every way on which a customer gets tickets goes through it. */
export type InTurn = <Result extends { kind: string }>(
  asked: readonly AskedItem[],
  reserve: () => Promise<Result>,
) => Promise<Result | HasToWait>;

export interface Taken {
  reservation: Reservation;
  /** When the reservation ends, by our database's clock. */
  expiresAt: Date;
}

/** What was reserved, before it belongs to a checkout. */
export type TakenHold = Omit<NewHold, 'checkoutId'>;

/** Of the catalogue that its items name; `catalogId`: that of a server that names none. */
export const holdOf = ({ reservation, expiresAt }: Taken, catalogId: string): TakenHold => ({
  id: newId(),
  reservation,
  expiresAt,
  catalogId: catalogOf(reservation, catalogId),
  descriptions: {},
});

export type Reserved =
  | { kind: 'held'; taken: Taken[] }
  /** `allBack`: nothing is held any more. */
  | { kind: 'refused'; failed: readonly FailedReservation[]; allBack: boolean }
  /** Not possible now. `running`: an earlier same request is still running, so the items may become held. */
  | { kind: 'busy'; running: boolean; seconds: number }
  | { kind: 'invalid'; violations: readonly Violation[] };

/**
 * Reserves all items or none: if one item fails, the others are released. `asked`: when the items were first
 * requested under this key, by our database's clock; now, when left out. `atCounter`: they are sold at the counter, of a service
 * that keeps places for it; without the scope for that they are held as a customer's are.
 */
export async function reserve(
  { client, database, report }: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  items: readonly RequestedItem[],
  {
    asked = null,
    atCounter = false,
    ...options
  }: { language: Language; idempotencyKey?: string; asked?: Date | null; atCounter?: boolean },
): Promise<Reserved> {
  const from = asked ?? (await databaseNow(database));
  const answer = atCounter
    ? await client.createReservations({ items: [...items], counter: true }, withOwnKey(options))
    : await client.createReservations({ items: [...items] }, options);
  switch (answer.kind) {
    case 'not_counter':
      report('warn', 'the counter can’t sell its own places: the token lacks booking:counter', {});
      return reserve({ client, database, report }, items, { asked: from, ...options });
    case 'invalid':
      return { kind: 'invalid', violations: answer.violations };
    case 'busy':
      return { kind: 'busy', running: answer.running, seconds: answer.retryAfterSeconds };
    case 'created': {
      const taken = answer.reservations.map((reservation) => {
        return { reservation, expiresAt: localExpiry(from, reservation) };
      });
      if (answer.failed.length === 0 && taken.length > 0) return { kind: 'held', taken };
      const back = await releaseAll({ client, report }, taken, options.language);
      return { kind: 'refused', failed: answer.failed, allBack: back.length === taken.length };
    }
  }
}

/** Another key than that of the same items without `counter`, which is another request. */
function withOwnKey<Options extends { idempotencyKey?: string }>(options: Options): Options {
  const { idempotencyKey } = options;
  return idempotencyKey === undefined ? options : { ...options, idempotencyKey: `${idempotencyKey}-counter` };
}

/**
 * By our own clock: the duration that the service names, counted from the request. So a difference between
 * the two clocks never makes a hold look longer or shorter than it is.
 */
function localExpiry(asked: Date, reservation: Reservation): Date {
  const length = Date.parse(reservation.expiresAt) - Date.parse(reservation.createdAt);
  return new Date(asked.getTime() + Math.max(0, length));
}

/** Resolves to the IDs of those that have ended: reservations that the server can't release expire later. */
export async function releaseAll(
  { client, report }: Pick<CheckoutContext, 'client' | 'report'>,
  taken: readonly Pick<Taken, 'reservation'>[],
  language: Language,
): Promise<string[]> {
  const back: string[] = [];
  for (const { reservation } of taken) {
    const { id } = reservation;
    try {
      const released = await client.releaseReservation(id, { language });
      if (released.kind !== 'unavailable') back.push(id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const about = { reservation: id, reason: error.reason };
      report('warn', 'a reservation could not be released; it will expire', about);
    }
  }
  return back;
}
