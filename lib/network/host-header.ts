import type { IncomingMessage } from 'node:http';

/** What is wrong with the Host of a request (RFC 9112 §3.2), in one sentence; null: nothing. */
export function wrongHost({
  headers: { host },
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'A request has one Host header.';
  const isWrong = host === undefined ? httpVersion !== '1.0' : !isHost(host);
  return isWrong ? 'The Host header is missing or malformed.' : null;
}

/** Nearly every request names the same host; null before the first one, so that an empty host is never the same. */
let lastHost: string | null = null;

/** A name or address and a port (RFC 9110 §7.2, RFC 3986 §3.2.2). */
function isHost(host: string): boolean {
  if (host === lastHost) return true;
  const isValid =
    /^([a-z0-9._~-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`https://${host}/`);
  if (isValid) lastHost = host;
  return isValid;
}
