import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../runtime/config';
import { cookieName } from '../runtime/cookie-name';
import { hasToken } from './request/page-request';
import { visitorCookie } from './request/visitor-cookie';
import { offerAddress } from './waiting-room/offer-address';

/** In the address of a form that is sent with the cookie: a browser that keeps no cookies is not asked again. */
const askedBefore = 'cookie';

/**
 * A browser without scripts may send a form twice, and the shop can't tell the first form of a new visitor from that of
 * another. So it gives the visitor a cookie, and lets the browser send the form again with it (307, RFC 9110 §15.4.8).
 * Returns false, and sends nothing, for any other request.
 */
export function makeVisitorsKnown(config: Pick<Config, 'storefrontUrl' | 'linkSecret'>) {
  const visitor = visitorCookie(config);
  const guest = cookieName('guest', config.storefrontUrl);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, headers } = request;
    if (method !== 'POST' || headers['next-action'] !== undefined) return false;
    if ([guest, visitor.name].some((name) => hasToken(headers.cookie, name))) return false;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.invalid');
    const address = offerAddress(pathname);
    if (address === null || address.isWaitingPage || searchParams.has(askedBefore)) return false;
    searchParams.set(askedBefore, '1');
    response.writeHead(307, {
      location: `${pathname}?${searchParams.toString()}`,
      'set-cookie': visitor.of(request),
      'cache-control': 'no-store',
    });
    response.end();
    return true;
  };
}
