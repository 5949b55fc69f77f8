import type { IncomingMessage } from 'node:http';

/** What is wrong with the head of a request, as the detail of a problem; null: nothing. */
export function wrongHead({
  method,
  url = '',
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts > 1) return 'A request has one Host header.';
  if (headers.host === undefined ? httpVersion !== '1.0' : !isHost(headers.host))
    return 'The Host header is missing or malformed.';
  if (!url.startsWith('/') && !/^https?:\/\//i.test(url))
    return `${method ?? ''} is for a path of this service.`;
  if (!isReadable(url)) return 'The address is malformed.';
  return null;
}

/** An address that has one meaning: some parsers take a backslash for a slash. */
function isReadable(url: string): boolean {
  return !url.includes('\\') && URL.canParse(url.startsWith('/') ? `https://localhost${url}` : url);
}

/** A name or address and a port (RFC 9110 §7.2, RFC 3986 §3.2.2). */
function isHost(host: string): boolean {
  return /^([a-z0-9._~-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`https://${host}/`);
}
