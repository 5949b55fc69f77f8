import { addresses } from '@/lib/contract/iri';
import type { Reservation as ReservationResource, ReservationItem } from '@/lib/contract/reservation';
import { multiplyAmount } from '@/lib/money/money';
import type { StoredReservation } from './reservation';

/** A reservation on the wire. Its amounts excluding tax are null, as specification §2.9 has them. */
export function reservationResource(reservation: StoredReservation): ReservationResource {
  const total = multiplyAmount(reservation.unitAmount, reservation.quantity);
  return {
    '@id': addresses.reservation(reservation.id),
    '@type': 'BookingReservation',
    id: reservation.id,
    expired: reservation.expired,
    createdAt: reservation.createdAt.toISOString(),
    expiresAt: reservation.expiresAt.toISOString(),
    totalAmountInclTax: total,
    totalAmountExclTax: null,
    items: [
      {
        '@id': `/.well-known/genid/${reservation.id}`,
        '@type': 'ReservationItem',
        ...itemAmounts(reservation),
        unitAmountExclTax: null,
        totalAmountExclTax: null,
        ...itemReferences(reservation, 'ReservationItemOfferTicket'),
      },
    ],
    organization: addresses.organization(reservation.organizationId),
    order: reservation.orderId && addresses.order(reservation.orderId),
  };
}

/** What an item costs, with and without tax. Sums are of lines, so they are exact. */
export function itemAmounts({ unitAmount, unitAmountExclTax, quantity }: StoredReservation) {
  return {
    unitAmountInclTax: unitAmount,
    unitAmountExclTax,
    quantity,
    totalAmountInclTax: multiplyAmount(unitAmount, quantity),
    totalAmountExclTax: multiplyAmount(unitAmountExclTax, quantity),
  } satisfies Partial<ReservationItem>;
}

/** What an item is of: paths of its offer, product, tickets and sessions. */
export function itemReferences(
  { catalogId, offerId, productId, tickets }: StoredReservation,
  type: 'ReservationItemOfferTicket' | 'OrderItemOfferTicket',
) {
  return {
    offer: addresses.offer(catalogId, offerId),
    product: addresses.product(catalogId, productId),
    offerTickets: tickets.map(({ ticket, event, session }) => ({
      '@type': type,
      ticket: addresses.ticket(catalogId, offerId, ticket),
      ...(session === null ? {} : { session: addresses.session(catalogId, event, session) }),
    })),
  } satisfies Partial<ReservationItem>;
}
