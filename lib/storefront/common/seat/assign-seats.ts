/** Tickets of one offer, which take seats of a zone; null: of any. */
export interface SeatedOffer {
  readonly offerId: string;
  readonly quantity: number;
  readonly zone: string | null;
}

/** A seat as the plan has it. */
export interface ZonedSeat {
  readonly name: string;
  readonly zone: string;
}

/**
 * Pure: which offer gets which of the chosen seats, in the order of the seats: those of a zone first the offers for that zone,
 * and the others those for any. Null: a ticket would have no seat, or a seat no ticket.
 */
export function assignSeats(
  seats: readonly ZonedSeat[],
  offers: readonly SeatedOffer[],
): ReadonlyMap<string, string[]> | null {
  const free = [...seats];
  const assigned = new Map<string, string[]>();
  const ofZones = offers.filter(({ zone }) => zone !== null);
  const ofAny = offers.filter(({ zone }) => zone === null);
  for (const { offerId, quantity, zone } of [...ofZones, ...ofAny]) {
    const fitting = free.filter((seat) => zone === null || seat.zone === zone).slice(0, quantity);
    if (fitting.length < quantity) return null;
    for (const seat of fitting) free.splice(free.indexOf(seat), 1);
    assigned.set(
      offerId,
      fitting.map(({ name }) => name),
    );
  }
  return free.length === 0 ? assigned : null;
}
