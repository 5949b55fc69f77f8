import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashSent } from '../../shop/tokens';
import type { Entry, WaitingRooms } from '../../shop/flows/waiting-room/waiting-rooms';
import type { Room } from '../../shop/rules/room';
import type { SecurityLog } from '../../log/security-log';
import { clientNetworks, type ClientNetworks } from '../../network/client-prefix';
import { networkLimit } from '../../network/network-limit';
import type { Config } from '../../runtime/config';
import { cookieName } from '../../runtime/cookie-name';
import { cookieValue } from '../request/page-request';
import { visitorCookie } from '../request/visitor-cookie';
import { needsPlace, type WaitingState, waitingState } from './waiting-state';

/** Within so long, visitors of one network get a limited number of places of a room. */
const limitSeconds = 10 * 60;

export interface Visits {
  enter(request: IncomingMessage, room: Room): Promise<Entry>;
  /** Null: the visitor holds tickets, and need not wait. */
  state(request: IncomingMessage, room: Room): Promise<WaitingState | null>;
  /**
   * Takes a new place. Sets its cookie, and that of the visitor, to whom the place will belong. `limited`: visitors of
   * the network, or of its site, have taken as many as they may.
   */
  give(
    request: IncomingMessage,
    response: ServerResponse,
    room: Room,
  ): Promise<'given' | 'closed' | 'limited'>;
}

/** lib/server has written the client's address into this header. */
const networksOf = ({ headers }: IncomingMessage): ClientNetworks =>
  clientNetworks([headers['x-forwarded-for'] ?? []].flat().join(','));

/** Visitors of waiting rooms, whom their cookies identify. */
export function visitsOf(
  rooms: WaitingRooms,
  { storefrontUrl, linkSecret, waitingRoom }: Pick<Config, 'storefrontUrl' | 'linkSecret' | 'waitingRoom'>,
  security: SecurityLog,
): Visits {
  const places = networkLimit(waitingRoom.mostPlaces, limitSeconds);
  const guest = cookieName('guest', storefrontUrl);
  const visitor = visitorCookie({ storefrontUrl, linkSecret });
  const nameOf = (room: Room) => cookieName(`place_${room.id}`, storefrontUrl);
  const hashOf = (name: string, { headers }: IncomingMessage) => hashSent(cookieValue(headers.cookie, name));
  const enter = (request: IncomingMessage, room: Room): Promise<Entry> =>
    rooms.enter(room, {
      tokenHash: hashOf(guest, request),
      place: cookieValue(request.headers.cookie, nameOf(room)),
    });
  const placeState = async (request: IncomingMessage, room: Room): Promise<WaitingState | null> => {
    const entry = await enter(request, room);
    if (entry.kind === 'holder') return null;
    if (entry.kind !== 'admitted') return waitingState(room, entry);
    const admission = await rooms.admission(room, entry.place);
    if (admission === null) return { kind: 'lapsed' };
    const own = [hashOf(guest, request), hashOf(visitor.name, request)];
    const isOthers = admission.usedBy !== null && !own.includes(admission.usedBy);
    return isOthers ? { kind: 'used' } : { kind: 'admitted', until: admission.until };
  };
  return {
    enter,
    state: async (request, room) => {
      const state = await placeState(request, room);
      if (state === null || !needsPlace(state)) return state;
      const seconds = await places.secondsLeft(networksOf(request), room.id);
      return seconds === null ? state : { kind: 'limited', seconds };
    },
    give: async (request, response, room) => {
      const networks = networksOf(request);
      if (!(await places.count(networks, room.id))) {
        security({ event: 'limit_reached', limit: 'places', network: networks.network });
        return 'limited';
      }
      const place = await rooms.take(room);
      if (place === null) return 'closed';
      // A place from before the opening is needed then.
      const seconds = Math.max(0, room.opensIn);
      response.setHeader('set-cookie', [
        `${nameOf(room)}=${place}; ${visitor.optionsFor(seconds)}`,
        visitor.of(request, seconds),
      ]);
      return 'given';
    },
  };
}
