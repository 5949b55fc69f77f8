import type { Room } from '../../../shop/rules/room';
import type { WaitingRooms } from '../../../shop/flows/waiting-room/waiting-rooms';

/** The browser of a request, by its cookies. */
export interface Browser {
  /** Hash of its token; null if it has none. */
  readonly readGuest: () => Promise<string | null>;
  /** Hash of its token; a new token is made if it has none. */
  readonly ensureGuest: () => Promise<string>;
  /** The value of its cookie with a place in this waiting room. */
  readonly readPlace: (roomId: number) => Promise<string | undefined>;
}

interface AskedOffer {
  readonly catalogId: string;
  readonly offerId: string;
}

interface Asked<Offer extends AskedOffer> {
  /** Null: the shop has no waiting rooms. */
  readonly rooms: WaitingRooms | null;
  /** All that are asked for at once. */
  readonly offers: readonly Offer[];
  readonly browser: Browser;
  readonly onError: (error: unknown) => void;
}

/** In the room of this offer. */
interface HasToWait {
  readonly kind: 'has_to_wait';
}

interface Turn<Offer> {
  readonly room: Room;
  readonly offer: Offer;
  readonly place: number;
}

/** The rooms of the offers, each once, with the first of its offers. */
async function findRooms<Offer extends AskedOffer>(
  rooms: WaitingRooms,
  { offers }: Asked<Offer>,
): Promise<{ room: Room; offer: Offer }[]> {
  const found = new Map<number, { room: Room; offer: Offer }>();
  for (const offer of offers) {
    const room = await rooms.find(offer.catalogId.toLowerCase(), offer.offerId.toLowerCase());
    if (room !== null && !found.has(room.id)) found.set(room.id, { room, offer });
  }
  return [...found.values()];
}

/**
 * Lets a visitor hold tickets of offers if no waiting room is in front of them, if the visitor holds tickets of
 * that room's scope already, or if it is the visitor's turn: then the place belongs to this browser from now on.
 * lib/server sends others to the waiting page before; but it goes by the address, and a form names its offers itself.
 */
export async function inTurn<Result extends { kind: string }, Offer extends AskedOffer>(
  asked: Asked<Offer>,
  hold: () => Promise<Result>,
): Promise<Result | (HasToWait & Offer)> {
  const { rooms, browser, onError } = asked;
  if (rooms === null) return hold();
  const turns: Turn<Offer>[] = [];
  for (const { room, offer } of await findRooms(rooms, asked)) {
    const visitor = { tokenHash: await browser.readGuest(), place: await browser.readPlace(room.id) };
    const entry = await rooms.enter(room, visitor);
    if (entry.kind === 'holder') continue;
    if (entry.kind !== 'admitted') return { kind: 'has_to_wait', ...offer };
    turns.push({ room, offer, place: entry.place });
  }
  for (const { room, offer, place } of turns) {
    if (!(await rooms.use(room, place, await browser.ensureGuest())))
      return { kind: 'has_to_wait', ...offer };
  }
  const held = await hold();
  if (held.kind !== 'held') return held;
  // It only counts for the pace of admission, and the tickets are held.
  for (const { room, place } of turns) await rooms.complete(room, place).catch(onError);
  return held;
}
