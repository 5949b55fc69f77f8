import { BlockList, isIP, type Socket } from 'node:net';
import { clientNetworks, clientPrefix } from './client-prefix';

export interface ConnectionLimits {
  /** How many connections are open at once, of all clients together (2,000). */
  total?: number | undefined;
  /** The same from one network, an IPv4 /24 or an IPv6 /56 (512); proxies that end TLS have no such limit. */
  perNetwork?: number | undefined;
}

/** Tells which addresses a list of addresses and networks (CIDR) has. */
export function addressList(entries: readonly string[]): (address: string | undefined) => boolean {
  // Most services have none, and looking an address up costs a request what its head does.
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address = '') => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The open connections of a server. A socket is that of the system; a stream is what requests come on, after TLS. */
export interface Connections {
  /** Counts a connection until it is closed. False, and it is destroyed, where there are too many. */
  admit(socket: Socket): boolean;
  /** Its handshake is over: requests may come. */
  opened(stream: Socket): void;
  /** A request has come, or all have been answered. */
  busy(stream: Socket): void;
  idle(stream: Socket): void;
  /** Closes what has no request to answer, and the others as soon as that is so. */
  drain(): void;
  destroyAll(): void;
}

export function connections(
  { total = 2_000, perNetwork = 512 }: ConnectionLimits,
  isProxy: (address: string | undefined) => boolean,
  /** Told of a connection that is one too many: of the network that it comes from. */
  onRefused: (network: string) => void = () => undefined,
): Connections {
  const open = new Set<Socket>();
  const counts = counter();
  /** By where they come from: what has not sent its first request is to be closed with the server. */
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
    drain: () => {
      isDraining = true;
      for (const one of [...beforeHandshake.values(), ...waiting]) one.destroy();
    },
    destroyAll: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

const originOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress ?? ''} ${remotePort ?? ''}`;

/** Counts by network; null is not counted. */
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
