import type { Order } from '@/lib/contract/order';
import type { Reservation } from '@/lib/contract/reservation';

// Resources as the specification shows them (§2), for answers of the fake.

export function sessionResource(path: string, occursAt: string, availableQuantity: number | null) {
  return {
    '@id': path,
    '@type': 'TicketingSession',
    id: path.slice(path.lastIndexOf('/') + 1),
    occursAt,
    duration: null,
    availableQuantity,
  };
}

export function reservationResource(
  id: string,
  rest: Pick<Reservation, 'createdAt' | 'expiresAt' | 'totalAmountInclTax' | 'items' | 'version'>,
): Reservation {
  return {
    '@id': `/v1/booking/reservations/${id}`,
    '@type': 'BookingReservation',
    id,
    expired: false,
    totalAmountExclTax: null,
    organization: '/v1/organizations/1',
    order: null,
    ...rest,
  };
}

export function orderResource(
  id: string,
  rest: Omit<Order, '@id' | '@type' | 'id' | 'organization' | 'customer'>,
): Order {
  return {
    '@id': `/v1/booking/orders/${id}`,
    '@type': 'BookingOrder',
    id,
    organization: '/v1/organizations/1',
    customer: [],
    ...rest,
  };
}

const identifier = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Examples by number, for a test that writes the answers itself. */
export const samples = {
  id: identifier,
  catalog: (number = 1) => ({
    '@id': `/v1/ticketing/catalogs/${identifier(number)}`,
    '@type': 'TicketingCatalog',
    id: identifier(number),
    name: `Catalogue ${number}`,
    language: 'en',
    importedAt: '2026-01-01T00:00:00+00:00',
  }),
  session: (number: number, occursAt: string) =>
    sessionResource(
      `/v1/ticketing/catalogs/${identifier(1)}/events/${identifier(2)}/sessions/${identifier(number)}`,
      occursAt,
      null,
    ),
  reservation: (number = 1) =>
    reservationResource(identifier(number), {
      createdAt: '2026-01-01T00:00:00+00:00',
      expiresAt: '2026-01-01T00:20:00+00:00',
      totalAmountInclTax: '18.00',
      items: [],
    }),
  order: (number: number, externalReference: string) =>
    orderResource(identifier(number), {
      createdAt: '2026-01-01T00:00:00+00:00',
      reference: `R${number}`,
      externalReference,
      totalAmountInclTax: '18.00',
      totalAmountExclTax: '15.00',
      reservation: `/v1/booking/reservations/${identifier(number)}`,
      items: [],
      documents: [],
    }),
};
