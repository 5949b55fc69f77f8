import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The networks of a client for which requests are counted. */
export interface ClientNetworks {
  /** The first 24 bits of an IPv4 address, 56 of an IPv6 one (the range of one household). */
  readonly network: string;
  /** The first 48 bits of an IPv6 address (the range of one company, with 256 such networks); null for IPv4. */
  readonly site: string | null;
}

/**
 * The network that a request came from: the first 24 bits of an IPv4 address, 56 of an IPv6 one. It is read from
 * the last entry of X-Forwarded-For, which the proxy in front of us has written; the client can forge earlier
 * entries. Null if it is not an address.
 */
export function clientPrefix(forwardedFor: string | null): string | null {
  return networksOf(lastForwarded(forwardedFor))?.network ?? null;
}

/** Requests without an address came by a local socket and count as one network. */
export function clientNetworks(forwardedFor: string | null): ClientNetworks {
  return networksOf(lastForwarded(forwardedFor)) ?? { network: 'local', site: null };
}

/** The address in the last entry of X-Forwarded-For, without its port; the entry itself if it is not an address. */
function lastForwarded(forwardedFor: string | null): string {
  const last = (forwardedFor ?? '').split(',').at(-1)?.trim() ?? '';
  return last.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}

/**
 * The address that a request came from: that of the connection, or the last one in X-Forwarded-For if a trusted
 * proxy has written it. Entries that the client itself wrote are ignored.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string | undefined) => boolean,
): string {
  const { remoteAddress = '' } = socket;
  if (!isProxy(remoteAddress)) return remoteAddress;
  const forwarded = lastForwarded([headers['x-forwarded-for'] ?? ''].flat().join(','));
  return isIP(forwarded) === 0 ? remoteAddress : forwarded;
}

/** The network that a request came from. */
export function clientNetwork(...request: Parameters<typeof clientAddress>): string {
  return clientNetworks(clientAddress(...request)).network;
}

function networksOf(written: string): ClientNetworks | null {
  if (isIP(written) === 0) return null;
  // An IPv4 address in the form of IPv6 (RFC 4291 §2.5.5.2) becomes one of IPv4.
  const address = ipaddr.process(written);
  if (address instanceof ipaddr.IPv4)
    return { network: `${address.octets.slice(0, 3).join('.')}.0/24`, site: null };
  const [a = 0, b = 0, c = 0, d = 0] = address.parts;
  const site = [a, b, c].map((group) => group.toString(16)).join(':');
  return { network: `${site}:${(d & 0xff00).toString(16)}::/56`, site: `${site}::/48` };
}
