import type { IncomingMessage, ServerResponse } from 'node:http';
import { wrongHost } from '@/lib/network/host-header';
import { endLast, problemHeaders } from '@/lib/network/last-response';
import { problemBody } from './problem';

/** Answers a request that does not reach a handler, and closes its connection. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers }: { status: number; detail: string; headers?: Record<string, string> },
): void {
  const body = JSON.stringify(problemBody(status, detail));
  const all = { ...problemHeaders, ...headers, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, all);
  endLast(request, response, body);
}

/** What is wrong with the head of a request, as the detail of a problem; null: nothing. */
export function wrongHead(request: IncomingMessage): string | null {
  const wrong = wrongHost(request);
  if (wrong !== null) return wrong;
  const { method = '', url = '' } = request;
  if (!url.startsWith('/') && !/^https?:\/\//i.test(url)) return `${method} is for a path of this service.`;
  return isReadable(url) ? null : 'The address is malformed.';
}

/** An address with only one meaning: some parsers read a backslash as a slash. */
function isReadable(url: string): boolean {
  return !url.includes('\\') && URL.canParse(url.startsWith('/') ? `https://localhost${url}` : url);
}
