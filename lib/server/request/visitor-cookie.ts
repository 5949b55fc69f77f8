import type { IncomingMessage } from 'node:http';
import { visitorToken } from '../../shop/tokens';
import type { Config } from '../../runtime/config';
import { cookieName } from '../../runtime/cookie-name';
import { cookieValue } from './page-request';

const dayInSeconds = 24 * 60 * 60;

/** The cookie by which a visitor is known before anything is held. */
export function visitorCookie({ storefrontUrl, linkSecret }: Pick<Config, 'storefrontUrl' | 'linkSecret'>) {
  const name = cookieName('visitor', storefrontUrl);
  const secure = storefrontUrl.startsWith('https://') ? '; Secure' : '';
  const optionsFor = (seconds: number) =>
    `Path=/; Max-Age=${Math.ceil(seconds) + dayInSeconds}; HttpOnly; SameSite=Lax${secure}`;
  return {
    name,
    /** The attributes of a cookie that is needed for so many seconds, and a day. */
    optionsFor,
    /** The value of a `Set-Cookie` header: with the visitor's own token, or a new one. */
    of: ({ headers }: IncomingMessage, seconds = 0) =>
      `${name}=${visitorToken(cookieValue(headers.cookie, name), linkSecret)}; ${optionsFor(seconds)}`,
  };
}
