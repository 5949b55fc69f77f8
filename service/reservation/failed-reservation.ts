import type { FailureReason } from '@/lib/contract/reservation';
import type { Language } from '@/lib/locale/languages';
import { serviceMessage } from '../http/service-message';
import { seatResource, type StoredSeat } from '../seat/seat-plan';
import type { RequestedItem } from './reservation';
import type { FailedReservation } from './reservation-resource';

/** Why an item of a bulk call could not be held at this moment. */
export interface Failure {
  reason: FailureReason;
  /** How many were available; null if the number does not help. */
  availableQuantity: number | null;
  /** The names of the seats that were asked for and are taken, and free ones instead of them. */
  takenSeats?: readonly string[];
  nearestSeats?: readonly StoredSeat[];
}

export function failedReservation(
  requested: RequestedItem,
  index: number,
  { reason, availableQuantity, takenSeats = [], nearestSeats = [] }: Failure,
  language: Language,
): FailedReservation {
  return {
    '@type': 'FailedReservation',
    index,
    offer: requested.offer,
    quantity: requested.quantity,
    ticketSessions: requested.ticketSessions.map(({ ticket, session, seats }) => ({
      ticket,
      ...(session === undefined ? {} : { session }),
      ...(seats === undefined ? {} : { seats }),
    })),
    reason,
    availableQuantity,
    takenSeats: [...takenSeats],
    nearestSeats: nearestSeats.map((seat) => seatResource(seat, language)),
    message: serviceMessage(`failedReservation.${reason}`, language),
  };
}
