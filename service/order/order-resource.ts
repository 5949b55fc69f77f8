import { z } from 'zod';
import { documentSchema as readDocumentSchema } from '@/lib/contract/document';
import { addresses } from '@/lib/contract/iri';
import { createOrdersInputSchema, orderSchema as readOrderSchema } from '@/lib/contract/order';
import { amountSchema } from '@/lib/contract/values';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { organizationSchema } from '../organization/get-organization';
import {
  itemAmounts,
  itemReferences,
  chosenTicketSchema,
  exampleChoice,
  exampleItem,
  reservationSchema,
} from '../reservation/reservation-resource';
import type { WholeOrder } from './order-store';

const id = exampleId(10);
const itemId = exampleId(11);
const documentId = exampleId(13);
const externalReference = 'shop-2027-0042';
const createdAt = '2027-05-20T08:00:00.000Z';

const itemSchema = readOrderSchema.shape.items.element
  .required()
  .extend({
    unitAmountExclTax: amountSchema,
    totalAmountExclTax: amountSchema,
    offerTickets: z.array(
      chosenTicketSchema.extend({ '@type': z.literal('OrderItemOfferTicket') }).meta({
        id: 'OrderItemOfferTicket',
        description: 'A ticket and the session chosen for it (§2.10).',
      }),
    ),
  })
  .meta({ id: 'OrderItem', description: 'What was ordered (§2.10).' });

export const orderSchema = readOrderSchema
  .required()
  .extend({ totalAmountExclTax: amountSchema, items: z.array(itemSchema) })
  .meta({
    id: 'BookingOrder',
    description: 'A booking in the issuer’s system (§2.10).',
    example: {
      '@id': addresses.order(id),
      '@type': 'BookingOrder',
      id,
      createdAt,
      organization: exampleOf(organizationSchema)['@id'],
      reference: '7KQ-X4M-9TB',
      externalReference,
      totalAmountInclTax: '72.00',
      totalAmountExclTax: '60.00',
      voucher: null,
      complimentary: false,
      discountInclTax: '0.00',
      reservation: exampleOf(reservationSchema)['@id'],
      customer: [],
      items: [
        {
          '@id': addresses.orderItem(id, itemId),
          '@type': 'OrderItem',
          id: itemId,
          ...exampleItem,
          unitAmountExclTax: '30.00',
          totalAmountExclTax: '60.00',
          vatRate: '0.2',
          offerTickets: exampleChoice.map((one) => ({ '@type': 'OrderItemOfferTicket', ...one })),
          tickets: [addresses.itemTicket(id, itemId, exampleId(12))],
        },
      ],
      documents: [addresses.document(id, documentId)],
      cancellations: [],
    },
  });

export const createdOrdersSchema = z
  .object({
    '@id': z.string().meta({ format: 'uri-reference' }),
    '@type': z.literal('CreateOrderBulkOutput'),
    orders: z.array(orderSchema),
  })
  .meta({
    id: 'CreateOrderBulkOutput',
    description: 'The orders, one for each reservation (§2.14).',
    example: {
      '@id': `/.well-known/genid/${exampleId(17)}`,
      '@type': 'CreateOrderBulkOutput',
      orders: [exampleOf(orderSchema)],
    },
  });

export const createOrdersBody = createOrdersInputSchema.meta({
  id: 'CreateOrdersInput',
  description: 'Which reservations to order, and for whom (§4.4).',
  examples: {
    oneReservation: {
      reservations: [exampleOf(reservationSchema)['@id']],
      customer: {
        firstname: 'Zoë',
        lastname: 'Martin',
        email: 'zoe@customer.test',
        phone: '+33 6 12 34 56 78',
        country: 'FR',
        language: 'fr',
      },
      externalReference,
    },
    rebooking: {
      reservations: [exampleOf(reservationSchema)['@id']],
      customer: {
        firstname: 'Zoë',
        lastname: 'Martin',
        email: 'zoe@customer.test',
        phone: '+33 6 12 34 56 78',
        country: 'FR',
        language: 'fr',
      },
      externalReference: 'shop-2027-0043',
      rebooking: {
        order: addresses.order(id),
        tickets: [addresses.itemTicket(id, itemId, exampleId(12))],
        reason: 'another day',
      },
    },
  },
});

export const documentSchema = readDocumentSchema.meta({
  id: 'BookingOrderDocument',
  description: 'A file of an order, with an address that expires (§2.11).',
  example: {
    '@id': addresses.document(id, documentId),
    '@type': 'BookingOrderDocument',
    id: documentId,
    cachedAt: createdAt,
    expiresAt: '2027-05-20T08:15:00.000Z',
    temporaryUrl: 'https://tickets.river.test/files/01970000.pdf?expires=1811059200&signature=c2lnbmF0dXJl',
    cachedLanguage: 'en',
  },
});

/** A merge patch of a document: nothing of it can be changed, and `{}` requests a new address. */
export const documentPatch = z.object({}).meta({
  id: 'DocumentPatch',
  description: 'Nothing of a document can be changed (§4.6).',
  examples: { freshAddress: {} },
});

export type CreatedOrders = z.output<typeof createdOrdersSchema>;
export type DocumentResource = z.output<typeof documentSchema>;

export const invalidOrders: InvalidAnswer = {
  name: 'InvalidOrders',
  when: 'A reservation expired or is not known, or the customer is not valid; nothing is ordered (§4.4, §7).',
  examples: {
    expired: [{ path: 'reservations[0].expired', code: 'isFalse' }],
    several: [
      { path: 'customer.email', code: 'email' },
      { path: 'reservations[1]', code: 'regex', messageKey: 'unknownReservation' },
    ],
  },
};

/** An order as a response (specification §2.10). `customer` is an empty array, as the specification requires. */
export function orderResource(
  { order, reservation, tickets, cancellations }: WholeOrder,
  language: string,
): z.output<typeof orderSchema> {
  const amounts = itemAmounts(reservation);
  return {
    '@id': addresses.order(order.id),
    '@type': 'BookingOrder',
    id: order.id,
    createdAt: order.createdAt.toISOString(),
    organization: addresses.organization(order.organizationId),
    reference: order.reference,
    externalReference: order.externalReference,
    totalAmountInclTax: amounts.totalAmountInclTax,
    totalAmountExclTax: amounts.totalAmountExclTax,
    voucher: reservation.voucher?.code ?? null,
    complimentary: reservation.voucher?.complimentary ?? false,
    discountInclTax: amounts.discountInclTax,
    reservation: addresses.reservation(order.reservationId),
    customer: [],
    items: [
      {
        '@id': addresses.orderItem(order.id, order.itemId),
        '@type': 'OrderItem',
        id: order.itemId,
        ...amounts,
        ...itemReferences(reservation, 'OrderItemOfferTicket', language),
        vatRate: reservation.vatRate,
        tickets: tickets.map(({ id }) => addresses.itemTicket(order.id, order.itemId, id)),
      },
    ],
    documents: [addresses.document(order.id, order.documentId)],
    cancellations: cancellations.map((one) => addresses.cancellation(order.id, one.id)),
  };
}
