import type { IncomingMessage } from 'node:http';
import { wrongHost } from '@/lib/network/host-header';

/** What is wrong with the head of a request, as the detail of a problem; null: nothing. */
export function wrongHead(request: IncomingMessage): string | null {
  const wrong = wrongHost(request);
  if (wrong !== null) return wrong;
  const { method = '', url = '' } = request;
  if (!url.startsWith('/') && !/^https?:\/\//i.test(url)) return `${method} is for a path of this service.`;
  return isReadable(url) ? null : 'The address is malformed.';
}

/** An address that has one meaning: some parsers take a backslash for a slash. */
function isReadable(url: string): boolean {
  return !url.includes('\\') && URL.canParse(url.startsWith('/') ? `https://localhost${url}` : url);
}
