import {
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody } from './problem';

/** How long a client may go on sending after the last response was sent. */
const lingerMilliseconds = 1_000;

const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

/** Answers a request that no handler sees, and closes its connection. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers }: { status: number; detail: string; headers?: Record<string, string> },
): void {
  request.resume();
  const body = JSON.stringify(problemBody(status, detail));
  const all = { ...problemHeaders, ...headers, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, all).end(body);
}

/** What is no HTTP, too large a head, or too slow: told in JSON as well, before any request exists. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  const status = malformed.get(error.code ?? '') ?? 400;
  if (error.code === 'ECONNRESET') socket.destroy();
  else sendLast(socket, status, STATUS_CODES[status] ?? 'Bad Request');
}

const malformed: ReadonlyMap<string, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** Writes the last response of a connection by hand, and closes it when the client had time to read. */
function sendLast(socket: Duplex, status: number, detail: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(status, detail));
  const headers = { ...problemHeaders, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.resume();
  socket.on('error', () => socket.destroy());
  // Destroyed at once, what is still unread would make the system discard the response.
  const linger = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(linger));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Bad Request'}\r\n${head.join('')}\r\n${body}`);
}

/** Answers in JSON what Node would answer by itself: malformed HTTP, CONNECT and expectations. */
export function refuseWhatNodeRefuses(server: Server, answer: RequestListener): void {
  server.on('clientError', refuseMalformed);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    sendLast(socket, 405, 'Method Not Allowed'),
  );
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, { status: 417, detail: 'Expectation Failed' }),
  );
}
