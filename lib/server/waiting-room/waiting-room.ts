import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Room } from '../../shop/rules/room';
import type { WaitingRooms } from '../../shop/flows/waiting-room/waiting-rooms';
import type { SecurityLog } from '../../log/security-log';
import { paths } from '../../locale/paths';
import type { Config } from '../../runtime/config';
import { pathOf } from '../request/request-rules';
import { sentForm } from '../request/sent-form';
import { smallPagePolicy } from '../request/small-page';
import { choiceOf, hasOfferForm, namedOffer, offerAddress, type OfferAddress } from './offer-address';
import { type Visits, visitsOf } from './visits';
import { waitingJson, waitingPage, type WaitingView } from './waiting-page';
import { lookAgainAfter, needsPlace, waitingState } from './waiting-state';

export interface WaitingRoomAnswers {
  /** Resolves to false, and sends nothing, if the visitor need not wait, or if the request is about something else. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Answers like `answer` a request that the shop is too busy to answer itself: a room may open by itself. */
  readonly answerBusy: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** A request about an offer. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: OfferAddress;
}

async function askedFor(request: IncomingMessage, response: ServerResponse): Promise<Asked | null> {
  const path = pathOf(request.url ?? '');
  const isForm = request.method === 'POST' && hasOfferForm(path);
  const address = isForm ? namedOffer(path, await sentForm(request)) : offerAddress(path);
  return address === null ? null : { request, response, address };
}

/**
 * Gives visitors a place in line, and sends the page that shows it, without Next. `rooms`: null if the shop has no
 * waiting rooms; then the page leads back to the offer, because somebody may still have it open.
 */
export function waitingRoomAnswers(
  rooms: WaitingRooms | null,
  config: Pick<Config, 'storefrontUrl' | 'linkSecret' | 'waitingRoom'>,
  security: SecurityLog,
): WaitingRoomAnswers {
  const visits = rooms === null ? null : visitsOf(rooms, config, security);
  const roomFor = async ({ address: { catalogId, offerId } }: Asked): Promise<Room | null> =>
    rooms === null ? null : rooms.find(catalogId, offerId);
  const demanded = async (
    { address: { catalogId, offerId } }: Asked,
    isBusy: boolean,
  ): Promise<Room | null> => (rooms === null ? null : rooms.demand(catalogId, offerId, isBusy));
  const isHold = ({ request, address }: Asked) => request.method === 'POST' && !address.isWaitingPage;
  return {
    answer: async (request, response) => {
      const asked = await askedFor(request, response);
      if (asked === null) return false;
      if (asked.address.isWaitingPage) {
        await answerPage(asked, await roomFor(asked), visits);
        return true;
      }
      if (!isHold(asked) || visits === null) return false;
      const room = (await roomFor(asked)) ?? (await demanded(asked, false));
      return room !== null && queue(asked, room, visits);
    },
    answerBusy: async (request, response) => {
      const asked = await askedFor(request, response);
      if (asked === null || !isHold(asked) || visits === null) return false;
      const room = await demanded(asked, true);
      return room !== null && queue(asked, room, visits);
    },
  };
}

/** Sends a visitor who may not hold tickets yet to the waiting page, with a place. */
async function queue(asked: Asked, room: Room, visits: Visits): Promise<boolean> {
  const entry = await visits.enter(asked.request, room);
  if (entry.kind === 'holder' || entry.kind === 'admitted') return false;
  if (
    needsPlace(waitingState(room, entry)) &&
    (await visits.give(asked.request, asked.response, room)) === 'closed'
  )
    return false;
  redirect(asked, 'waitingRoom', choiceOf(await sentForm(asked.request)));
  return true;
}

/** The waiting page; a new place, if its form asks for one; or, for a visitor who need not wait, the way to the offer. */
async function answerPage(asked: Asked, room: Room | null, visits: Visits | null): Promise<void> {
  const { request, response, address } = asked;
  const choice = choiceOf(new URL(request.url ?? '', 'http://shop.invalid').searchParams);
  const state = room === null || visits === null ? null : await visits.state(request, room);
  if (room === null || visits === null || state === null) {
    redirect(asked, 'offer', choice);
  } else if (request.method === 'POST') {
    if (needsPlace(state)) await visits.give(request, response, room);
    redirect(asked, 'waitingRoom', choice);
  } else {
    const { language, catalogId, offerId } = address;
    send(asked, {
      state,
      room,
      language,
      lookAgainSeconds: lookAgainAfter(state, room, Math.random()),
      url: request.url ?? '',
      offerPath: paths.offer(language, catalogId, offerId, choice),
      catalogPath: paths.catalog(language, catalogId),
    });
  }
}

/** To the offer or to its waiting page, with what the visitor chose. */
function redirect(
  { request, response, address: { language, catalogId, offerId } }: Asked,
  to: 'offer' | 'waitingRoom',
  choice: Readonly<Record<string, string>>,
): void {
  const location = paths[to](language, catalogId, offerId, choice);
  const isScript = request.headers['next-action'] !== undefined;
  // Next's client loads the page that this header names.
  const where = isScript ? { 'x-action-redirect': `${location};push` } : { location };
  response.writeHead(303, { ...where, 'cache-control': 'no-store' }).end();
}

function send({ request, response }: Asked, view: WaitingView): void {
  const accept = request.headers.accept ?? '';
  const isProgram = /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept);
  const body = isProgram ? waitingJson(view) : waitingPage(view);
  response.writeHead(200, {
    'content-type': isProgram ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept',
    'content-length': Buffer.byteLength(body),
    ...(!isProgram && {
      'content-security-policy': smallPagePolicy(["'self'"]),
      'content-language': view.language,
    }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
