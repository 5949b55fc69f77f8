import type { FailureReason } from '@/lib/contract/reservation';
import type { Language } from '@/lib/locale/languages';
import { serviceMessage } from '../http/service-message';
import type { RequestedItem } from './reservation';
import type { FailedReservation } from './reservation-resource';

/** Why an item of a bulk call could not be held at this moment. */
export interface Failure {
  reason: FailureReason;
  /** How many were available; null if the number does not help. */
  availableQuantity: number | null;
}

export function failedReservation(
  requested: RequestedItem,
  index: number,
  { reason, availableQuantity }: Failure,
  language: Language,
): FailedReservation {
  return {
    '@type': 'FailedReservation',
    index,
    offer: requested.offer,
    quantity: requested.quantity,
    ticketSessions: requested.ticketSessions.map(({ ticket, session }) => ({
      ticket,
      ...(session === undefined ? {} : { session }),
    })),
    reason,
    availableQuantity,
    message: serviceMessage(`failedReservation.${reason}`, language),
  };
}
