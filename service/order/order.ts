import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Customer, customerSchema } from '@/lib/contract/customer';
import type { cancellationTable, itemTicketTable, orderTable } from './order-table';

/** An order as it is stored; its amounts are its reservation's. */
export type StoredOrder = typeof orderTable.$inferSelect;

/** The holder of a ticket. */
export const holderSchema = z.object({
  firstname: customerSchema.shape.firstname,
  lastname: customerSchema.shape.lastname,
  email: customerSchema.shape.email.nullable().default(null),
});

/** A single ticket as it is stored. */
export type StoredItemTicket = typeof itemTicketTable.$inferSelect;

/** A cancellation as it is stored. */
export type StoredCancellation = typeof cancellationTable.$inferSelect;

// Easy to read aloud and on paper: no 0 or O, no 1, I or L.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A reference of random characters in groups: `7KQ-X4M-9TB`. */
export function newReference(groups: number, size: number): string {
  const group = () =>
    Array.from({ length: size }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A reference that was read or typed with one mistake: all that differ in one character, or in two neighbours that are swapped. */
export function similarReferences(typed: string): string[] {
  const places = Array.from(typed).flatMap((letter, i) => (letter === '-' ? [] : [i]));
  const changed = places.flatMap((i) =>
    Array.from(alphabet).map((letter) => `${typed.slice(0, i)}${letter}${typed.slice(i + 1)}`),
  );
  const swapped = places.slice(1).map((i, n) => {
    const before = places[n] ?? i;
    const between = typed.slice(before + 1, i);
    return `${typed.slice(0, before)}${typed.charAt(i)}${between}${typed.charAt(before)}${typed.slice(i + 1)}`;
  });
  return [...new Set([...changed, ...swapped])];
}

/** Whether a repeated call asks for the same booking as the earlier one. */
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
