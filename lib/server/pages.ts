import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WaitingRooms } from '../shop/flows/waiting-room/waiting-rooms';
import type { SecurityLog } from '../log/security-log';
import { counter, gauge } from '../metrics/registry';
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

/** Where a page came from. `kept`: made before; `shared`: the same for every visitor, and perhaps made now. */
type Source = 'kept' | 'shared' | 'visitor' | 'waiting_room' | 'refused';

const sent = counter({
  name: 'storefront_pages_total',
  help: 'Pages by where they came from: kept, the same for all, made for a visitor, the waiting room, or refused because too many wait',
  labelNames: ['source'],
});

function showRenders({ counts }: RenderLimit): void {
  gauge({
    name: 'storefront_renders',
    help: 'Pages that are rendered now, and that wait for their turn',
    labelNames: ['state'],
    collect() {
      for (const [state, number] of Object.entries(counts())) this.set({ state }, number);
    },
  });
}

export function pages(options: PagesOptions): Pages {
  const parts: PageParts = { limit: renderLimit(), ...options };
  showRenders(parts.limit);
  const shared = sharedPages(parts);
  const serveIndividual = individualPages(parts);
  const waiting = waitingRoomAnswers(options.waitingRooms, parts.config, options.security);
  const makeKnown = makeVisitorsKnown(parts.config);
  const targets = formTargets(parts.config);
  const nextRetry = retryTime();
  /** Answers with a page, and says where it came from; null: with something else. */
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<Source | null> => {
    const url = request.url ?? '/';
    if (isNothingAt(pathOf(url), options.staticFiles)) {
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
      response.writeHead(404, headers).end('Not found');
      return null;
    }
    const place = pagePlace(pathOf(url), url, request.headers['accept-language']);
    if (place !== null && 'redirectTo' in place) {
      const headers = { location: place.redirectTo, vary: 'Accept-Language', 'cache-control': 'no-store' };
      response.writeHead(307, headers).end();
      return null;
    }
    try {
      if (await waiting.answer(request, response)) return 'waiting_room';
      if (makeKnown(request, response)) return null;
      if (await shared.serve(request, response)) return 'shared';
      if (place === null) await parts.next(request, response);
      else await serveIndividual(request, response, place.language);
      return place === null ? null : 'visitor';
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      if (await waiting.answerBusy(request, response)) return 'waiting_room';
      await sendBusy(request, response, { formTargets: targets, retrySeconds: nextRetry() });
      return 'refused';
    }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const source = await serve(request, response);
    if (source !== null) sent.inc({ source });
  };
  const answerNow: Pages['answerNow'] = (request, response) => {
    const isSent = shared.serveNow(request, response);
    if (isSent) sent.inc({ source: 'kept' });
    return isSent;
  };
  const mayUpload = uploadPermission(parts.next, parts.config.storefrontUrl);
  return { answer, answerNow, mayUpload };
}
