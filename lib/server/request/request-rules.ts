import type { IncomingMessage } from 'node:http';
import { isPlainLine } from '../../contract/plain-text';
import { wrongHost } from '../../network/host-header';
import { paths } from '../../locale/paths';
import type { Refusal } from './refusal';

const methods = new Set(['GET', 'HEAD', 'POST']);

/** The only path to which other servers post: its requests are signed, and come from no page. */
export const webhookPath = '/api/webhooks/payment';

/** The path to which staff send feeds: larger than any other form. */
export const feedPath = paths.feedUpload;

/** The error of a request, found before its body is read; null: none. `origin` is the storefront's own. */
export function findRefusal(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>,
  origin: string,
): Refusal | null {
  const { method = '', url = '', headers } = request;
  if (!methods.has(method)) return 'method';
  if (wrongHost(request) !== null || !url.startsWith('/') || !isReadable(url)) return 'address';
  if (method === 'POST') {
    // Our forms are sent by our pages, and the browser names the page's origin.
    return pathOf(url) === webhookPath || headers.origin === origin ? null : 'origin';
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody ? 'form' : null;
}

/** The headers that tell Next at which address the shop is. */
export function ownAddress(storefrontUrl: string): Record<string, string> {
  const { host, protocol } = new URL(storefrontUrl);
  return { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
}

export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

/** The path is UTF-8 after decoding; path and query have no control or direction characters. */
function isReadable(url: string): boolean {
  const path = pathOf(url);
  try {
    if (!isPlainLine(decodeURIComponent(path))) return false;
  } catch {
    // Not UTF-8, or an invalid escape.
    return false;
  }
  const query = new URLSearchParams(url.slice(path.length));
  return [...query].flat().every((text) => isPlainLine(text.replaceAll(/[\t\n\r]/g, ' ')));
}
