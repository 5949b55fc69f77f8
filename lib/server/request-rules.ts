import type { IncomingMessage } from 'node:http';
import { isPlainLine } from '../contract/plain-text';
import { wrongHost } from '../network/host-header';
import type { Refusal } from './refusal';

const methods = new Set(['GET', 'HEAD', 'POST']);

/** The only address that others post to: its requests are signed, and come from no page. */
export const webhookPath = '/api/webhooks/payment';

/** What is wrong with a request before its body is read; null: nothing. `origin` is the storefront's own. */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>,
  origin: string,
): Refusal | null {
  const { method = '', url = '', headers } = request;
  if (!methods.has(method)) return 'method';
  if (wrongHost(request) !== null || !url.startsWith('/') || !isReadable(url)) return 'address';
  if (method === 'POST') {
    // A form of ours is sent by a page of ours, and a browser says which page sends it.
    return pathOf(url) === webhookPath || headers.origin === origin ? null : 'origin';
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody ? 'form' : null;
}

export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

/** Whether the path is UTF-8 once its escapes are read, and neither it nor the query has hostile characters. */
function isReadable(url: string): boolean {
  const path = pathOf(url);
  try {
    if (!isPlainLine(decodeURIComponent(path))) return false;
  } catch {
    // Not UTF-8, or no escape at all.
    return false;
  }
  const query = new URLSearchParams(url.slice(path.length));
  return [...query].flat().every((text) => isPlainLine(text.replaceAll(/[\t\n\r]/g, ' ')));
}
