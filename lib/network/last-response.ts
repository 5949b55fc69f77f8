import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a client may go on sending after the last response was sent. */
const lingerMilliseconds = 1_000;

const malformed: ReadonlyMap<string, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** The status of what Node could not read as a request: no HTTP, too large a head, or too slow. Null: the client has gone. */
export function statusOfMalformed({ code = '' }: NodeJS.ErrnoException): number | null {
  return code === 'ECONNRESET' ? null : (malformed.get(code) ?? 400);
}

/**
 * Writes the last response of a connection by hand, a problem in JSON with these headers beside its own, and closes it
 * when the client had time to read.
 */
export function sendLast(
  socket: Duplex,
  status: number,
  problem: object,
  others: Readonly<Record<string, string>> = {},
): void {
  // Node listens to it no more, and an error without a listener would end the process.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problem);
  const headers = { ...others, ...problemHeaders, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.resume();
  // Destroyed at once, what is still unread would make the system discard the response.
  const linger = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(linger));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Bad Request'}\r\n${head.join('')}\r\n${body}`);
}

/** The headers of a problem that ends its connection. */
export const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};
