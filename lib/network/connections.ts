import { isIP, type Server, type Socket } from 'node:net';
import { clientNetworks, clientPrefix } from './client-prefix';
import { blockListOf } from './block-list';

export const longestClosingMilliseconds = 10_000;

export interface ConnectionLimits {
  /** How many connections may be open at once, of all clients together (2,000). */
  total?: number | undefined;
  /**
   * How many connections one network, an IPv4 /24 or an IPv6 /56, may have open (512); proxies that end TLS have no such
   * limit.
   */
  perNetwork?: number | undefined;
}

/** Returns a function that says whether an address belongs to a list of addresses and networks (CIDR). */
export function addressList(entries: readonly string[]): (address: string | undefined) => boolean {
  // Most services have an empty list, and checking an address takes as long as parsing the head of a request.
  if (entries.length === 0) return () => false;
  const list = blockListOf(entries);
  return (address = '') => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** A socket is the system's; a stream is what carries the requests, after TLS. */
export interface Connections {
  /** Counts a connection until it is closed. If there are too many, destroys it and returns false. */
  readonly admit: (socket: Socket) => boolean;
  /** Call it when the handshake is complete and requests may come. */
  readonly opened: (stream: Socket) => void;
  /** Call it when a request has come, or when all have been answered. */
  readonly busy: (stream: Socket) => void;
  readonly idle: (stream: Socket) => void;
  /**
   * Closes servers: those without a running request lose their connections at once, the others as soon as it is
   * answered, or after ten seconds. Resolves when the first server has no connection.
   */
  readonly close: (...servers: [Server, ...Server[]]) => Promise<void>;
}

export function connections(
  { total = 2_000, perNetwork = 512 }: ConnectionLimits,
  isProxy: (address: string | undefined) => boolean,
  onRefused: (network: string) => void = () => undefined,
): Connections {
  const open = new Set<Socket>();
  const counts = counter();
  /** The sockets whose handshake is not complete, by the client's address and port. */
  const beforeHandshake = new Map<string, Socket>();
  const waiting = new Set<Socket>();
  let isDraining = false;
  return {
    admit: (socket) => {
      const network = isProxy(socket.remoteAddress) ? null : clientPrefix(socket.remoteAddress ?? null);
      if (isDraining || open.size >= total || counts.of(network) >= perNetwork) {
        if (!isDraining) onRefused(clientNetworks(socket.remoteAddress ?? null).network);
        socket.destroy();
        return false;
      }
      const origin = originOf(socket);
      open.add(socket);
      beforeHandshake.set(origin, socket);
      counts.add(network, 1);
      socket.once('close', () => {
        open.delete(socket);
        beforeHandshake.delete(origin);
        counts.add(network, -1);
      });
      return true;
    },
    opened: (stream) => {
      beforeHandshake.delete(originOf(stream));
      waiting.add(stream);
      stream.once('close', () => waiting.delete(stream));
    },
    busy: (stream) => waiting.delete(stream),
    idle: (stream) => {
      if (isDraining) stream.destroySoon();
      else if (!stream.destroyed) waiting.add(stream);
    },
    close: async (first, ...others) => {
      const closed = new Promise<void>((done) => {
        first.close(() => done());
      });
      isDraining = true;
      for (const one of [...beforeHandshake.values(), ...waiting]) one.destroy();
      const last = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, longestClosingMilliseconds);
      for (const server of others) server.close();
      await closed;
      clearTimeout(last);
    },
  };
}

const originOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress ?? ''} ${remotePort ?? ''}`;

/** Null is not counted. */
function counter() {
  const counts = new Map<string, number>();
  const of = (network: string | null): number => (network === null ? 0 : (counts.get(network) ?? 0));
  const add = (network: string | null, more: 1 | -1): void => {
    if (network === null) return;
    const count = of(network) + more;
    if (count === 0) counts.delete(network);
    else counts.set(network, count);
  };
  return { of, add };
}
