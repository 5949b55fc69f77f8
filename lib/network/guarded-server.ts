import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { SecurityLog } from '../log/security-log';
import { clientNetwork } from './client-prefix';
import { addressList, type ConnectionLimits, connections } from './connections';
import { inTurn } from './in-turn';
import { answerMalformed } from './last-response';

/** A connection without any data in either direction for so long is closed, also while a response is written. */
const idleMilliseconds = 65_000;

interface GuardOptions {
  /** Addresses and networks (CIDR) of proxies in front of the server. */
  trustedProxies?: readonly string[];
  limits?: ConnectionLimits;
  /** A client that takes longer to send the head of a request (10), or all of it, gets 408. */
  headSeconds?: number;
  requestSeconds: number;
  /** Answers what Node can't parse. */
  malformed: Parameters<typeof answerMalformed>[1];
  /** Called for refused connections, and by `noteRefusal`. */
  security?: SecurityLog | undefined;
}

/** The limits of time, of connections and of waiting requests that every server has. */
export function serverGuard({
  headSeconds = 10,
  requestSeconds,
  malformed,
  security,
  ...options
}: GuardOptions) {
  const isProxy = addressList(options.trustedProxies ?? []);
  const open = connections(options.limits ?? {}, isProxy, (network) =>
    security?.({ event: 'limit_reached', limit: 'connections', network }),
  );
  return {
    isProxy,
    /** For each connection that the system accepts: false if it was closed, because there are too many. */
    admit: open.admit,
    close: open.close,
    /** What a server is created with. */
    settings: {
      headersTimeout: headSeconds * 1000,
      requestTimeout: requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(3, headSeconds) * 1000,
      keepAliveTimeout: idleMilliseconds,
      // Our own check answers instead, with our headers.
      requireHostHeader: false,
    },
    /** Serves with `answer`. `opened`: the event for a connection that may send requests. */
    serve: (server: Server, answer: RequestListener, opened: 'connection' | 'secureConnection'): void => {
      server.timeout = idleMilliseconds;
      server.on('request', inTurn(answer, open)).on(opened, open.opened);
      answerMalformed(server, malformed);
    },
    noteRefusal: (request: IncomingMessage, status: number): void =>
      security?.({ event: 'request_refused', status, network: clientNetwork(request, isProxy) }),
  };
}
