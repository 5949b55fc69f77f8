import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../locale/languages';
import { cachedAddress, type CachedAddress } from '../page-cache/cached-address';
import { pageMaker, type Rendering } from '../page-cache/make-page';
import { pageCache } from '../page-cache/page-cache';
import { Overloaded, renderLimit, type RenderLimit } from '../page-cache/render-limit';
import { sendPage } from '../page-cache/send-page';
import type { Config } from '../runtime/config';
import { cookieName } from '../runtime/cookie-name';
import { pagePolicy, sharedPagePolicy } from '../runtime/page-policy';
import { withRequestState } from '../runtime/request-state';
import { sendBusy } from './busy-page';
import { pageHeaders, pagePlace } from './page-request';
import { pathOf } from './request-rules';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface PagesOptions {
  readonly next: Answer;
  readonly config: Config;
  /** Called with the error of a page that could not be rendered for the cache. */
  readonly onError: (error: unknown) => void;
  readonly limit?: RenderLimit;
}

type Parts = Required<PagesOptions>;

const newNonce = () => crypto.randomUUID().replaceAll('-', '');

/** Whether a Cookie header (RFC 6265 §4.2) has a cookie of this name. */
function hasCookie(header: string | undefined, name: string): boolean {
  return header?.split(';').some((cookie) => cookie.trim().startsWith(`${name}=`)) ?? false;
}

/**
 * Answers a request that lib/server has checked: with a page from the cache if it is the same for every visitor, else
 * by Next. When too many pages are to be rendered, the visitor is told that many people are here.
 */
export function pages(options: PagesOptions): Answer {
  const parts = { limit: renderLimit(), ...options };
  const serveShared = sharedPages(parts);
  const serveIndividual = individualPages(parts);
  return async (request, response) => {
    const url = request.url ?? '/';
    const place = pagePlace(pathOf(url), url, request.headers['accept-language']);
    if (place !== null && 'redirectTo' in place) {
      const headers = { location: place.redirectTo, vary: 'Accept-Language', 'cache-control': 'no-store' };
      response.writeHead(307, headers).end();
      return;
    }
    try {
      if (await serveShared(request, response)) return;
      if (place === null) await parts.next(request, response);
      else await serveIndividual(request, response, place.language);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      await sendBusy(request, response);
    }
  };
}

/** Resolves when the head of a response is written. Next has rendered the page by then, and only sends it. */
function headOf(response: ServerResponse): Promise<void> {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  return new Promise((resolve) => {
    response.writeHead = (...args: unknown[]) => {
      resolve();
      return writeHead(...args);
    };
  });
}

/** Next is told the language of the page and the nonce for its scripts. */
function individualPages({ next, config, limit }: Parts) {
  const guest = cookieName('guest', config.storefrontUrl);
  return async (request: IncomingMessage, response: ServerResponse, language: Language): Promise<void> => {
    const policy = pagePolicy(config, newNonce());
    // Next reads the nonce from the request's policy and adds it to every script that it makes.
    Object.assign(request.headers, pageHeaders(language, policy));
    let done: Promise<void> | undefined;
    const render = async (): Promise<void> => {
      // The visitor may have left while waiting.
      if (response.destroyed) return;
      response.setHeader('content-security-policy', policy);
      const head = headOf(response);
      done = next(request, response);
      // A client that reads slowly does not keep others waiting.
      await Promise.race([head, done]);
    };
    // Visitors who hold tickets come first.
    await limit(render, hasCookie(request.headers.cookie, guest));
    await done;
  };
}

/** A page for a visitor without cookies. */
function maker({ next, config, limit }: Parts) {
  const { host, protocol } = new URL(config.storefrontUrl);
  const begin = (): Rendering => {
    const state = { hasBegun: false, isDatabaseAway: false, isServiceAway: false };
    return {
      answer: (request, response) => withRequestState(state, () => next(request, response)),
      isAway: () => state.isServiceAway || state.isDatabaseAway,
    };
  };
  const make = pageMaker({
    begin,
    requestHeaders: ({ kind, language, headers }: CachedAddress, nonce) => ({
      ...headers,
      ...(kind === 'data' ? {} : pageHeaders(language, pagePolicy(config, nonce))),
      ...{ host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) },
    }),
    policy: (hashes) => sharedPagePolicy(config, hashes),
  });
  return (address: CachedAddress) => limit(() => make(address));
}

/** Resolves to false, and sends nothing, if the response is not the same for every visitor. */
function sharedPages(parts: Parts): (...exchange: Parameters<Answer>) => Promise<boolean> {
  const { config, onError } = parts;
  const times = config.pageCache;
  const find = pageCache({ ...times, make: maker(parts), onError });
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
