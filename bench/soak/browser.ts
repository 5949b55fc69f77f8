import { cookieKeepingFetch } from '@/testing/cookie-keeping-fetch';
import { entriesOf, type Form, type PageParts, readPage } from './page';
import { anyNetwork, anyOf } from './random';
import type { Tally } from './tally';

const longestMilliseconds = 60_000;
const mostRedirects = 12;

/** The answer, after redirects. */
export interface Shown extends PageParts {
  status: number;
  url: string;
  type: string;
  /** The value of ETag; empty without one. */
  tag: string;
  body: Buffer;
}

/** A browser without scripts: it keeps cookies, follows redirects and sends forms. */
export interface Browser {
  /** Opens an address of the shop, or of another server. */
  open(address: string, headers?: Readonly<Record<string, string>>, method?: 'GET' | 'HEAD'): Promise<Shown>;
  /** Sends a form of a page with these values; of each group of radio buttons a random one is chosen. */
  submit(from: Shown, form: Form, typed?: Readonly<Record<string, string>>): Promise<Shown>;
  /** Sends JSON as a script of a page does. */
  post(address: string, value: unknown): Promise<Shown>;
}

/** A browser with a unique address. The shop gets the address as from a proxy that it trusts. */
export function openBrowser(shopUrl: string, tally: Tally, signal: AbortSignal): Browser {
  const fetch = cookieKeepingFetch();
  const network = anyNetwork();

  async function ask(address: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const isShop = address.origin === shopUrl;
    if (isShop) headers.set('x-forwarded-for', network);
    const patience = AbortSignal.timeout(longestMilliseconds);
    const response = await fetch(address.href, {
      ...init,
      headers,
      signal: AbortSignal.any([signal, patience]),
    });
    if (isShop) {
      const isRefusal = [429, 503].includes(response.status) && response.headers.has('retry-after');
      tally.answered('storefront', response.status, `${init.method ?? 'GET'} ${address.pathname}`, isRefusal);
    }
    return response;
  }

  async function show(address: URL, init: RequestInit): Promise<Shown> {
    let at = address;
    let response = await ask(at, init);
    for (let count = 0; response.status >= 300 && response.status < 400; count += 1) {
      const location = response.headers.get('location');
      if (location === null) break;
      if (count === mostRedirects) throw new Error(`${address.pathname} leads in a circle`);
      await response.arrayBuffer();
      at = new URL(location, at);
      // With 307 the form is sent again.
      response = await ask(at, response.status === 307 ? init : {});
    }
    const body = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    const parts = type.startsWith('text/html') ? readPage(body.toString()) : readPage('');
    const { status, headers } = response;
    return { ...parts, status, url: at.href, type, tag: headers.get('etag') ?? '', body };
  }

  return {
    open: (address, headers = {}, method = 'GET') => show(new URL(address, shopUrl), { method, headers }),
    post: (address, value) => {
      const headers = { origin: shopUrl, 'content-type': 'application/json' };
      return show(new URL(address, shopUrl), { method: 'POST', body: JSON.stringify(value), headers });
    },
    submit: (from, form, typed = {}) => {
      const entries = entriesOf(form, typed, anyOf);
      // An empty action means the address of the page (HTML §4.10.22.3).
      const address = new URL(form.action, from.url);
      if (form.method === 'get') {
        address.search = new URLSearchParams(entries).toString();
        return show(address, {});
      }
      const headers = { origin: address.origin, accept: 'text/html' };
      return show(address, { method: 'POST', body: bodyOf(form, entries), headers });
    },
  };
}

function bodyOf({ isMultipart }: Form, entries: readonly (readonly [string, string])[]) {
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

/** Throws if a page is not the one that the client expects. */
export function expectShown(shown: Shown, isSo: boolean, what: string): void {
  if (isSo) return;
  const path = new URL(shown.url).pathname.replaceAll(/[0-9a-f-]{36}/g, '…');
  throw new Error(`${what} was expected, but ${path} was shown with ${shown.status}`);
}
