import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections';

/** How many requests of one connection may wait while one is answered. */
const mostWaiting = 16;

/**
 * Answers the requests of each connection one after the other: the next one is begun when the response before it
 * was handed to the system. So a client that does not read the answers costs the memory of one response. A client
 * with more waiting requests than allowed is disconnected, because parsed requests cost memory and time until they
 * are answered.
 */
export function inTurn(answer: RequestListener, watch: Connections): RequestListener {
  /** The waiting requests of each connection that has one to answer. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const goOn = (): void => {
      const next = waiting.get(socket)?.shift();
      if (next !== undefined && !socket.destroyed) {
        next();
        return;
      }
      waiting.delete(socket);
      watch.idle(socket);
    };
    response.once('close', () => {
      // Other connections come first: a connection with waiting requests does not delay them.
      if (waiting.get(socket)?.length) setImmediate(goOn);
      else goOn();
    });
    answer(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      watch.busy(socket);
      begin(request, response);
    } else if (line.length < mostWaiting) {
      line.push(() => begin(request, response));
    } else {
      socket.destroy();
    }
  };
}
