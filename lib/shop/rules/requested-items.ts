import { offerPath } from '../../contract/iri';
import type { CreateReservationsInput, Reservation, ReservationItem } from '../../contract/reservation';

export type RequestedItem = CreateReservationsInput['items'][number];

/** An item to reserve, and its catalogue. */
export interface AskedItem {
  readonly catalogId: string;
  readonly item: RequestedItem;
}

/** When the first of several reservations ends. */
export function earliest(ending: readonly { expiresAt: Date }[]): Date {
  return new Date(Math.min(...ending.map(({ expiresAt }) => expiresAt.getTime())));
}

export function requestOf({
  items,
}: {
  items: readonly Pick<ReservationItem, 'quantity' | 'offer' | 'offerTickets'>[];
}): RequestedItem[] {
  return items.map(({ quantity, offer, offerTickets }) => ({
    quantity,
    offer,
    ticketSessions: offerTickets.map(({ ticket, session, seats }) => ({
      ticket,
      ...(session === undefined || session === null ? {} : { session }),
      // The same seats, because others are not what was chosen.
      ...(seats === undefined ? {} : { seats: seats.map(({ name }) => name) }),
    })),
  }));
}

/** The items of a hold, to be reserved again. */
export function askedOf(hold: {
  catalogId: string;
  reservation: Parameters<typeof requestOf>[0];
}): AskedItem[] {
  return requestOf(hold.reservation).map((item) => ({ catalogId: hold.catalogId, item }));
}

/** The catalogue that an offer's path names (§4.2), or the given one when the path names none. */
export function catalogOf(reservation: Reservation, otherwise: string): string {
  const [named] = reservation.items.flatMap(({ offer }) => offerPath(offer) ?? []);
  return named?.catalogId ?? otherwise;
}
