import { z } from 'zod';
import type { CreateReservationsInput } from '@/lib/contract/reservation';
import type { HoldKey } from '../availability/hold-store';

/** One line of what a bulk call asks for. */
export type RequestedItem = CreateReservationsInput['items'][number];

/** Which session was chosen for a ticket; null for date access. Ids, not paths. */
export const chosenTicketSchema = z.object({
  ticket: z.string(),
  event: z.string(),
  session: z.string().nullable(),
});
export type ChosenTicket = z.infer<typeof chosenTicketSchema>;

/** A reservation as it is stored, with whether its time is over by the database's clock. */
export const storedReservationSchema = z.object({
  id: z.string(),
  organizationId: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** Over, or given back, and never turned into an order. */
  expired: z.boolean(),
  orderId: z.string().nullable(),
  catalogId: z.string(),
  offerId: z.string(),
  productId: z.string(),
  quantity: z.int(),
  unitAmount: z.string(),
  unitAmountExclTax: z.string(),
  tickets: z.array(chosenTicketSchema),
  heldCounters: z.int(),
});
export type StoredReservation = z.infer<typeof storedReservationSchema>;

/** The hold behind a reservation. */
export function holdOf({ catalogId, id }: StoredReservation): HoldKey {
  return { catalogId, holdId: id };
}
