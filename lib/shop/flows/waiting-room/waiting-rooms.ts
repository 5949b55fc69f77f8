import { LRUCache } from 'lru-cache';
import type { Client } from '../../../client/client';
import { ServiceError } from '../../../client/service-error';
import type { Database } from '../../../database/database';
import type { Report } from '../../context';
import { type HeldProduct, readHeldProducts } from '../../data/hold-store';
import {
  type AdmittedPlace,
  claimPlace,
  markPlaceUsed,
  readAdmittedPlace,
} from '../../data/waiting-place-store';
import { batched } from './batched';
import { drawnPlaces } from './draw';
import { placeCookies } from './place-cookie';
import { narrowest, type Room, type Standing, standingOf } from '../../rules/room';
import { advance, insertRoom, readRooms, saveSoldOut, takeNumbers } from '../../data/room-store';
import { covers } from '../../rules/scope';
import { readProductId, readSoldOut } from './stock';

export interface WaitingRoomsOptions {
  readonly database: Database;
  readonly client: Pick<Client, 'listCatalogs' | 'listOffers' | 'getOffer'>;
  /** The key of the cookies is derived from it. */
  readonly secret: string;
  /** How long an admitted visitor has to choose tickets. */
  readonly minutes: number;
  /** `automatic`: a room also opens by itself, when this process gets more requests for tickets than this a second. */
  readonly mode: 'automatic' | 'scheduled';
  readonly holdsPerSecond: number;
  readonly report: Report;
}

/** A visitor, as the cookies of a request tell. */
export interface Visitor {
  /** Hash of the browser's token; null if it has none. */
  readonly tokenHash: string | null;
  /** The value of the cookie with a place of the room. */
  readonly place: string | undefined;
}

/** `holder`: holds tickets of the room's scope, and need not wait. `none`: has no place. */
export type Entry = Standing | { readonly kind: 'holder' } | { readonly kind: 'none' };

/** The waiting rooms as one process sees them: at most a second old. */
export interface WaitingRooms {
  /** The room in which visitors who want this offer wait; null if they need not. */
  find(catalogId: string, offerId: string): Promise<Room | null>;
  /** The cookie of a new place; null if the room is closed. */
  take(room: Room): Promise<string | null>;
  enter(room: Room, visitor: Visitor): Promise<Entry>;
  /** Null if the place is not admitted. */
  admission(room: Room, place: number): Promise<AdmittedPlace | null>;
  /** Gives a place to the browser that uses it first; false if that was another one. */
  use(room: Room, place: number, tokenHash: string): Promise<boolean>;
  /** The visitor with this place got tickets. */
  complete(room: Room, place: number): Promise<void>;
  /**
   * Counts a request for tickets. If there are too many, or if the shop is overloaded, resolves to the room in which
   * visitors who want this offer wait, and opens one for the catalogue if there is none.
   */
  demand(catalogId: string, offerId: string, isOverloaded: boolean): Promise<Room | null>;
  /** The next call reads the rooms again, because they were changed. */
  forget(): void;
}

const freshMilliseconds = 1_000;

/** The rooms, read at most once a second, by whichever request comes first. It moves the counters on, too. */
function roomReader({ database, client, minutes, report }: WaitingRoomsOptions) {
  let rooms: readonly Room[] | null = null;
  let readAt = -Infinity;
  let reading: Promise<readonly Room[]> | null = null;
  const looking = new Set<number>();
  const lookForTickets = async ({ id, scope }: Room): Promise<void> => {
    if (looking.has(id)) return;
    looking.add(id);
    try {
      await saveSoldOut(database, id, await readSoldOut(client, scope));
    } catch (error) {
      report('warn', 'it is unknown whether tickets are left for a waiting room', { room: id, err: error });
    } finally {
      looking.delete(id);
    }
  };
  const read = async (): Promise<readonly Room[]> => {
    let found = await readRooms(database);
    const moved: Room[] = [];
    for (const room of found) if (room.isDue && (await advance(database, room.id, minutes))) moved.push(room);
    if (moved.length > 0) found = await readRooms(database);
    // The answer of the service is not waited for.
    for (const room of moved) void lookForTickets(room);
    return found;
  };
  const refresh = async (): Promise<readonly Room[]> => {
    try {
      rooms = await read();
    } catch (error) {
      if (rooms === null) throw error;
      // Visitors still see the last state when the database is unavailable for a moment.
      report('warn', 'the waiting rooms could not be read', { err: error });
    }
    readAt = performance.now();
    return rooms;
  };
  return {
    current: async (): Promise<readonly Room[]> => {
      if (rooms !== null && performance.now() - readAt < freshMilliseconds) return rooms;
      reading ??= refresh().finally(() => {
        reading = null;
      });
      return reading;
    },
    forget: () => {
      readAt = -Infinity;
      reading = null;
    },
  };
}

/** The product of an offer, which never changes; null if it is unknown. */
function productReader({ client, report }: WaitingRoomsOptions) {
  const known = new LRUCache<string, string>({ max: 5_000 });
  return async (catalogId: string, offerId: string): Promise<string | null> => {
    const key = `${catalogId}/${offerId}`.toLowerCase();
    const product = known.get(key);
    if (product !== undefined) return product;
    try {
      const read = await readProductId(client, catalogId, offerId);
      if (read !== null) known.set(key, read);
      return read;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      report('warn', 'it is unknown whether an offer has a waiting room', { reason: error.message });
      return null;
    }
  };
}

/** Opens the room of a catalogue. Requests that ask for it at the same moment share one opening. */
function roomOpener({ database, report }: WaitingRoomsOptions, onOpened: () => void) {
  const openings = new Map<string, Promise<void>>();
  const open = async (catalogId: string): Promise<void> => {
    const scope = { kind: 'catalog', catalogId } as const;
    const room = { scope, openedBy: 'demand', opensAt: null, timezone: 'UTC' } as const;
    const opened = await insertRoom(database, room);
    onOpened();
    if (opened !== null) report('warn', 'a waiting room opened by itself', { room: opened, catalogId });
  };
  return (catalogId: string): Promise<void> => {
    const opening = openings.get(catalogId) ?? open(catalogId).finally(() => openings.delete(catalogId));
    openings.set(catalogId, opening);
    return opening;
  };
}

/** Counts by catalogue, within a second. */
function secondCounter() {
  let second = 0;
  const counts = new Map<string, number>();
  return (catalogId: string): number => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) counts.clear();
    second = now;
    const count = (counts.get(catalogId) ?? 0) + 1;
    counts.set(catalogId, count);
    return count;
  };
}

export function openWaitingRooms(options: WaitingRoomsOptions): WaitingRooms {
  const { database, minutes, mode, holdsPerSecond } = options;
  const cookies = placeCookies(options.secret);
  const { current, forget } = roomReader(options);
  const productOf = productReader(options);
  const openFor = roomOpener(options, forget);
  const count = secondCounter();
  const nextNumber = batched((roomIds: readonly number[]) => takeNumbers(database, roomIds));
  const heldBy = batched((hashes: readonly string[]): Promise<HeldProduct[][]> =>
    readHeldProducts(database, hashes),
  );
  const draws = new LRUCache<string, Uint32Array>({ max: 5 });

  const placesOf = ({ seed, drawn }: Room): Uint32Array => {
    if (seed === null || drawn === null) return new Uint32Array();
    const places = draws.get(seed) ?? drawnPlaces(seed, drawn);
    draws.set(seed, places);
    return places;
  };
  const find = async (catalogId: string, offerId: string): Promise<Room | null> => {
    const rooms = await current();
    const needsProduct = rooms.some(({ scope }) => scope.kind === 'product' && scope.catalogId === catalogId);
    const productId = needsProduct ? await productOf(catalogId, offerId) : null;
    return narrowest(rooms, (scope) => covers(scope, catalogId, productId ?? ''));
  };
  return {
    find,
    take: async (room) => {
      const number = await nextNumber(room.id);
      return number === null ? null : cookies.write(room.id, number);
    },
    enter: async (room, { tokenHash, place }) => {
      const held = tokenHash === null ? [] : await heldBy(tokenHash);
      if (held.some((one) => covers(room.scope, one.catalogId, one.productId))) return { kind: 'holder' };
      const number = place === undefined ? null : cookies.read(room.id, place);
      return number === null ? { kind: 'none' } : standingOf(room, placesOf(room), number);
    },
    admission: (room, place) => readAdmittedPlace(database, { roomId: room.id, place }, minutes),
    use: (room, place, tokenHash) => claimPlace(database, { roomId: room.id, place, tokenHash }),
    complete: (room, place) => markPlaceUsed(database, { roomId: room.id, place }),
    demand: async (catalogId, offerId, isOverloaded) => {
      if (mode !== 'automatic' || (count(catalogId) <= holdsPerSecond && !isOverloaded)) return null;
      const present = await find(catalogId, offerId);
      // Only for a catalogue that exists: identifiers can be invented.
      if (present !== null || (await productOf(catalogId, offerId)) === null) return present;
      await openFor(catalogId);
      return find(catalogId, offerId);
    },
    forget,
  };
}
