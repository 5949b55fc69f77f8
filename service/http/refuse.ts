import {
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { problemHeaders, sendLast, statusOfMalformed } from '@/lib/network/last-response';
import { problemBody } from './problem';

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

function refuseConnection(socket: Duplex, status: number): void {
  sendLast(socket, status, problemBody(status, STATUS_CODES[status] ?? 'Bad Request'));
}

/** Answers in JSON what Node would answer by itself: malformed HTTP, CONNECT and expectations. */
export function refuseWhatNodeRefuses(server: Server, answer: RequestListener): void {
  server.on('clientError', (error, socket) => {
    const status = statusOfMalformed(error);
    if (status === null) socket.destroy();
    else refuseConnection(socket, status);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseConnection(socket, 405));
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, { status: 417, detail: 'Expectation Failed' }),
  );
}
