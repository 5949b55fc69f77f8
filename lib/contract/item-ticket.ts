import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { seatSchema } from './seat';
import { amountSchema, instantSchema } from './values';

export const itemTicketStatuses = ['valid', 'redeemed', 'cancelled'] as const;

/** One ticket of an order item (§2.12; the specification leaves its fields open). */
export const itemTicketSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingOrderItemTicket'),
  id: idSchema,
  reference: z.string().meta({ description: 'As on the ticket; readable aloud.' }),
  ticket: iriOf('TicketingOfferTicket'),
  session: iriOf('TicketingSession').nullable().meta({ description: 'null: any time that day.' }),
  status: z.enum(itemTicketStatuses),
  redeemedAt: instantSchema.nullable(),
  barcode: z
    .object({ format: z.string(), value: z.string() })
    .meta({ id: 'Barcode', description: 'What is scanned (§2.12).' }),
  holder: z
    .object({ firstname: z.string(), lastname: z.string(), email: z.string().nullable() })
    .meta({ id: 'TicketHolder', description: 'Who comes (§2.12).' })
    .nullable(),
  answers: z.array(
    z
      .object({ field: z.string(), value: z.unknown() })
      .meta({ id: 'TicketAnswer', description: 'What was answered to a question of a form (§2.12).' }),
  ),
  seat: seatSchema
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('The numbered seat; null: it has none.')),
  giftCard: z
    .object({
      valueInclTax: amountSchema,
      remainingInclTax: amountSchema.meta({ description: 'What is left now.' }),
      validUntil: instantSchema
        .nullable()
        .meta({ description: 'The first moment when it is not valid; null: it stays valid.' }),
      disabled: z.boolean().meta({ description: 'It can’t be used any more.' }),
    })
    .meta({
      id: 'GiftCard',
      ...extension('The voucher that this ticket is; its code is the reference of the ticket.'),
    })
    .nullable()
    .optional()
    .catch(undefined),
  updatedAt: instantSchema,
});

export type ItemTicket = z.infer<typeof itemTicketSchema>;
export type GiftCard = NonNullable<ItemTicket['giftCard']>;

type Answers = ItemTicket['answers'];

/** Whether the same questions have the same answers, in any order. */
export function areSameAnswers(some: Answers, others: Answers): boolean {
  const isIn = ({ field, value }: Answers[number]) =>
    others.some((one) => one.field === field && JSON.stringify(one.value) === JSON.stringify(value));
  return some.length === others.length && some.every(isIn);
}
