import type { IncomingMessage, ServerResponse } from 'node:http';
import { isToken } from '../../shop/tokens';
import { type Language, languageOfPath } from '../../locale/languages';
import { preferredLanguage } from '../../locale/negotiate';
import type { RenderLimit } from '../../page-cache/render-limit';
import type { Config } from '../../runtime/config';

/** What pages are made from. */
export interface PageParts {
  /** Answers as Next does. */
  readonly next: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly config: Config;
  /** Called with the error of a page that could not be rendered for the cache. */
  readonly onError: (error: unknown) => void;
  readonly limit: RenderLimit;
}

/** Addresses of programs and files: Next's own, and those of public/ and app/. Every other one is a page's. */
const noPage =
  /^\/(api\/|_next\/|readyz$|icon\.svg$|(order|door)-worker\.js$|robots\.txt$|sitemap\.xml$|sitemaps\/)/;

/** Of a page: its language; or, if its address has none, the same address in the visitor's language. */
export type PagePlace = { readonly language: Language } | { readonly redirectTo: string };

/** Null: not the address of a page. */
export function pagePlace(path: string, url: string, acceptLanguage: string | undefined): PagePlace | null {
  if (noPage.test(path)) return null;
  const language = languageOfPath(path);
  if (language !== undefined) return { language };
  const rest = url.slice(path === '/' ? 1 : 0);
  return { redirectTo: `/${preferredLanguage(acceptLanguage ?? null)}${rest}` };
}

/** The headers by which Next learns the language of a page, and the nonce for its scripts. */
export function pageHeaders(language: Language, policy: string): Record<string, string> {
  return { 'x-next-intl-locale': language, 'content-security-policy': policy };
}

/** The value of a cookie in a Cookie header (RFC 6265 §4.2). */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const cookies = header?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Whether a Cookie header (RFC 6265 §4.2) has a cookie of this name with a token, as we set it. */
export function hasToken(header: string | undefined, name: string): boolean {
  const value = cookieValue(header, name);
  return value !== undefined && isToken(value);
}

/**
 * Whether the visitor may hold something: the cookie `basket` goes when a page finds that this is over. `own`: the next hold
 * replaces something, and forms begin with as many tickets.
 */
export function mayHold(header: string | undefined, guest: string): boolean {
  return ['1', 'own'].includes(cookieValue(header, 'basket') ?? '') && hasToken(header, guest);
}

/** Whether also what the browser's router asks for is made for this visitor. */
export function mayReplace(header: string | undefined, guest: string): boolean {
  return cookieValue(header, 'basket') === 'own' && hasToken(header, guest);
}
