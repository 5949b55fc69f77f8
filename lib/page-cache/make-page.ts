import type { RequestListener } from 'node:http';
import inject from 'light-my-request';
import { navigationHeaders, type CachedAddress } from './cached-address';
import { hashScripts, newNonce } from './hash-scripts';
import { KeptPage, type Origin } from './kept-page';
import type { MadePage } from './page-cache';

export interface Rendering {
  /** Answers as Next does. */
  readonly answer: (...request: Parameters<RequestListener>) => Promise<void>;
  /** Whether, during this rendering, something that the shop needs could not be reached. */
  readonly isServiceUnavailable: () => boolean;
  /** Whether the whole page says so. */
  readonly isPageUnavailable: () => boolean;
  readonly reads: Origin['reads'];
  readonly sameUntil: () => Origin['sameUntil'];
}

export interface MakePageOptions {
  readonly begin: () => Rendering;
  /** The headers of a request for this page. */
  readonly requestHeaders: (address: CachedAddress, nonce: string) => Record<string, string>;
  /** The Content-Security-Policy of a page with these inline scripts. */
  readonly policy: (sources: readonly string[]) => string;
}

/** The headers of Next's response that are about its body. */
const ofBody = ['content-type', 'location', 'link', 'retry-after'];

/**
 * Of every response: our own encodings, and the headers that distinguish the navigations of Next's client. It would take
 * `next-url` for the sign of a route that looks different from each other route; the hash in the URL has that.
 */
const vary = [...navigationHeaders.filter((name) => name !== 'next-url'), 'accept-encoding'].join(', ');

/** Of a page that only says that the service can't be reached; its status is 503. */
export const unavailableHeaders = { 'retry-after': '10', 'x-robots-tag': 'noindex' } as const;

/** Renders one address for a visitor without cookies. Rejects if the answer breaks off, or sets a cookie. */
export function pageMaker(options: MakePageOptions): (address: CachedAddress) => Promise<MadePage> {
  const { begin, requestHeaders, policy } = options;
  return async (address) => {
    const madeAt = performance.now();
    const { answer, isServiceUnavailable, isPageUnavailable, reads, sameUntil } = begin();
    const nonce = newNonce();
    const response = await inject(
      (request, answered) => {
        answer(request, answered).catch((error: unknown) => {
          answered.destroy(error instanceof Error ? error : new Error(String(error)));
        });
      },
      { method: 'GET', url: address.url, headers: requestHeaders(address, nonce) },
    );
    if (response.headers['set-cookie'] !== undefined) {
      throw new Error(`${address.url} sets a cookie, so it can't be the same for every visitor`);
    }
    const headers: Record<string, string> = { vary };
    for (const name of ofBody) {
      const value = response.headers[name];
      // React names the nonce in the addresses of files to load, too.
      if (value !== undefined) headers[name] = String(value).replaceAll(`; nonce="${nonce}"`, '');
    }
    let bytes = response.rawPayload;
    if (headers['content-type']?.startsWith('text/html') === true) {
      const { html, sources } = hashScripts(response.payload, nonce);
      bytes = Buffer.from(html);
      headers['content-security-policy'] = policy(sources);
    }
    const isUnavailable = isPageUnavailable() && response.statusCode === 200 && address.kind === 'page';
    if (isUnavailable) Object.assign(headers, unavailableHeaders);
    const origin = { madeAt, reads, sameUntil: sameUntil() };
    const page = new KeptPage(isUnavailable ? 503 : response.statusCode, headers, bytes, origin);
    return { page, isUnavailable: isServiceUnavailable() || page.status >= 500 };
  };
}
