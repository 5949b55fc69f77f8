import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** The request header in which this process tells itself the address of the connection. Clients can't set it. */
export const connectionHeader = 'x-connection-address';

const channel = 'http.server.request.start';

/**
 * Gives every request that this process's HTTP servers receive the header above, in place of whatever the client has
 * sent. Frameworks hand a request on without its connection; they take its headers along. Returns what stops it.
 */
export function tellConnectionAddresses(): () => void {
  subscribe(channel, tell);
  return () => {
    unsubscribe(channel, tell);
  };
}

interface RequestStart {
  request: IncomingMessage;
}

function tell(message: unknown): void {
  if (!isRequestStart(message)) return;
  const { headers, socket } = message.request;
  // Without an address (a local socket, a connection that has broken) the client's own header must not remain.
  headers[connectionHeader] = socket.remoteAddress ?? '';
}

function isRequestStart(message: unknown): message is RequestStart {
  return typeof message === 'object' && message !== null && 'request' in message;
}
