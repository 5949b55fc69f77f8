import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { namesTag } from '../network/if-none-match';
import type { CachedAddress } from './cached-address';
import { type Encoding, encodings } from './kept-page';
import { outdatedPage } from './outdated-page';
import type { FoundPage } from './page-cache';

/** What caches in front of the shop may do with its pages. */
export interface CacheTimes {
  readonly freshSeconds: number;
  readonly staleSeconds: number;
}

/** The method as it is since negotiator 1.0; its types are older. */
interface EncodingChoice {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}

/** The best encoding that the client accepts; without any compression if it accepts none of ours. */
function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const negotiator: EncodingChoice = new Negotiator({ headers: { 'accept-encoding': header.slice(0, 500) } });
  const best = negotiator.encoding([...encodings], { preferred: [...encodings] });
  return encodings.find((encoding) => encoding === best) ?? 'identity';
}

/** Sends a page that was found in the cache: 304 if the client has it; without a body for HEAD. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { address, found, times }: { address: CachedAddress; found: FoundPage; times: CacheTimes },
): Promise<void> {
  if (found.state !== 'current' && address.kind === 'navigation') {
    // Next's client then loads the whole page, which can say how old it is.
    response.writeHead(204, { 'cache-control': 'no-store' }).end();
    return;
  }
  const page =
    found.state === 'outdated' && address.kind === 'page'
      ? outdatedPage(found, address.language)
      : found.page;
  const { bytes, encoding, etag } = await page.body(encodingFor(request.headers['accept-encoding']));
  const headers = {
    ...page.headers,
    'cache-control':
      found.state === 'current'
        ? `public, max-age=0, s-maxage=${times.freshSeconds}, stale-while-revalidate=${times.staleSeconds}`
        : 'no-store',
    age: String(Math.floor(found.ageSeconds)),
    etag,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
  if (page.status === 200 && namesTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(page.status, { ...headers, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
