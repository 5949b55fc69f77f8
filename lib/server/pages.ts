import type { IncomingMessage, ServerResponse } from 'node:http';
import { cachedAddress, type CachedAddress } from '../page-cache/cached-address';
import { pageMaker, type Rendering } from '../page-cache/make-page';
import { pageCache } from '../page-cache/page-cache';
import { sendPage } from '../page-cache/send-page';
import type { Config } from '../runtime/config';
import { cookieName } from '../runtime/cookie-name';
import { pagePolicy, sharedPagePolicy } from '../runtime/page-policy';
import { withRequestState } from '../runtime/request-state';
import { pageHeaders, pagePlace } from './page-request';
import { pathOf } from './request-rules';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface PagesOptions {
  readonly next: Answer;
  readonly config: Config;
  /** Called with the error of a page that could not be rendered for the cache. */
  readonly onError: (error: unknown) => void;
}

const newNonce = () => crypto.randomUUID().replaceAll('-', '');

/**
 * Answers a request that lib/server has checked: with a page from the cache if it is the same for every visitor, else
 * by Next, which is told the language of the page and the nonce for its scripts.
 */
export function pages({ next, config, onError }: PagesOptions): Answer {
  const serveShared = sharedPages({ next, config, onError });
  return async (request, response) => {
    const url = request.url ?? '/';
    const place = pagePlace(pathOf(url), url, request.headers['accept-language']);
    if (place !== null && 'redirectTo' in place) {
      const headers = { location: place.redirectTo, vary: 'Accept-Language', 'cache-control': 'no-store' };
      response.writeHead(307, headers).end();
      return;
    }
    if (await serveShared(request, response)) return;
    if (place !== null) {
      const policy = pagePolicy(config, newNonce());
      // Next reads the nonce from the request's policy and adds it to every script that it makes.
      Object.assign(request.headers, pageHeaders(place.language, policy));
      response.setHeader('content-security-policy', policy);
    }
    await next(request, response);
  };
}

/** Whether a Cookie header (RFC 6265 §4.2) has a cookie of this name. */
function hasCookie(header: string | undefined, name: string): boolean {
  return header?.split(';').some((cookie) => cookie.trim().startsWith(`${name}=`)) ?? false;
}

/** A page for a visitor without cookies. */
function maker({ next, config }: PagesOptions) {
  const { host, protocol } = new URL(config.storefrontUrl);
  const begin = (): Rendering => {
    const state = { hasBegun: false, isDatabaseAway: false, isServiceAway: false };
    return {
      answer: (request, response) => withRequestState(state, () => next(request, response)),
      isAway: () => state.isServiceAway || state.isDatabaseAway,
    };
  };
  return pageMaker({
    begin,
    requestHeaders: ({ kind, language, headers }: CachedAddress, nonce) => ({
      ...headers,
      ...(kind === 'data' ? {} : pageHeaders(language, pagePolicy(config, nonce))),
      ...{ host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) },
    }),
    policy: (hashes) => sharedPagePolicy(config, hashes),
  });
}

/** Resolves to false, and sends nothing, if the response is not the same for every visitor. */
function sharedPages(options: PagesOptions): (...exchange: Parameters<Answer>) => Promise<boolean> {
  const { config, onError } = options;
  const times = config.pageCache;
  const find = pageCache({ ...times, make: maker(options), onError });
  const guest = cookieName('guest', config.storefrontUrl);
  return async (request, response) => {
    if (request.method === 'POST') return false;
    const address = cachedAddress(request.url ?? '/', request.headers);
    // The page of a visitor with a basket shows what is held, also without scripts.
    if (address === null || (address.kind === 'page' && hasCookie(request.headers.cookie, guest)))
      return false;
    await sendPage(request, response, { address, found: await find(address), times });
    return true;
  };
}
