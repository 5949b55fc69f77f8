import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** For how long a client may still send before its connection is closed. */
const lingerMilliseconds = 1_000;

const malformed: ReadonlyMap<string, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/**
 * Answers what Node can't parse as a request (not HTTP, too large a head, or too slow), and CONNECT: with a problem in
 * JSON and these additional headers.
 */
export function answerMalformed(
  server: Server,
  {
    problemOf,
    headers = {},
  }: {
    problemOf: (status: number, title: string) => object;
    headers?: Readonly<Record<string, string>>;
  },
): void {
  const answer = (socket: Duplex, status: number) => {
    const title = STATUS_CODES[status] ?? 'Bad Request';
    sendLast(socket, `${status} ${title}`, problemOf(status, title), headers);
  };
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (code === 'ECONNRESET') socket.destroy();
    else answer(socket, malformed.get(code) ?? 400);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => answer(socket, 405));
}

/**
 * Writes the body of the last response of a connection, and closes it. Before that, data that the client still sends is
 * read and discarded for a moment: if a connection is closed with unread data, the client loses the response.
 */
export function endLast(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (request.complete) {
    response.end(body);
    return;
  }
  response.write(body);
  const finish = () => {
    clearTimeout(linger);
    response.end();
  };
  const linger = setTimeout(finish, lingerMilliseconds);
  request.once('end', finish).once('close', finish).resume();
}

/** Writes the last response of a connection, and closes the connection when the client had time to read it. */
function sendLast(
  socket: Duplex,
  status: string,
  problem: object,
  others: Readonly<Record<string, string>>,
): void {
  // Node does not listen to the socket any more, and an error without a listener would end the process.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problem);
  const headers = { ...others, ...problemHeaders, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.resume();
  // If the socket were destroyed at once, unread data would make the system discard the response.
  const linger = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(linger));
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`);
}

export const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};
