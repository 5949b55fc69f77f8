import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashToken, isToken } from '../../checkout/tokens';
import type { Entry, Room, WaitingRooms } from '../../checkout/waiting-room';
import { cookieName } from '../../runtime/cookie-name';
import { cookieValue } from '../page-request';
import { type WaitingState, waitingState } from './waiting-state';

const dayInSeconds = 24 * 60 * 60;

export interface Visits {
  enter(request: IncomingMessage, room: Room): Promise<Entry>;
  /** Null: the visitor holds tickets, and need not wait. */
  state(request: IncomingMessage, room: Room): Promise<WaitingState | null>;
  /** Sets the cookie of a new place; false if the room was closed meanwhile. */
  give(response: ServerResponse, room: Room): Promise<boolean>;
}

/** Visitors of waiting rooms, whom their cookies identify. */
export function visitsOf(rooms: WaitingRooms, storefrontUrl: string): Visits {
  const guest = cookieName('guest', storefrontUrl);
  const nameOf = (room: Room) => cookieName(`place_${room.id}`, storefrontUrl);
  const secure = storefrontUrl.startsWith('https://') ? '; Secure' : '';
  const tokenHashOf = ({ headers }: IncomingMessage): string | null => {
    const token = cookieValue(headers.cookie, guest);
    return token === undefined || !isToken(token) ? null : hashToken(token);
  };
  const enter = (request: IncomingMessage, room: Room): Promise<Entry> =>
    rooms.enter(room, {
      tokenHash: tokenHashOf(request),
      place: cookieValue(request.headers.cookie, nameOf(room)),
    });
  return {
    enter,
    state: async (request, room) => {
      const entry = await enter(request, room);
      if (entry.kind === 'holder') return null;
      if (entry.kind !== 'admitted') return waitingState(room, entry);
      const admission = await rooms.admission(room, entry.place);
      if (admission === null) return { kind: 'lapsed' };
      const isOthers = admission.usedBy !== null && admission.usedBy !== tokenHashOf(request);
      return isOthers ? { kind: 'used' } : { kind: 'admitted', until: admission.until };
    },
    give: async (response, room) => {
      const value = await rooms.take(room);
      if (value === null) return false;
      const options = `Path=/; Max-Age=${dayInSeconds}; HttpOnly; SameSite=Lax${secure}`;
      response.setHeader('set-cookie', `${nameOf(room)}=${value}; ${options}`);
      return true;
    },
  };
}
