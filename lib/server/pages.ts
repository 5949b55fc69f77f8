import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WaitingRooms } from '../shop/flows/waiting-room/waiting-rooms';
import type { SecurityLog } from '../log/security-log';
import { Overloaded, renderLimit, type RenderLimit } from '../page-cache/render-limit';
import { retryTime } from '../page-cache/retry-time';
import { formTargets } from '../runtime/page-policy';
import { sendBusy } from './busy-page';
import { individualPages } from './individual-pages';
import { makeVisitorsKnown } from './known-visitor';
import { uploadPermission } from './may-upload';
import { pagePlace, type PageParts } from './request/page-request';
import { isNothingAt } from './program-addresses';
import { pathOf } from './request/request-rules';
import { sharedPages } from './shared-pages';
import { waitingRoomAnswers } from './waiting-room/waiting-room';

interface PagesOptions extends Omit<PageParts, 'limit'> {
  readonly limit?: RenderLimit;
  /** Null: the shop has no waiting rooms. */
  readonly waitingRooms: WaitingRooms | null;
  readonly security: SecurityLog;
  /** The files of the build, by their paths below `/_next/static/`. */
  readonly staticFiles: ReadonlySet<string>;
}

export interface Pages {
  /**
   * Answers a request that lib/server has checked: with a page from the cache if it is the same for every visitor, else
   * by Next. Visitors who have to wait for tickets get a place in line. When too many pages are to be rendered, the visitor is told that many people are here.
   */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Answers a request that was not checked yet, if it can do so without waiting; else returns false. */
  readonly answerNow: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether the sender of a request may upload a feed. */
  readonly mayUpload: (request: IncomingMessage) => Promise<boolean>;
}

export function pages(options: PagesOptions): Pages {
  const parts: PageParts = { limit: renderLimit(), ...options };
  const shared = sharedPages(parts);
  const serveIndividual = individualPages(parts);
  const waiting = waitingRoomAnswers(options.waitingRooms, parts.config, options.security);
  const makeKnown = makeVisitorsKnown(parts.config);
  const targets = formTargets(parts.config);
  const nextRetry = retryTime();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    if (isNothingAt(pathOf(url), options.staticFiles)) {
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
      response.writeHead(404, headers).end('Not found');
      return;
    }
    const place = pagePlace(pathOf(url), url, request.headers['accept-language']);
    if (place !== null && 'redirectTo' in place) {
      const headers = { location: place.redirectTo, vary: 'Accept-Language', 'cache-control': 'no-store' };
      response.writeHead(307, headers).end();
      return;
    }
    try {
      if (await waiting.answer(request, response)) return;
      if (makeKnown(request, response)) return;
      if (await shared.serve(request, response)) return;
      if (place === null) await parts.next(request, response);
      else await serveIndividual(request, response, place.language);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      if (await waiting.answerBusy(request, response)) return;
      await sendBusy(request, response, { formTargets: targets, retrySeconds: nextRetry() });
    }
  };
  const mayUpload = uploadPermission(parts.next, parts.config.storefrontUrl);
  return { answer, answerNow: shared.serveNow, mayUpload };
}
