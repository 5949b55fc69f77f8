import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { wrongHost } from '../network/host-header';
import { cachedAddress, type CachedAddress } from '../page-cache/cached-address';
import { pageMaker, type Rendering } from '../page-cache/make-page';
import { pageCache } from '../page-cache/page-cache';
import { sendPage, sendPageNow } from '../page-cache/send-page';
import { cookieName } from '../runtime/cookie-name';
import { pagePolicy, sharedPagePolicy } from '../runtime/page-policy';
import { newRenderState, withRequestState } from '../runtime/request-state';
import { mayHold, mayReplace, pageHeaders, type PageParts } from './request/page-request';
import { ownAddress, pathOf } from './request/request-rules';
import { responseHeaders } from './response-headers';

/** A page for a visitor without cookies. */
function maker({ next, config, limit }: PageParts) {
  const own = ownAddress(config.storefrontUrl);
  const begin = (): Rendering => {
    const state = newRenderState();
    return {
      answer: (request, response) => withRequestState(state, () => next(request, response)),
      isServiceUnavailable: () => state.isServiceUnavailable || state.isDatabaseUnavailable,
      isPageUnavailable: () => state.isPageUnavailable,
      reads: state.catalogueReads,
      sameUntil: () => state.sameUntil,
    };
  };
  const make = pageMaker({
    begin,
    requestHeaders: ({ kind, language, headers }: CachedAddress, nonce) => ({
      ...headers,
      ...(kind === 'data' ? {} : pageHeaders(language, pagePolicy(config, nonce))),
      ...own,
    }),
    policy: (hashes) => sharedPagePolicy(config, hashes),
  });
  return (address: CachedAddress) => limit(() => make(address));
}

interface SharedPages {
  /** Resolves to false, and sends nothing, if the response is not the same for every visitor. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /**
   * Serves a shared page without waiting, for a URL that was served before. It does all that lib/server does with such a
   * request: checks it, and sets the headers of every response. False: the request has to take the usual way.
   */
  readonly serveNow: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A URL that was served before, with the key of its page. */
interface KnownUrl {
  readonly key: string;
  /** Headers of every response at this address. */
  readonly common: Readonly<Record<string, string>>;
}

/** The most characters of a URL that is remembered. */
const longestUrl = 500;

/** The pages that are the same for every visitor without a basket, from the page cache. */
export function sharedPages(parts: PageParts): SharedPages {
  const { config, onError } = parts;
  const times = config.pageCache;
  const { find, findReady } = pageCache({ ...times, make: maker(parts), onError });
  const guest = cookieName('guest', config.storefrontUrl);
  const urls = new LRUCache<string, KnownUrl>({ max: 2_000 });
  const remember = (url: string, { key, kind, url: canonical }: CachedAddress): void => {
    if (kind === 'navigation' || url.length > longestUrl || urls.has(url)) return;
    urls.set(url, { key, common: responseHeaders(pathOf(canonical), config.storefrontUrl) });
  };
  return {
    serve: async (request, response) => {
      if (request.method === 'POST') return false;
      const url = request.url ?? '/';
      const address = cachedAddress(url, request.headers);
      // The page of a visitor with a basket shows what is held, also without scripts.
      const isOwn = address?.kind === 'page' ? mayHold : mayReplace;
      if (address === null || (address.kind !== 'data' && isOwn(request.headers.cookie, guest))) return false;
      const found = await find(address);
      remember(url, address);
      await sendPage(request, response, { address, found, times });
      return true;
    },
    serveNow: (request, response) => {
      const { method, url = '', headers } = request;
      const known = urls.get(url);
      if (known === undefined || method !== 'GET' || headers['rsc'] !== undefined) return false;
      const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
      if (hasBody || mayHold(headers.cookie, guest) || wrongHost(request) !== null) return false;
      const found = findReady(known.key);
      return found !== null && sendPageNow(request, response, { found, times, common: known.common });
    },
  };
}
