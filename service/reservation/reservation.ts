import type { CreateReservationsInput } from '@/lib/contract/reservation';
import type { HoldKey } from '../availability/hold-store';
import type { reservationTable } from './reservation-table';

/** One item of a bulk call. */
export type RequestedItem = CreateReservationsInput['items'][number];

/** A reservation as it is stored, and whether it has ended by the database's clock. */
export type StoredReservation = Omit<typeof reservationTable.$inferSelect, 'releasedAt' | 'extensions'> & {
  /** Expired or released, and never ordered. */
  expired: boolean;
};

/** The hold of a reservation. */
export function holdOf({ catalogId, id }: StoredReservation): HoldKey {
  return { catalogId, holdId: id };
}
