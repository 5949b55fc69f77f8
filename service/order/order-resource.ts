import { addresses } from '@/lib/contract/iri';
import type { Order as OrderResource } from '@/lib/contract/order';
import { itemAmounts, itemReferences } from '../reservation/reservation-resource';
import type { WholeOrder } from './order-store';

/** An order on the wire (specification §2.10). `customer` is an empty array, as the specification has it. */
export function orderResource({ order, reservation, tickets }: WholeOrder): OrderResource {
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
    reservation: addresses.reservation(order.reservationId),
    customer: [],
    items: [
      {
        '@id': addresses.orderItem(order.id, order.itemId),
        '@type': 'OrderItem',
        id: order.itemId,
        ...amounts,
        ...itemReferences(reservation, 'OrderItemOfferTicket'),
        tickets: tickets.map(({ id }) => addresses.itemTicket(order.id, order.itemId, id)),
      },
    ],
    documents: [addresses.document(order.id, order.documentId)],
  };
}
