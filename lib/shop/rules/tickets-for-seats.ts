/** A type of ticket in a form: for seats of a zone, or of any; how many are chosen, and the most that can be. */
export interface SeatedType {
  readonly zone: string | null;
  readonly count: number;
  readonly maximum: number;
}

/**
 * Pure: how many of each type there have to be for the marked seats, whose zones are given. Of what is chosen, as much stays as
 * there are seats for; for the other seats, there are more of the first type of the zone, or else of the first for any.
 * Null: there are no such tickets, or not enough.
 */
export function ticketsForSeats(types: readonly SeatedType[], zones: readonly string[]): number[] | null {
  const left = [...zones];
  const counts = types.map(() => 0);
  const take = (index: number, most: number) => {
    const { zone, maximum } = types[index] ?? { zone: null, maximum: 0 };
    while ((counts[index] ?? 0) < Math.min(most, maximum)) {
      // Tickets for any seat leave those of the zones to their own tickets, if there are others.
      const ownLess = left.findIndex((one) => !types.some((type) => type.zone === one));
      const any = ownLess === -1 ? left.length - 1 : ownLess;
      const seat = zone === null ? any : left.indexOf(zone);
      if (seat === -1) return;
      left.splice(seat, 1);
      counts[index] = (counts[index] ?? 0) + 1;
    }
  };
  const ofZones = types.flatMap(({ zone }, index) => (zone === null ? [] : [index]));
  const ofAny = types.flatMap(({ zone }, index) => (zone === null ? [index] : []));
  for (const index of [...ofZones, ...ofAny]) take(index, types[index]?.count ?? 0);
  for (const index of [...ofZones, ...ofAny]) take(index, Infinity);
  return left.length === 0 ? counts : null;
}
