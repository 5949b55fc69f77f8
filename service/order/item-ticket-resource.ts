import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { itemTicketSchema as readItemTicketSchema, itemTicketStatuses } from '@/lib/contract/item-ticket';
import { boundedList } from '@/lib/contract/values';
import { answerSchema } from '../form/check-answers';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { ticketSchema } from '../offer/offer-resource';
import { seatResource } from '../seat/seat-plan';
import { sessionSchema } from '../session/session-resource';
import type { StoredGiftCard } from './gift-cards';
import { holderSchema, type StoredItemTicket } from './order';
import { orderSchema } from './order-resource';
import type { WholeOrder } from './order-store';

const id = exampleId(12);
const reference = 'H4TK-9QWE-2MBX';
const holder = { firstname: 'Zoë', lastname: 'Martin', email: 'zoe@customer.test' };
const answers = [{ field: 'diet', value: 'vegetarian' }];

export const itemTicketSchema = readItemTicketSchema.required().meta({
  id: 'BookingOrderItemTicket',
  description: 'One ticket of an order item (§2.12).',
  example: {
    '@id': addresses.itemTicket(exampleOf(orderSchema).id, exampleId(11), id),
    '@type': 'BookingOrderItemTicket',
    id,
    reference,
    ticket: exampleOf(ticketSchema)['@id'],
    session: exampleOf(sessionSchema)['@id'],
    status: 'valid',
    redeemedAt: null,
    barcode: { format: 'QR_CODE', value: reference },
    holder,
    answers,
    seat: null,
    giftCard: null,
    updatedAt: '2027-05-20T08:00:00.000Z',
  },
});

/** The members of a ticket that can be changed; null removes a value (RFC 7386). */
export const itemTicketPatch = z
  .object({
    holder: holderSchema.nullable().optional(),
    answers: boundedList(answerSchema, { most: 100 }).nullable().optional(),
    status: z.enum(itemTicketStatuses).optional().meta({
      description:
        '`redeemed` takes the scope ticket:redeem. `cancelled`, and back to `valid` while it is not redeemed, are our addition.',
    }),
  })
  .meta({
    id: 'ItemTicketPatch',
    description: 'What may be changed of a ticket (§4.6).',
    examples: {
      holderAndAnswers: { holder, answers },
      redeem: { status: 'redeemed' },
      clear: { holder: null },
    },
  });

export type ItemTicketPatch = z.output<typeof itemTicketPatch>;
export type ItemTicketResource = z.output<typeof itemTicketSchema>;

export const invalidPatch: InvalidAnswer = {
  name: 'InvalidPatch',
  when: 'What should change is not valid (§7).',
  examples: {
    redeemed: [
      { path: 'status', code: 'choice', messageKey: 'alreadyRedeemed', detail: '2027-06-01T08:01:12.000Z' },
    ],
    answer: [{ path: 'answers[0].value', code: 'choice' }],
  },
};

export function itemTicketResource(
  { order, reservation }: WholeOrder,
  ticket: StoredItemTicket,
  card: StoredGiftCard | undefined,
  language: string,
): ItemTicketResource {
  const { catalogId, offerId } = reservation;
  return {
    '@id': addresses.itemTicket(order.id, order.itemId, ticket.id),
    '@type': 'BookingOrderItemTicket',
    id: ticket.id,
    reference: ticket.reference,
    ticket: addresses.ticket(catalogId, offerId, ticket.ticketId),
    session: ticket.sessionId && addresses.session(catalogId, ticket.eventId, ticket.sessionId),
    status: ticket.status,
    redeemedAt: ticket.redeemedAt?.toISOString() ?? null,
    barcode: { format: 'QR_CODE', value: ticket.reference },
    holder: ticket.holder,
    answers: ticket.answers,
    seat: ticket.seat && seatResource(ticket.seat, language),
    giftCard:
      card === undefined
        ? null
        : {
            valueInclTax: card.value,
            remainingInclTax: card.remaining,
            validUntil: card.validUntil?.toISOString() ?? null,
            disabled: card.disabled,
          },
    updatedAt: ticket.updatedAt.toISOString(),
  };
}
