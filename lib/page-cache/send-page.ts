import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { namesTag } from '../network/if-none-match';
import type { CachedAddress } from './cached-address';
import { type Body, type Encoding, encodings, type KeptPage } from './kept-page';
import { outdatedPage } from './outdated-page';
import type { FoundPage } from './page-cache';

/** For so long caches in front of the shop may keep a page, and once more as long while they ask for a new one. */
export interface CacheTimes {
  readonly freshSeconds: number;
}

/** The method as it is since negotiator 1.0; its types are older. */
interface EncodingChoice {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}

/** Browsers send a few different values. */
const chosen = new LRUCache<string, Encoding>({ max: 100 });

/** The best encoding that the client accepts; without any compression if it accepts none of ours. */
function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const text = header.slice(0, 500);
  const known = chosen.get(text);
  if (known !== undefined) return known;
  const negotiator: EncodingChoice = new Negotiator({ headers: { 'accept-encoding': text } });
  const best = negotiator.encoding([...encodings], { preferred: [...encodings] });
  const encoding = encodings.find((one) => one === best) ?? 'identity';
  chosen.set(text, encoding);
  return encoding;
}

function isKnown(request: IncomingMessage, page: KeptPage, { etag }: Body): boolean {
  return page.status === 200 && namesTag(request.headers['if-none-match'], etag);
}

/** The headers of one form of a page that is kept. */
function headersOf(page: KeptPage, { bytes, encoding, etag }: Body, times: CacheTimes): Headers {
  return {
    ...page.headers,
    'cache-control': `public, max-age=0, s-maxage=${times.freshSeconds}, stale-while-revalidate=${times.freshSeconds}`,
    etag,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(bytes.length),
  };
}

const ageOf = ({ ageSeconds }: FoundPage) => String(Math.floor(ageSeconds));

type Headers = Readonly<Record<string, string>>;

interface Sending {
  readonly address: CachedAddress;
  readonly found: FoundPage;
  readonly times: CacheTimes;
}

/**
 * Sends a page from the cache: 304 if the client has it; without a body for HEAD. The response may have further
 * headers already.
 */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { address, found, times }: Sending,
): Promise<void> {
  if (found.state !== 'current' && address.kind === 'navigation') {
    // Next's client then loads the whole page, which can say how old it is.
    response.writeHead(204, { 'cache-control': 'no-store' }).end();
    return;
  }
  const isOld = found.state === 'late' || found.state === 'outdated';
  if (isOld && address.kind === 'data') {
    // The page has newer values.
    response.writeHead(503, { 'cache-control': 'no-store', 'retry-after': '20' }).end();
    return;
  }
  const page = isOld && address.kind === 'page' ? outdatedPage(found, address.language) : found.page;
  const body = await page.body(encodingFor(request.headers['accept-encoding']));
  const headers = { ...headersOf(page, body, times), age: ageOf(found) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Next redirects a navigation whose hash does not belong to its headers: a cache that ignores Vary would send that to
  // others.
  const isPart = page.status === 200 && page.headers['content-type']?.startsWith('text/x-component');
  const isMisdirected = address.kind === 'navigation' && isPart !== true;
  if (found.state !== 'current' || isMisdirected) response.setHeader('cache-control', 'no-store');
  if (isKnown(request, page, body)) {
    response.removeHeader('content-length');
    response.writeHead(304).end();
    return;
  }
  response.writeHead(page.status);
  response.end(request.method === 'HEAD' ? undefined : body.bytes);
}

/** All headers of one form of a page, names and values one after the other, made once. */
const ready = new WeakMap<Body, string[]>();

/**
 * Sends a stored page without waiting, and without any header set before, for the most frequent requests. `common` are
 * the headers of every response. Returns false, and sends nothing, if the page is not compressed yet.
 */
export function sendPageNow(
  request: IncomingMessage,
  response: ServerResponse,
  { found, times, common }: Omit<Sending, 'address'> & { common: Headers },
): boolean {
  const body = found.page.readyBody(encodingFor(request.headers['accept-encoding']));
  if (body === undefined || isKnown(request, found.page, body)) return false;
  const headers =
    ready.get(body) ?? Object.entries({ ...common, ...headersOf(found.page, body, times) }).flat();
  ready.set(body, headers);
  response.writeHead(found.page.status, [...headers, 'age', ageOf(found)]);
  response.end(body.bytes);
  return true;
}
