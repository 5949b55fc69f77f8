import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { addresses, iriOf } from '@/lib/contract/iri';
import {
  createReservationsInputSchema,
  failedReservationSchema as readFailedReservationSchema,
  reservationItemSchema,
  reservationSchema as readReservationSchema,
} from '@/lib/contract/reservation';
import { seatSchema } from '@/lib/contract/seat';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { offerSchema } from '../offer/offer-resource';
import { ruleResources } from '../product/cancellation-rule';
import { seatResource } from '../seat/seat-plan';
import { organizationSchema } from '../organization/get-organization';
import { sessionSchema } from '../session/session-resource';
import { discountOf, paidForAll } from './discount';
import type { StoredReservation } from './reservation';

const offer = exampleOf(offerSchema);
/** For examples: the chosen parts of an offer, and their price. */
export const exampleChoice = offer.tickets.map(({ '@id': ticket }, i) =>
  i === 0 ? { ticket, session: exampleOf(sessionSchema)['@id'] } : { ticket },
);
export const exampleItem = {
  unitAmountInclTax: '36.00',
  unitAmountExclTax: null,
  quantity: 2,
  totalAmountInclTax: '72.00',
  totalAmountExclTax: null,
  discountInclTax: '0.00',
  offer: offer['@id'],
  product: offer.product['@id'],
  cancellation: offer.product.cancellation,
  rebooking: offer.product.rebooking,
  giftCard: offer.product.giftCard,
};

const session = iriOf('TicketingSession')
  .optional()
  .meta({ description: 'Omitted for a date-access ticket.' });

export const chosenTicketSchema = z.object({
  '@type': z.literal('ReservationItemOfferTicket'),
  ticket: iriOf('TicketingOfferTicket'),
  session,
  seats: z
    .array(seatSchema)
    .optional()
    .meta(extension('The numbered seats, one for each unit; omitted when the session has none.')),
});

const itemSchema = reservationItemSchema
  .required()
  .extend({
    offerTickets: z.array(
      chosenTicketSchema.meta({
        id: 'ReservationItemOfferTicket',
        description: 'A ticket and the session chosen for it (§2.9).',
      }),
    ),
  })
  .meta({ id: 'ReservationItem', description: 'What is held (§2.9).' });

const id = exampleId(9);

export const reservationSchema = readReservationSchema
  .required()
  .extend({ items: z.array(itemSchema) })
  .meta({
    id: 'BookingReservation',
    description: 'Holds an offer for a limited time (§2.9).',
    example: {
      '@id': addresses.reservation(id),
      '@type': 'BookingReservation',
      id,
      expired: false,
      createdAt: '2027-05-20T08:00:00.000Z',
      expiresAt: '2027-05-20T08:20:00.000Z',
      totalAmountInclTax: '72.00',
      totalAmountExclTax: null,
      voucher: null,
      complimentary: false,
      counter: false,
      discountInclTax: '0.00',
      balanceLeftInclTax: null,
      version: 0,
      items: [
        {
          '@id': `/.well-known/genid/${id}`,
          '@type': 'ReservationItem',
          ...exampleItem,
          offerTickets: exampleChoice.map((one) => ({ '@type': 'ReservationItemOfferTicket', ...one })),
        },
      ],
      organization: exampleOf(organizationSchema)['@id'],
      order: null,
    },
  });

const requestedTicketSchema = z
  .object({
    ticket: iriOf('TicketingOfferTicket'),
    session,
    seats: z.array(z.string()).optional().meta(extension('The names of the seats that were asked for.')),
  })
  .meta({ id: 'RequestedTicketSession', description: 'As it was sent (§4.2).' });

const failedReservationSchema = readFailedReservationSchema
  .required()
  .extend({
    ticketSessions: z.array(requestedTicketSchema),
    takenSeats: z
      .array(z.string())
      .meta(extension('The names of the seats that were asked for and are taken.')),
    nearestSeats: z
      .array(seatSchema)
      .meta(extension('Free seats of the same zone, instead of the taken ones and in their order.')),
  })
  .meta({ id: 'FailedReservation', description: 'An item that was not held, and why (§4.2).' });

export const createdReservationsSchema = z
  .object({
    '@id': z.string().meta({ format: 'uri-reference' }),
    '@type': z.literal('CreateReservationBulkOutput'),
    reservations: z.array(reservationSchema),
    failedReservations: z.array(failedReservationSchema),
  })
  .meta({
    id: 'CreateReservationBulkOutput',
    description: 'What was held, and what was not (§2.14).',
    example: {
      '@id': `/.well-known/genid/${exampleId(16)}`,
      '@type': 'CreateReservationBulkOutput',
      reservations: [exampleOf(reservationSchema)],
      failedReservations: [
        {
          '@type': 'FailedReservation',
          index: 1,
          offer: offer['@id'],
          quantity: 50,
          ticketSessions: exampleChoice,
          reason: 'INSUFFICIENT_QUANTITY',
          availableQuantity: 46,
          takenSeats: [],
          nearestSeats: [],
          message: 'Fewer are left than were asked for.',
        },
      ],
    },
  });

export const createReservationsBody = createReservationsInputSchema.meta({
  id: 'CreateReservationsInput',
  description: 'What to hold: one item for each offer (§4.2).',
  examples: {
    boatAndMuseum: { items: [{ quantity: 2, offer: offer['@id'], ticketSessions: exampleChoice }] },
  },
});

export type ReservationResource = z.output<typeof reservationSchema>;
export type FailedReservation = z.output<typeof failedReservationSchema>;
export type CreatedReservations = z.output<typeof createdReservationsSchema>;

export const invalidReservations: InvalidAnswer = {
  name: 'InvalidReservations',
  when: 'An item is not valid or names what does not exist; nothing is held (§4.2, §7).',
  examples: {
    quantity: [{ path: 'items[0].quantity', code: 'lessThanOrEqual', detail: '50' }],
    session: [{ path: 'items[2].ticketSessions[0].session', code: 'regex', messageKey: 'unknownSession' }],
  },
};

export const invalidState: InvalidAnswer = {
  name: 'InvalidState',
  when: 'The reservation expired, or is an order already.',
  examples: {
    expired: [{ path: 'expired', code: 'isFalse' }],
    ordered: [{ path: 'order', code: 'isNull' }],
  },
};

/** A reservation as a response. Its amounts excluding tax are null, as specification §2.9 requires. */
export function reservationResource(reservation: StoredReservation, language: string): ReservationResource {
  const amounts = itemAmounts(reservation);
  return {
    '@id': addresses.reservation(reservation.id),
    '@type': 'BookingReservation',
    id: reservation.id,
    expired: reservation.expired,
    createdAt: reservation.createdAt.toISOString(),
    expiresAt: reservation.expiresAt.toISOString(),
    totalAmountInclTax: amounts.totalAmountInclTax,
    totalAmountExclTax: null,
    voucher: reservation.voucher?.code ?? null,
    complimentary: reservation.voucher?.complimentary ?? false,
    counter: reservation.atDesk,
    discountInclTax: amounts.discountInclTax,
    balanceLeftInclTax: reservation.voucher?.remaining ?? null,
    version: reservation.version,
    items: [
      {
        '@id': `/.well-known/genid/${reservation.id}`,
        '@type': 'ReservationItem',
        ...amounts,
        unitAmountExclTax: null,
        totalAmountExclTax: null,
        ...itemReferences(reservation, 'ReservationItemOfferTicket', language),
      },
    ],
    organization: addresses.organization(reservation.organizationId),
    order: reservation.orderId && addresses.order(reservation.orderId),
  };
}

/**
 * The price of an item, with and without tax, and what is paid for it: quantity × unit amount − discount. Totals are
 * sums of what is paid for each unit, so they are exact.
 */
export function itemAmounts(reservation: StoredReservation) {
  const { unitAmount, unitAmountExclTax, quantity } = reservation;
  const paid = paidForAll(reservation);
  return {
    unitAmountInclTax: unitAmount,
    unitAmountExclTax,
    quantity,
    totalAmountInclTax: paid.inclTax,
    totalAmountExclTax: paid.exclTax,
    discountInclTax: discountOf(reservation),
  } satisfies Partial<z.output<typeof itemSchema>>;
}

export function itemReferences<Type extends 'ReservationItemOfferTicket' | 'OrderItemOfferTicket'>(
  { catalogId, offerId, productId, tickets, giftCard, ...rules }: StoredReservation,
  type: Type,
  language: string,
) {
  return {
    ...ruleResources(rules),
    giftCard,
    offer: addresses.offer(catalogId, offerId),
    product: addresses.product(catalogId, productId),
    offerTickets: tickets.map(({ ticket, event, session, seats }) => ({
      '@type': type,
      ticket: addresses.ticket(catalogId, offerId, ticket),
      ...(session === null ? {} : { session: addresses.session(catalogId, event, session) }),
      ...(seats === undefined ? {} : { seats: seats.map((seat) => seatResource(seat, language)) }),
    })),
  };
}
