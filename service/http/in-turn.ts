import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many requests of one connection may wait while one is answered. */
const mostWaiting = 16;

/** The requests of one connection, in the order in which they came. */
interface Line {
  /** The request that was accepted last. */
  last: ServerResponse;
  waiting: (() => void)[];
  /** More came than may wait: nothing else is accepted. */
  isFull: boolean;
}

/** Told when a connection gets a request, and when all of its requests were answered. */
export interface Watch {
  busy(stream: Socket): void;
  idle(stream: Socket): void;
}

/**
 * Answers the requests of each connection one after the other: the next one is begun when the response before it was
 * handed to the system, so a client that sends without reading costs the memory of one response. When more wait than
 * may, those that were accepted are answered and the connection is closed; clients repeat the others (RFC 9112 §9.3.2).
 */
export function inTurn(answer: RequestListener, watch: Watch): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    response.once('close', () => {
      const next = lines.get(socket)?.waiting.shift();
      if (next !== undefined && !socket.destroyed) {
        next();
        return;
      }
      lines.delete(socket);
      watch.idle(socket);
    });
    answer(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { last: response, waiting: [], isFull: false });
      watch.busy(socket);
      begin(request, response);
    } else if (line.waiting.length < mostWaiting && !line.isFull) {
      line.last = response;
      line.waiting.push(() => begin(request, response));
    } else if (!line.isFull) {
      line.isFull = true;
      line.last.shouldKeepAlive = false;
      readNoMore(socket);
    }
  };
}

/** Node resumes a paused connection whenever a request on it is done. This one is closed after its last response. */
function readNoMore(socket: Socket): void {
  socket.pause();
  socket.resume = () => socket;
}
