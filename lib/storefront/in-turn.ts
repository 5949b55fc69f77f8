import type { HoldResult } from '../checkout/commands';
import type { Room, WaitingRooms } from '../checkout/waiting-room';

/** The browser of a request, by its cookies. */
export interface Browser {
  /** Hash of its token; null if it has none. */
  readonly readGuest: () => Promise<string | null>;
  /** The same; a new token is made if it has none. */
  readonly ensureGuest: () => Promise<string>;
  /** The value of its cookie with a place in this waiting room. */
  readonly readPlace: (roomId: number) => Promise<string | undefined>;
}

interface Asked {
  /** Null: the shop has no waiting rooms. */
  readonly rooms: WaitingRooms | null;
  readonly catalogId: string;
  /** All that are asked for at once. */
  readonly offerIds: readonly string[];
  readonly browser: Browser;
  readonly onError: (error: unknown) => void;
}

/** In the room of this offer. */
interface HasToWait {
  readonly kind: 'has_to_wait';
  readonly offerId: string;
}

interface Turn {
  readonly room: Room;
  readonly offerId: string;
  readonly place: number;
}

/** The rooms of the offers, each once, with the first of its offers. */
async function roomsOf(
  rooms: WaitingRooms,
  { catalogId, offerIds }: Asked,
): Promise<{ room: Room; offerId: string }[]> {
  const found = new Map<number, { room: Room; offerId: string }>();
  for (const offerId of offerIds) {
    const room = await rooms.find(catalogId.toLowerCase(), offerId.toLowerCase());
    if (room !== null && !found.has(room.id)) found.set(room.id, { room, offerId });
  }
  return [...found.values()];
}

/**
 * Lets a visitor hold tickets of offers if no waiting room is in front of them, if the visitor holds tickets of
 * that room's scope already, or if it is the visitor's turn: then the place belongs to this browser from now on.
 * lib/server sends others to the waiting page before; but it goes by the address, and a form names its offers itself.
 */
export async function inTurn<Result extends HoldResult>(
  asked: Asked,
  hold: () => Promise<Result>,
): Promise<Result | HasToWait> {
  const { rooms, browser, onError } = asked;
  if (rooms === null) return hold();
  const turns: Turn[] = [];
  for (const { room, offerId } of await roomsOf(rooms, asked)) {
    const visitor = { tokenHash: await browser.readGuest(), place: await browser.readPlace(room.id) };
    const entry = await rooms.enter(room, visitor);
    if (entry.kind === 'holder') continue;
    if (entry.kind !== 'admitted') return { kind: 'has_to_wait', offerId };
    turns.push({ room, offerId, place: entry.place });
  }
  for (const { room, offerId, place } of turns) {
    if (!(await rooms.use(room, place, await browser.ensureGuest()))) return { kind: 'has_to_wait', offerId };
  }
  const held = await hold();
  if (held.kind !== 'held') return held;
  // It only counts for the pace of admission, and the tickets are held.
  for (const { room, place } of turns) await rooms.complete(room, place).catch(onError);
  return held;
}
