import type { CreateReservationsInput } from '@/lib/contract/reservation';
import type { CounterUnits } from '../availability/allocate';
import type { HoldKey } from '../availability/hold-store';
import type { reservationTable } from './reservation-table';

/** One item of a bulk call. */
export type RequestedItem = CreateReservationsInput['items'][number];

/** A reservation as it is stored, and whether it has ended by the database's clock. */
export type StoredReservation = Omit<
  typeof reservationTable.$inferSelect,
  'releasedAt' | 'extensions' | 'cancelledUnits'
> & {
  /** Expired or released, and never ordered. */
  expired: boolean;
};

/** Units of an offer as counters count them: of the offer itself and of each session; two tickets may share one. */
export function countedUnits(
  { catalogId, offerId }: { catalogId: string; offerId: string },
  sessionIds: readonly string[],
  quantity: number,
): CounterUnits[] {
  const units = new Map<string, number>([[offerId, quantity]]);
  for (const id of sessionIds) units.set(id, (units.get(id) ?? 0) + quantity);
  return [...units].map(([counterId, count]) => ({ catalogId, counterId, units: count }));
}

/** The hold of a reservation. */
export function holdOf({ catalogId, id }: StoredReservation): HoldKey {
  return { catalogId, holdId: id };
}
