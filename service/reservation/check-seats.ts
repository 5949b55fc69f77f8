import type { Violation } from '../http/problem';
import type { SeatMap } from '../seat/seat-plan';
import type { RequestedItem } from './reservation';
import type { ChosenTicket } from './reservation-table';

/** What is wrong with the seats that a ticket of an item asks for. `plan`: that of the chosen session. */
export function wrongSeats(
  names: readonly string[],
  {
    plan,
    zone,
    quantity,
    path,
  }: { plan: SeatMap | null; zone: string | null; quantity: number; path: string },
): Violation[] {
  if (plan === null) return [{ path, code: 'regex', messageKey: 'seatsRefused' }];
  if (names.length !== quantity) {
    const code = names.length < quantity ? 'tooFew' : 'tooMany';
    return [{ path, code, messageKey: 'seatForEach', detail: String(quantity) }];
  }
  return names.flatMap((name, i): Violation[] => {
    const seat = plan.seats.get(name);
    if (seat === undefined)
      return [{ path: `${path}[${i}]`, code: 'regex', messageKey: 'unknownSeat', detail: name }];
    if (zone === null || seat.zone === zone) return [];
    return [{ path: `${path}[${i}]`, code: 'choice', messageKey: 'seatOfOtherZone', detail: name }];
  });
}

interface SeatedItem {
  index: number;
  requested: RequestedItem;
  chosen: readonly ChosenTicket[];
}

/** A violation for each seat of a session that a call asks for again. */
export function repeatedSeats(items: readonly SeatedItem[]): Violation[] {
  const asked = new Set<string>();
  return items.flatMap(({ index, requested, chosen }) =>
    requested.ticketSessions.flatMap(({ seats = [] }, i) =>
      seats.flatMap((name, k): Violation[] => {
        const key = `${chosen[i]?.session ?? ''} ${name}`;
        if (!asked.has(key)) {
          asked.add(key);
          return [];
        }
        const path = `items[${index}].ticketSessions[${i}].seats[${k}]`;
        return [{ path, code: 'unique', messageKey: 'seatTwice', detail: name }];
      }),
    ),
  );
}
