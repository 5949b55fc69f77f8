import { takenSeats } from '../availability/taken-seats';
import { byCatalog } from '../ids/catalog-id';
import { freeSeats, type FreeSeats } from '../seat/free-seats';
import { type StoredSeat, storedSeat } from '../seat/seat-plan';
import type { Reader } from '@/lib/database/database';
import type { KnownSession } from './catalog-cache';
import type { Failure } from './failed-reservation';
import type { ChosenTicket } from './reservation-table';
import type { ResolvedItem } from './resolve-items';

/** The free seats of sessions with numbered seats, by their ids. */
export type SeatsOfSessions = ReadonlyMap<string, FreeSeats>;

/** Reads which seats are free. Call it under the locks of the sessions' counters; without numbered seats it reads nothing. */
export async function readFreeSeats(
  reader: Reader,
  sessions: readonly KnownSession[],
): Promise<SeatsOfSessions> {
  const plans = new Map(sessions.flatMap(({ id, plan }) => (plan === null ? [] : [[id, plan] as const])));
  const seated = sessions.filter(({ id }) => plans.has(id));
  const taken = await Promise.all(
    byCatalog(seated, ({ catalogId }) => catalogId).map(([catalogId, own]) =>
      takenSeats(reader, catalogId, [...new Set(own.map(({ id }) => id))]),
    ),
  );
  const names = new Map(taken.flatMap((ofSession) => [...ofSession]));
  return new Map([...plans].map(([id, plan]) => [id, freeSeats(plan, names.get(id) ?? [])]));
}

/** The seats of an item, taken from the free ones; or why it gets none: then it takes none. */
export type SeatChoice =
  { kind: 'chosen'; tickets: ChosenTicket[] } | { kind: 'seats_refused'; failure: Failure };

/** Takes the seats that an item asks for, or the best ones for each of its tickets. */
export function chooseSeats(item: ResolvedItem, free: SeatsOfSessions): SeatChoice {
  const tickets: ChosenTicket[] = [];
  const giveBack = () => {
    for (const { session, seats = [] } of tickets)
      free.get(session ?? '')?.giveBack(seats.map(({ name }) => name));
  };
  for (const [i, ticket] of item.chosen.entries()) {
    const ofSession = ticket.session === null ? undefined : free.get(ticket.session);
    if (ofSession === undefined) {
      tickets.push(ticket);
      continue;
    }
    const asked = item.requested.ticketSessions[i]?.seats;
    const zone = item.of.tickets.find(({ id }) => id === ticket.ticket)?.zone ?? null;
    const chosen =
      asked === undefined ? bestSeats(item, ofSession, zone) : askedSeats(item, ticket, asked, ofSession);
    if ('reason' in chosen) {
      giveBack();
      return { kind: 'seats_refused', failure: chosen };
    }
    ofSession.take(chosen);
    tickets.push({ ...ticket, seats: chosen.map((name) => seatOf(item, ticket, name)) });
  }
  return { kind: 'chosen', tickets };
}

function bestSeats(
  { requested: { quantity } }: ResolvedItem,
  free: FreeSeats,
  zone: string | null,
): string[] | Failure {
  const best = free.best(zone, quantity);
  if (best !== null) return best;
  const availableQuantity = free.left(zone);
  return { reason: availableQuantity === 0 ? 'SOLD_OUT' : 'INSUFFICIENT_QUANTITY', availableQuantity };
}

function askedSeats(
  item: ResolvedItem,
  ticket: ChosenTicket,
  names: readonly string[],
  free: FreeSeats,
): string[] | Failure {
  const taken = names.filter((name) => !free.isFree(name));
  if (taken.length === 0) return [...names];
  const offered = new Set(names);
  const nearest = taken.flatMap((name): StoredSeat[] => {
    const seat = free.nearest(name, offered);
    if (seat === null) return [];
    offered.add(seat.name);
    return [seatOf(item, ticket, seat.name)];
  });
  return { reason: 'SEAT_TAKEN', availableQuantity: null, takenSeats: taken, nearestSeats: nearest };
}

function seatOf({ sessions }: ResolvedItem, { session }: ChosenTicket, name: string): StoredSeat {
  const seat = sessions.find(({ id }) => id === session)?.plan?.seats.get(name);
  if (seat === undefined) throw new Error(`the session ${session ?? ''} has no seat ${name}`);
  return storedSeat(seat);
}

/** The names of the seats of each session. */
export function seatNames(tickets: readonly ChosenTicket[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { session, seats } of tickets) {
    if (session === null || seats === undefined) continue;
    names.set(session, [...(names.get(session) ?? []), ...seats.map(({ name }) => name)]);
  }
  return names;
}
