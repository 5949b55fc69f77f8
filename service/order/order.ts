import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Customer, customerSchema } from '@/lib/contract/customer';
import { itemTicketStatuses } from '@/lib/contract/item-ticket';
import { answerSchema } from '../form/check-answers';

/** An order as it is stored; its amounts are its reservation's. */
export const storedOrderSchema = z.object({
  id: z.string(),
  organizationId: z.string(),
  reservationId: z.string(),
  itemId: z.string(),
  documentId: z.string(),
  reference: z.string(),
  externalReference: z.string().nullable(),
  customer: customerSchema,
  createdAt: z.date(),
});
export type StoredOrder = z.infer<typeof storedOrderSchema>;

/** Who comes with a ticket. */
export const holderSchema = z.object({
  firstname: z.string().trim().min(1).max(255),
  lastname: z.string().trim().min(1).max(255),
  email: z.email().max(254).nullable().default(null),
});

/** A single ticket as it is stored. */
export const storedItemTicketSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  position: z.int(),
  reference: z.string(),
  ticketId: z.string(),
  eventId: z.string(),
  sessionId: z.string().nullable(),
  status: z.enum(itemTicketStatuses),
  redeemedAt: z.date().nullable(),
  holder: holderSchema.nullable(),
  answers: z.array(answerSchema),
  updatedAt: z.date(),
});
export type StoredItemTicket = z.infer<typeof storedItemTicketSchema>;

// Readable aloud and on paper: no 0 or O, no 1, I or L.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A reference of random characters in groups: `7KQ-X4M-9TB`. */
export function newReference(groups: number, size: number): string {
  const group = () =>
    Array.from({ length: size }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Whether a repeated call asks for the same booking as before. */
export function isSameBooking(
  order: Pick<StoredOrder, 'externalReference' | 'customer'>,
  asked: { externalReference: string | null; customer: Customer },
): boolean {
  const { customer } = order;
  return (
    order.externalReference === asked.externalReference &&
    customer.firstname === asked.customer.firstname &&
    customer.lastname === asked.customer.lastname &&
    customer.email === asked.customer.email &&
    customer.phone === asked.customer.phone &&
    customer.country === asked.customer.country &&
    customer.language === asked.customer.language
  );
}
