import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashToken, isToken, visitorToken } from '../../checkout/tokens';
import type { Entry, Room, Taken, WaitingRooms } from '../../checkout/waiting-room';
import type { SecurityLog } from '../../log/security-log';
import { clientNetworks, type ClientNetworks } from '../../network/client-prefix';
import { cookieName } from '../../runtime/cookie-name';
import { cookieValue } from '../page-request';
import { needsPlace, type WaitingState, waitingState } from './waiting-state';

const dayInSeconds = 24 * 60 * 60;

export interface Visits {
  enter(request: IncomingMessage, room: Room): Promise<Entry>;
  /** Null: the visitor holds tickets, and need not wait. */
  state(request: IncomingMessage, room: Room): Promise<WaitingState | null>;
  /** Takes a new place. Sets its cookie, and that of the visitor, to whom the place will belong. */
  give(request: IncomingMessage, response: ServerResponse, room: Room): Promise<Taken['kind']>;
}

/** lib/server has written the client's address into this header. */
const networksOf = ({ headers }: IncomingMessage): ClientNetworks =>
  clientNetworks([headers['x-forwarded-for'] ?? []].flat().join(','));

interface VisitsOptions {
  readonly rooms: WaitingRooms;
  readonly storefrontUrl: string;
  /** Protects the tokens of visitors. */
  readonly linkSecret: string;
  readonly security: SecurityLog;
}

/** Visitors of waiting rooms, whom their cookies identify. */
export function visitsOf({ rooms, storefrontUrl, linkSecret, security }: VisitsOptions): Visits {
  const [guest, visitor] = [cookieName('guest', storefrontUrl), cookieName('visitor', storefrontUrl)];
  const nameOf = (room: Room) => cookieName(`place_${room.id}`, storefrontUrl);
  const secure = storefrontUrl.startsWith('https://') ? '; Secure' : '';
  const hashOf = (name: string, { headers }: IncomingMessage): string | null => {
    const token = cookieValue(headers.cookie, name);
    return token === undefined || !isToken(token) ? null : hashToken(token);
  };
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
    const own = [hashOf(guest, request), hashOf(visitor, request)];
    const isOthers = admission.usedBy !== null && !own.includes(admission.usedBy);
    return isOthers ? { kind: 'used' } : { kind: 'admitted', until: admission.until };
  };
  return {
    enter,
    state: async (request, room) => {
      const state = await placeState(request, room);
      if (state === null || !needsPlace(state)) return state;
      const seconds = await rooms.limited(room, networksOf(request));
      return seconds === null ? state : { kind: 'limited', seconds };
    },
    give: async (request, response, room) => {
      const networks = networksOf(request);
      const taken = await rooms.take(room, networks);
      if (taken.kind === 'limited')
        security({ event: 'limit_reached', limit: 'places', network: networks.network });
      if (taken.kind !== 'place') return taken.kind;
      const options = `Path=/; Max-Age=${dayInSeconds}; HttpOnly; SameSite=Lax${secure}`;
      const token = visitorToken(cookieValue(request.headers.cookie, visitor), linkSecret);
      response.setHeader('set-cookie', [
        `${nameOf(room)}=${taken.cookie}; ${options}`,
        `${visitor}=${token}; ${options}`,
      ]);
      return taken.kind;
    },
  };
}
