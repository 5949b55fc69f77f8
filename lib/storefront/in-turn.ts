import type { HoldResult } from '../checkout/commands';
import type { WaitingRooms } from '../checkout/waiting-room';

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
  readonly offerId: string;
  readonly browser: Browser;
  readonly onError: (error: unknown) => void;
}

/**
 * Lets a visitor hold tickets of an offer if no waiting room is in front of it, if the visitor holds tickets of
 * that room's scope already, or if it is the visitor's turn: then the place belongs to this browser from now on.
 * lib/server sends others to the waiting page before; but it goes by the address, and a form names its offer itself.
 */
export async function inTurn<Result extends HoldResult>(
  { rooms, catalogId, offerId, browser, onError }: Asked,
  hold: () => Promise<Result>,
): Promise<Result | 'has_to_wait'> {
  const room = (await rooms?.find(catalogId.toLowerCase(), offerId.toLowerCase())) ?? null;
  if (rooms === null || room === null) return hold();
  const visitor = { tokenHash: await browser.readGuest(), place: await browser.readPlace(room.id) };
  const entry = await rooms.enter(room, visitor);
  if (entry.kind === 'holder') return hold();
  if (entry.kind !== 'admitted') return 'has_to_wait';
  if (!(await rooms.use(room, entry.place, await browser.ensureGuest()))) return 'has_to_wait';
  const held = await hold();
  // It only counts for the pace of admission, and the tickets are held.
  if (held.kind === 'held') await rooms.complete(room, entry.place).catch(onError);
  return held;
}
