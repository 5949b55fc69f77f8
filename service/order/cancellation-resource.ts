import type { z } from 'zod';
import {
  cancellationSchema as readCancellationSchema,
  cancellationTermsSchema as readTermsSchema,
  cancelOrderInputSchema,
} from '@/lib/contract/cancellation';
import { addresses } from '@/lib/contract/iri';
import { compareAmounts, subtractAmounts } from '@/lib/money/money';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { findObstacle, paidFor, refundByRule, returnedByRule, type Unit, unitsOf } from './cancellation';
import type { Deadlines } from './cancellation-deadline';
import { itemTicketSchema } from './item-ticket-resource';
import type { StoredCancellation } from './order';
import { orderSchema } from './order-resource';
import type { WholeOrder } from './order-store';

const id = exampleId(18);
const order = exampleOf(orderSchema);
const tickets = [exampleOf(itemTicketSchema)['@id']];

export const cancellationSchema = readCancellationSchema.required().meta({
  id: 'BookingOrderCancellation',
  description: 'Tickets of an order that were cancelled together, and what is refunded for them.',
  'x-extension': true,
  example: {
    '@id': addresses.cancellation(order.id, id),
    '@type': 'BookingOrderCancellation',
    id,
    order: order['@id'],
    createdAt: '2027-05-25T09:00:00.000Z',
    reference: 'M4W-8RD-2PK',
    reason: 'ill',
    tickets,
    refundAmountInclTax: '28.80',
    refundAmountExclTax: '24.00',
    refundAmountTax: '4.80',
    returnedToBalanceInclTax: '0.00',
    document: addresses.document(order.id, exampleId(19)),
    rebookedTo: [],
  },
});

export const cancellationTermsSchema = readTermsSchema.required().meta({
  id: 'BookingOrderCancellationTerms',
  description: 'Which tickets of an order its customer can cancel now, and what is refunded for them.',
  'x-extension': true,
  example: {
    '@id': addresses.cancellationTerms(order.id),
    '@type': 'BookingOrderCancellationTerms',
    order: order['@id'],
    units: [
      {
        '@type': 'BookingOrderUnitTerms',
        tickets,
        cancellable: true,
        obstacle: null,
        until: '2027-05-31T08:00:00.000Z',
        paidAmountInclTax: '36.00',
        refundAmountInclTax: '28.80',
        returnedToBalanceInclTax: '0.00',
        rebookable: true,
        rebookingObstacle: null,
        rebookableUntil: '2027-06-01T06:00:00.000Z',
        cancellation: null,
      },
    ],
  },
});

export const cancelOrderBody = cancelOrderInputSchema.meta({
  id: 'CancelOrderInput',
  description: 'Which tickets to cancel, and why.',
  'x-extension': true,
  examples: {
    wholeOrder: { reason: 'ill' },
    oneTicket: { tickets, reason: 'ill' },
    byStaff: { tickets, reason: 'The boat had a fault.', override: true, refundAmountInclTax: '36.00' },
  },
});

export const invalidCancellation: InvalidAnswer = {
  name: 'InvalidCancellation',
  when: 'The tickets can’t be cancelled: nothing is (our addition).',
  examples: {
    deadline: [
      {
        path: 'tickets',
        code: 'choice',
        messageKey: 'deadlinePassed',
        detail: '2027-05-31T08:00:00.000Z',
      },
    ],
    noRule: [{ path: 'tickets', code: 'choice', messageKey: 'notCancellable' }],
    part: [{ path: 'tickets[0]', code: 'choice', messageKey: 'ticketsTogether', detail: 'H4TK-9QWE-2MBY' }],
  },
};

export type CancellationResource = z.output<typeof cancellationSchema>;

/** A cancellation as a response. */
export function cancellationResource(
  whole: WholeOrder,
  cancellation: StoredCancellation,
): CancellationResource {
  const { refundAmount, refundAmountExclTax } = cancellation;
  const cancelled = unitsOf(whole).filter(({ index }) => cancellation.units.includes(index));
  return {
    '@id': addresses.cancellation(whole.order.id, cancellation.id),
    '@type': 'BookingOrderCancellation',
    id: cancellation.id,
    order: addresses.order(whole.order.id),
    createdAt: cancellation.createdAt.toISOString(),
    reference: cancellation.reference,
    reason: cancellation.reason,
    tickets: cancelled.flatMap((unit) => ticketPaths(whole, unit)),
    refundAmountInclTax: refundAmount,
    refundAmountExclTax,
    refundAmountTax: subtractAmounts(refundAmount, refundAmountExclTax),
    returnedToBalanceInclTax: cancellation.returnedAmount,
    document:
      compareAmounts(refundAmount, '0.00') === 0
        ? null
        : addresses.document(whole.order.id, cancellation.documentId),
    rebookedTo: cancellation.rebookedTo.map(addresses.order),
  };
}

/** What the rules say about each unit of an order. */
export function cancellationTermsResource(
  whole: WholeOrder,
  { deadlines, used, now }: { deadlines: Deadlines; used: ReadonlySet<string>; now: Date },
): z.output<typeof cancellationTermsSchema> {
  const { order: ordered, reservation } = whole;
  const share = reservation.cancellation?.share ?? 0;
  return {
    '@id': addresses.cancellationTerms(ordered.id),
    '@type': 'BookingOrderCancellationTerms',
    order: addresses.order(ordered.id),
    units: unitsOf(whole).map((unit) => {
      const obstacle = findObstacle(unit, { until: deadlines.cancellation, now }, used);
      const rebookingObstacle = findObstacle(unit, { until: deadlines.rebooking, now }, used);
      return {
        '@type': 'BookingOrderUnitTerms',
        tickets: ticketPaths(whole, unit),
        cancellable: obstacle === null,
        obstacle,
        until: deadlines.cancellation?.toISOString() ?? null,
        paidAmountInclTax: paidFor(whole, [unit]).inclTax,
        refundAmountInclTax: obstacle === null ? refundByRule(whole, share, [unit]).inclTax : '0.00',
        returnedToBalanceInclTax: obstacle === null ? returnedByRule(whole, share, [unit]) : '0.00',
        rebookable: rebookingObstacle === null,
        rebookingObstacle,
        rebookableUntil: deadlines.rebooking?.toISOString() ?? null,
        cancellation:
          unit.cancellation === null ? null : addresses.cancellation(ordered.id, unit.cancellation.id),
      };
    }),
  };
}

function ticketPaths({ order: { id: orderId, itemId } }: WholeOrder, unit: Unit): string[] {
  return unit.tickets.map((ticket) => addresses.itemTicket(orderId, itemId, ticket.id));
}
